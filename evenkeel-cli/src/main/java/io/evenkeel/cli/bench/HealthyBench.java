package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.policy.load.StragglerDetectors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Minutes of an unevenly loaded cluster without a straggler: nobody may be accused. */
public final class HealthyBench {
  private final int minutes;
  private final Consumer<String> progress;

  public HealthyBench(int minutes, Consumer<String> progress) {
    this.minutes = minutes;
    this.progress = progress;
  }

  /** Runs it. */
  public BenchResult run() throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    Map<String, String> accused = new LinkedHashMap<>();
    long operations;
    double least = Double.MAX_VALUE;
    double most = 0;
    try (LocalCluster cluster = StragglerBench.start(StragglerDetectors.defaultDetector().name());
        ManagerWatch manager = new ManagerWatch(cluster)) {
      StragglerBench.writeFiles(cluster);
      try (MixedLoad load = StragglerBench.unevenLoad(cluster)) {
        for (int second = 0; second < 60 * minutes; second++) {
          TimeUnit.SECONDS.sleep(1);
          load.check();
          for (NodeLoad node : manager.stragglers()) {
            accused.putIfAbsent(node.node().toString(), node.reason());
          }
          progress.accept(
              "second " + second + ", " + load.operations() + " operations, accused " + accused);
        }
        operations = load.operations();
        List<NodeLoad> nodes = manager.status().load().nodes();
        for (NodeLoad node : nodes) {
          if (node.windowBytes() > 0) {
            least = Math.min(least, (double) node.windowBytes());
            most = Math.max(most, (double) node.windowBytes());
          }
        }
      }
    }
    ObjectNode figures = BenchResult.tree().put("minutes", minutes).put("operations", operations);
    figures.put("busiestByIdlest", most / least);
    accused.forEach(figures.putObject("accused")::put);
    String text =
        String.format(
            Locale.ROOT,
            "%d minutes, %d operations on 11 healthy DataNodes, the busiest with %.1f x the bytes of"
                + " the idlest%n  accused: %s%n",
            minutes,
            operations,
            most / least,
            accused.isEmpty() ? "nobody" : accused);
    return new BenchResult(text, figures);
  }
}
