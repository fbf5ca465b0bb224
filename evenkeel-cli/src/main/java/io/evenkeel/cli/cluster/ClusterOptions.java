package io.evenkeel.cli.cluster;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.ByteSize;
import io.evenkeel.core.log.ByteText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What kind of cluster to start. */
final class ClusterOptions {
  private static final int PLACEMENT_WIDTH = 4;
  private static final int NODES_MAX = 64;
  private static final long RATE_MIN = 1000;
  private static final long CHUNK_BYTES = 512;
  private static final long CACHE_MIN = 1 << 20;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** How many nodes a stripe leaves over, so that placement has a choice. */
  private static final int SPARE_NODES = 2;

  @Option(
      names = "--datanodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "DataNodes, a process each. Default: ${DEFAULT-VALUE}.")
  private int dataNodes;

  @Option(
      names = "--rate",
      paramLabel = "BYTES",
      defaultValue = "64m",
      converter = ByteSize.class,
      description =
          "What a healthy DataNode reads in a second, 0 for no limit; keep it well below what the"
              + " machine can do. Default: ${DEFAULT-VALUE}.")
  private long rateBytesPerSecond;

  @Option(
      names = "--redis",
      paramLabel = "C",
      defaultValue = "2",
      description = "Redis servers. Default: ${DEFAULT-VALUE}.")
  private int redisServers;

  @Option(
      names = "--block-size",
      paramLabel = "BYTES",
      defaultValue = "16m",
      converter = ByteSize.class,
      description = "The clients' block size. Default: ${DEFAULT-VALUE}.")
  private long blockSizeBytes;

  @Option(
      names = "--replication",
      paramLabel = "R",
      defaultValue = "1",
      description = "The clients' replication. Default: ${DEFAULT-VALUE}.")
  private int replication;

  @Option(
      names = "--cache",
      paramLabel = "BYTES",
      defaultValue = "512m",
      converter = ByteSize.class,
      description =
          "What the manager keeps in all Redis servers together at most. Default:"
              + " ${DEFAULT-VALUE}.")
  private long cacheBytes;

  @Option(names = "--no-manager", description = "Start no manager and no filler.")
  private boolean withoutManager;

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  /** Throws ParameterException for a cluster that cannot be. */
  ClusterSettings settings(Path folder) {
    check();
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

  private void check() {
    Bounds.require(spec, "--datanodes", dataNodes, 1, NODES_MAX);
    Bounds.require(spec, "--redis", redisServers, 0, NODES_MAX);
    require(
        withoutManager || redisServers > 0,
        "--redis takes 1 or more where there is a manager, got 0; or say --no-manager");
    require(
        rateBytesPerSecond == 0 || rateBytesPerSecond >= RATE_MIN,
        "--rate takes 0 for no limit, or 1000 bytes a second or more, got "
            + ByteText.exactly(rateBytesPerSecond));
    require(
        blockSizeBytes > 0 && blockSizeBytes % CHUNK_BYTES == 0,
        "--block-size takes a multiple of 512 bytes, got " + ByteText.exactly(blockSizeBytes));
    require(
        replication >= 1 && replication <= dataNodes,
        "--replication takes 1 to what --datanodes is, got --replication %d with --datanodes %d"
            .formatted(replication, dataNodes));
    Bounds.requireBytes(spec, "--cache", cacheBytes, CACHE_MIN, Long.MAX_VALUE);
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

  /** For people: what the cluster consists of. */
  static String describe(ClusterSettings settings) {
    return "a NameNode, "
        + settings.dataNodes()
        + " DataNodes "
        + NodeRate.text(settings.rateBytesPerSecond())
        + ", "
        + settings.redisServers()
        + " Redis servers, "
        + (settings.withManager() ? "the manager and a filler" : "no manager");
  }
}
