package io.evenkeel.cli;

import io.evenkeel.cluster.ClusterSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What kind of cluster to start. */
final class ClusterOptions {
  private static final int PLACEMENT_WIDTH = 4;

  /** How many nodes a stripe leaves over, so that placement has a choice. */
  private static final int SPARE_NODES = 2;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "DataNodes, a process each (default: ${DEFAULT-VALUE}).")
  private int dataNodes;

  @Option(
      names = "--rate",
      paramLabel = "BYTES",
      defaultValue = "64M",
      converter = ByteSize.class,
      description =
          "What a healthy DataNode reads in a second, 0 for no limit; keep it well below what the"
              + " machine can do (default: ${DEFAULT-VALUE}).")
  private long rateBytesPerSecond;

  @Option(
      names = "--redis",
      paramLabel = "C",
      defaultValue = "2",
      description = "Redis servers (default: ${DEFAULT-VALUE}).")
  private int redisServers;

  @Option(
      names = "--block-size",
      paramLabel = "BYTES",
      defaultValue = "16M",
      converter = ByteSize.class,
      description = "The clients' block size (default: ${DEFAULT-VALUE}).")
  private long blockSizeBytes;

  @Option(
      names = "--replication",
      paramLabel = "R",
      defaultValue = "1",
      description = "The clients' replication (default: ${DEFAULT-VALUE}).")
  private int replication;

  @Option(
      names = "--cache",
      paramLabel = "BYTES",
      defaultValue = "512M",
      converter = ByteSize.class,
      description = "What the manager keeps in Redis at most (default: ${DEFAULT-VALUE}).")
  private long cacheBytes;

  @Option(names = "--no-manager", description = "Start no manager and no filler.")
  private boolean withoutManager;

  /** Throws IllegalArgumentException for a cluster that cannot be. */
  ClusterSettings settings(Path folder) {
    return ClusterSettings.builder()
        .dataNodes(dataNodes)
        .rateBytesPerSecond(rateBytesPerSecond)
        .redisServers(redisServers)
        .blockSizeBytes(blockSizeBytes)
        .replication(replication)
        .cacheBytes(cacheBytes)
        .placementWidth(Math.max(1, Math.min(PLACEMENT_WIDTH, dataNodes - SPARE_NODES)))
        .withManager(!withoutManager)
        .withFiller(!withoutManager)
        .folder(folder)
        .build();
  }

  /** The arguments that give these options again. */
  List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--datanodes=" + dataNodes,
                "--rate=" + rateBytesPerSecond,
                "--redis=" + redisServers,
                "--block-size=" + blockSizeBytes,
                "--replication=" + replication,
                "--cache=" + cacheBytes));
    if (withoutManager) {
      arguments.add("--no-manager");
    }
    return arguments;
  }

  private static String rate(long bytesPerSecond) {
    return bytesPerSecond == 0
        ? "without a limit"
        : "at " + ByteSize.text(bytesPerSecond) + "/s each";
  }

  /** For people: what the cluster consists of. */
  static String describe(ClusterSettings settings) {
    return "a NameNode, "
        + settings.dataNodes()
        + " DataNodes "
        + rate(settings.rateBytesPerSecond())
        + ", "
        + settings.redisServers()
        + " Redis servers, "
        + (settings.withManager() ? "the manager and a filler" : "no manager");
  }
}
