package io.evenkeel.cli.cluster;

import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.cluster.RateCheck;
import io.evenkeel.core.log.ByteText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Holds this user's cluster in this process and does what comes in on the control socket. */
final class ClusterHolder {
  static final String DOWN = "down";
  static final String STATUS = "status";
  private static final double RATE_TOLERANCE = 0.25;
  private static final long MILLIS_PER_TENTH = 100;

  private final StateFolder state;
  private final LocalCluster cluster;

  /** What is done once a cluster is up. */
  @FunctionalInterface
  interface WhenUp {
    void run(LocalCluster cluster) throws IOException;
  }

  private ClusterHolder(StateFolder state, LocalCluster cluster) {
    this.state = state;
    this.cluster = cluster;
  }

  /**
   * Starts a cluster, says on {@code lines} how to use it, runs {@code whenUp} and returns when it
   * was taken down; nothing is left of it then.
   */
  static void hold(
      StateFolder state, ClusterSettings settings, Consumer<String> lines, WhenUp whenUp)
      throws IOException {
    state.makeFree();
    long startNanos = System.nanoTime();
    try (LocalCluster cluster = LocalCluster.start(settings)) {
      ClusterHolder holder = new ClusterHolder(state, cluster);
      long tenths = (System.nanoTime() - startNanos) / 1_000_000 / MILLIS_PER_TENTH;
      lines.accept(
          "up in " + tenths / 10 + "." + tenths % 10 + " s: " + ClusterOptions.describe(settings));
      holder.reportRates(lines);
      holder.reportConfigurations(lines);
      try (ControlServer server = ControlServer.open(state.socket(), holder::handle)) {
        whenUp.run(cluster);
        server.serveUntil(DOWN);
      }
    }
  }

  private void reportRates(Consumer<String> lines) throws IOException {
    for (RateCheck check : cluster.checkRates()) {
      if (check.setBytesPerSecond() == 0) {
        // No limit: whatever it brings is right.
        continue;
      }
      double ratio = (double) check.measuredBytesPerSecond() / check.setBytesPerSecond();
      if (Math.abs(ratio - 1) > RATE_TOLERANCE) {
        lines.accept(
            "note: dn"
                + check.node()
                + " reads at "
                + ByteText.of(check.measuredBytesPerSecond())
                + "/s, set to "
                + ByteText.of(check.setBytesPerSecond())
                + "/s: the machine is busy, or --rate asks too much of it");
      }
    }
  }

  private void reportConfigurations(Consumer<String> lines) throws IOException {
    ClientProperties properties = cluster.clientProperties();
    ClientProperties.writeConfiguration(properties.stock(), state.stockConfiguration());
    ClientProperties.writeConfiguration(properties.evenkeel(), state.evenkeelConfiguration());
    lines.accept("");
    lines.accept("Any Hadoop client on this machine uses it");
    lines.accept("without Evenkeel by HADOOP_CONF_DIR=" + state.stockConfiguration());
    report(properties.stock(), lines);
    lines.accept("with Evenkeel by HADOOP_CONF_DIR=" + state.evenkeelConfiguration());
    report(properties.evenkeel(), lines);
  }

  private static void report(Map<String, String> properties, Consumer<String> lines) {
    properties.forEach((key, value) -> lines.accept("  " + key + "=" + value));
  }

  private String handle(String request) throws IOException {
    List<String> words = List.of(request.split(" ", -1));
    String verb = words.get(0);
    switch (verb) {
      case STATUS -> {
        return ClusterStatusText.json(cluster, state);
      }
      case DOWN -> {
        cluster.close();
        return "";
      }
      case "slow" -> {
        NodeName node = NodeName.parse(words.get(1));
        cluster.slow(node.dataNode(verb), Double.parseDouble(words.get(2)));
        return node + " reads " + NodeRate.text(cluster.rateBytesPerSecond(node.index()));
      }
      case "delay" -> {
        NodeName node = NodeName.parse(words.get(1));
        long millis = Long.parseLong(words.get(2));
        cluster.delay(node.dataNode(verb), Duration.ofMillis(millis));
        return node + " waits " + millis + " ms before the first byte of a read";
      }
      default -> {
        return change(verb, NodeName.parse(words.get(1)));
      }
    }
  }

  private String change(String verb, NodeName node) throws IOException {
    Optional<NodeAction> action = NodeAction.of(verb);
    if (action.isEmpty()) {
      throw new IllegalArgumentException("the cluster does not know how to " + verb + " a node");
    }
    if (node.kind() == NodeName.Kind.MANAGER && cluster.managerUri().isEmpty()) {
      throw new IllegalArgumentException(
          "this cluster has no manager, for it was started with --no-manager; end it by"
              + " \"evenkeel cluster down\" and start one by \"evenkeel cluster up\"");
    }
    action.get().apply(cluster, node);
    return node + " " + action.get().done();
  }
}
