package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.cluster.NodeRate;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.ExplainedFile;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import io.evenkeel.sim.chance.Quantiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;

/**
 * A DataNode of eleven becomes slow under a mixed load: how soon the manager names it, whether it
 * names others, what prefetching then brings in, and how fast the protected files are read.
 */
public final class StragglerBench {
  private static final int DATA_NODES = 11;
  private static final int FILES = 30;
  private static final int PIECES = 16;
  private static final long BLOCK_BYTES = 4 << 20;
  private static final long RATE_BYTES_PER_SECOND = 16 << 20;
  private static final long CACHE_BYTES = 64 << 20;
  private static final MixedLoad.Kind UNEVEN = new MixedLoad.Kind(2, "adaptive", 0.9);

  /**
   * Three sigma takes healthy rates that vary little, and somebody who reads from the straggler.
   */
  private static final MixedLoad.Kind EVEN = new MixedLoad.Kind(1, "parallel", 0);

  /** The manager's own. */
  private static final int WINDOW_SECONDS =
      (int) ManagerSettings.of(1, Duration.ofMinutes(1)).window().toSeconds();

  private static final double SLOW_FACTOR = 8;
  private static final long SEED = 17;
  private static final long SETTLE_SECONDS_MAX = 180;

  private final int runs;
  private final Consumer<String> progress;

  /**
   * @param runs how often each protected file is read
   */
  public StragglerBench(int runs, Consumer<String> progress) {
    this.runs = runs;
    this.progress = progress;
  }

  /** Runs it. */
  public BenchResult run() throws IOException, InterruptedException {
    ObjectNode figures = BenchResult.tree();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d DataNodes %s, %d files of %d MiB, cache of %s; one node %.0f x slower%n",
            DATA_NODES,
            NodeRate.text(RATE_BYTES_PER_SECOND),
            FILES,
            PIECES,
            ByteText.of(CACHE_BYTES),
            SLOW_FACTOR));
    ArrayNode detectors = figures.putArray("detectors");
    text.append(
        run(StragglerDetectors.defaultDetector().name(), UNEVEN, true, detectors.addObject()));
    text.append(run("three-sigma", EVEN, false, detectors.addObject()));
    return new BenchResult(text.toString(), figures);
  }

  /** A cluster whose manager judges as it does by default, but by a rule of that name. */
  static LocalCluster start(String detector) throws IOException {
    return LocalCluster.start(
        ClusterSettings.builder()
            .dataNodes(DATA_NODES)
            .blockSizeBytes(BLOCK_BYTES)
            .rateBytesPerSecond(RATE_BYTES_PER_SECOND)
            .cacheBytes(CACHE_BYTES)
            .withFiller(true)
            .managerArguments(List.of("--detector", detector))
            .build());
  }

  /** The files of the load, written without parity. */
  static void writeFiles(LocalCluster cluster) throws IOException {
    try (FileSystem fs = cluster.newStockFileSystem()) {
      for (int file = 0; file < FILES; file++) {
        try (FSDataOutputStream out = fs.create(MixedLoad.path(file), true)) {
          for (int piece = 0; piece < PIECES; piece++) {
            out.write(BenchFiles.piece(file, piece));
          }
        }
      }
    }
  }

  static MixedLoad unevenLoad(LocalCluster cluster) {
    return load(cluster, UNEVEN);
  }

  private static MixedLoad load(LocalCluster cluster, MixedLoad.Kind kind) {
    return new MixedLoad(cluster, kind, FILES, PIECES, SEED);
  }

  private String run(String detector, MixedLoad.Kind kind, boolean withReads, ObjectNode figures)
      throws IOException, InterruptedException {
    progress.accept(detector + ": starting a cluster");
    try (LocalCluster cluster = start(detector);
        ManagerWatch manager = new ManagerWatch(cluster)) {
      writeFiles(cluster);
      List<Long> healthy = withReads ? healthyParallelNanos(cluster) : List.of();
      int straggler = 0;
      NodeId node = new NodeId(cluster.dataNodeAddresses().get(straggler));
      Named found;
      int accused;
      try (MixedLoad load = load(cluster, kind)) {
        accused = watchHealthy(manager, load, detector);
        cluster.slow(straggler, SLOW_FACTOR);
        progress.accept(detector + ": " + node + " is slow");
        found = awaitNamed(manager, load, node);
        if (withReads) {
          awaitFills(manager, load);
        }
      }
      figures.put("detector", detector).put("windowSeconds", WINDOW_SECONDS);
      figures.put("falseAccusations", accused).put("namedAfterSeconds", found.seconds());
      figures.put("reason", found.reason());
      String named =
          String.format(
              Locale.ROOT,
              "%n%s over %d s; %d clients, scheme %s, Zipf %.1f%n  false accusations while healthy  %d%n  named after                     "
                  + " %.1f s (%.2f windows)%n  by                               %s%n",
              detector,
              WINDOW_SECONDS,
              kind.clients(),
              kind.scheme(),
              kind.zipf(),
              accused,
              found.seconds(),
              found.seconds() / WINDOW_SECONDS,
              found.reason());
      return withReads ? named + reads(cluster, manager, node, healthy, figures) : named;
    }
  }

  private List<Long> healthyParallelNanos(LocalCluster cluster) throws IOException {
    List<Long> nanos = new ArrayList<>();
    try (FileSystem fs = BenchFiles.evenkeel(cluster, "parallel")) {
      BenchFiles.read(fs, MixedLoad.path(0), PIECES, 0);
      for (int file = 0; file < FILES; file++) {
        nanos.add(BenchFiles.read(fs, MixedLoad.path(file), PIECES, file));
      }
    }
    return nanos;
  }

  /** Two windows of healthy load; how many nodes were accused of anything meanwhile. */
  private int watchHealthy(ManagerWatch manager, MixedLoad load, String detector)
      throws IOException, InterruptedException {
    int accused = 0;
    for (int second = 0; second < 2 * WINDOW_SECONDS; second++) {
      progress.accept(detector + ": healthy, " + load.operations() + " operations");
      TimeUnit.SECONDS.sleep(1);
      accused = Math.max(accused, manager.stragglers().size());
      load.check();
    }
    return accused;
  }

  /**
   * A node was named.
   *
   * @param seconds how long it took; not a number when it was not named in six windows
   */
  private record Named(double seconds, String reason) {}

  private static Named awaitNamed(ManagerWatch manager, MixedLoad load, NodeId node)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(6L * WINDOW_SECONDS)) {
      for (NodeLoad named : manager.stragglers()) {
        if (named.node().equals(node)) {
          return new Named((System.nanoTime() - start) / 1e9, named.reason());
        }
      }
      load.check();
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return new Named(Double.NaN, "nobody");
  }

  private void awaitFills(ManagerWatch manager, MixedLoad load)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS_MAX);
    int quiet = 0;
    while (quiet < 3 && System.nanoTime() < end) {
      TimeUnit.SECONDS.sleep(1);
      load.check();
      ManagerStatus status = manager.status();
      int open = status.policy().wantedFills() + status.policy().runningFills();
      quiet = open == 0 ? quiet + 1 : 0;
      progress.accept("prefetching: " + open + " stripes to go");
    }
  }

  private String reads(
      LocalCluster cluster,
      ManagerWatch manager,
      NodeId node,
      List<Long> healthyNanos,
      ObjectNode figures)
      throws IOException {
    List<Integer> touching = new ArrayList<>();
    List<Integer> covered = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      ExplainedFile known = ExplainedFile.of(MixedLoad.path(file), cluster.evenkeelConfiguration());
      List<Stripe> stripes = known.stripes();
      if (stripes.stream().anyMatch(s -> s.replicas().contains(List.of(node)))) {
        touching.add(file);
        if (manager.isCached(stripes)) {
          covered.add(file);
        }
      }
    }
    List<Long> nanos = new ArrayList<>();
    try (EvenkeelFileSystem fs = BenchFiles.evenkeel(cluster, "adaptive")) {
      for (int round = 0; round < runs + 1; round++) {
        for (int file : covered) {
          long took = BenchFiles.read(fs, MixedLoad.path(file), PIECES, file);
          if (round > 0) {
            nanos.add(took);
          }
        }
      }
    }
    figures.put("touchingFiles", touching.size()).put("coveredFiles", covered.size());
    double healthy = BenchFiles.medianMillis(healthyNanos);
    BenchResult.millis(figures, "healthyParallelMillis", healthyNanos);
    BenchResult.millis(figures, "coveredMillis", nanos);
    double p95 = Quantiles.millis(nanos, 0.95);
    return String.format(
        Locale.ROOT,
        "  files that touch it              %d, parity cached of %d (%d prefetched, %d fills done)%n"
            + "  healthy parallel read            median %.0f ms%n"
            + "  reads of the %2d with parity      median %.0f ms, p95 %.0f ms: %.2f x healthy"
            + " parallel (%d reads)%n",
        touching.size(),
        covered.size(),
        manager.status().policy().prefetchedStripes(),
        manager.status().policy().doneFills(),
        healthy,
        covered.size(),
        nanos.isEmpty() ? Double.NaN : BenchFiles.medianMillis(nanos),
        p95,
        p95 / healthy,
        nanos.size());
  }
}
