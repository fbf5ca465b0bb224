package io.evenkeel.cluster;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a {@link LocalCluster} is made of. {@link #builder()} starts from the defaults.
 *
 * @param dataNodes how many DataNodes
 * @param redisServers how many Redis servers, the cache nodes; at least one with a manager
 * @param rateBytesPerSecond what each DataNode reads at most, for all its readers together; 0 for
 *     as much as it can
 * @param writeRateBytesPerSecond what each DataNode takes at most from all its writers; 0 for as
 *     much as it can
 * @param blockSizeBytes the clients' default; a multiple of 512
 * @param replication the clients' default
 * @param placementWidth how many consecutive blocks of a file go to distinct nodes; 1 is stock
 *     placement
 * @param cacheBytes the manager's capacity over all Redis servers; each server alone may hold it
 *     all
 * @param withManager whether to run the manager
 * @param managerArguments what the manager is told beyond where it listens, its cache nodes, their
 *     capacity and how many stripes it may know
 * @param withFiller whether to run a filler, which makes the parity that the manager wants; takes a
 *     manager
 * @param jvmPerDataNode whether a single DataNode can be stopped, killed and restarted; otherwise
 *     all share one JVM, which starts sooner
 * @param folder the cluster's own folder: it is created, must not exist, and is removed at the end;
 *     empty for one in the system's temporary folder
 * @param startTimeout how long a start or restart may take
 */
public record ClusterSettings(
    int dataNodes,
    int redisServers,
    long rateBytesPerSecond,
    long writeRateBytesPerSecond,
    long blockSizeBytes,
    int replication,
    int placementWidth,
    long cacheBytes,
    boolean withManager,
    List<String> managerArguments,
    boolean withFiller,
    boolean jvmPerDataNode,
    Optional<Path> folder,
    Duration startTimeout) {
  private static final int CHECKSUM_CHUNK_BYTES = 512;
  private static final int DATA_NODES_MAX = 64;
  private static final int REDIS_SERVERS_MAX = 64;
  private static final long MIB = 1 << 20;

  public ClusterSettings {
    check(dataNodes >= 1 && dataNodes <= DATA_NODES_MAX, "1 to 64 DataNodes", dataNodes);
    check(
        redisServers >= 0 && redisServers <= REDIS_SERVERS_MAX,
        "0 to 64 Redis servers",
        redisServers);
    check(
        !withFiller || redisServers >= 1, "at least one Redis server with a filler", redisServers);
    managerArguments = List.copyOf(managerArguments);
    check(withManager || !withFiller, "a manager with a filler", 0);
    check(
        rateBytesPerSecond == 0 || rateBytesPerSecond >= 1000,
        "a rate of 0 or at least 1000 bytes a second",
        rateBytesPerSecond);
    check(
        writeRateBytesPerSecond == 0 || writeRateBytesPerSecond >= 1000,
        "a write rate of 0 or at least 1000 bytes a second",
        writeRateBytesPerSecond);
    check(
        blockSizeBytes > 0 && blockSizeBytes % CHECKSUM_CHUNK_BYTES == 0,
        "a block size that is a multiple of 512",
        blockSizeBytes);
    check(
        replication >= 1 && replication <= dataNodes,
        "a replication of 1 to the number of DataNodes",
        replication);
    check(placementWidth >= 1, "a placement width of 1 or more", placementWidth);
    check(cacheBytes >= MIB, "a cache of at least 1 MiB", cacheBytes);
    requireNonNull(folder, "folder");
    requireNonNull(startTimeout, "startTimeout");
  }

  /** Six throttled DataNodes with a JVM each, two Redis servers, and the manager. */
  public static ClusterSettings defaults() {
    return builder().build();
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** The memory limit of one Redis server: the whole cache and what the server needs itself. */
  long redisMemoryBytes() {
    return cacheBytes + cacheBytes / 4 + 32 * MIB;
  }

  /** What the manager may keep on each of the Redis servers. */
  long cacheBytesPerServer() {
    return (cacheBytes + redisServers - 1) / redisServers;
  }

  private static void check(boolean holds, String wanted, long found) {
    if (!holds) {
      throw new IllegalArgumentException("a cluster needs " + wanted + ", found " + found);
    }
  }

  /** Collects settings; see the record's components for their meaning. */
  public static final class Builder {
    private int dataNodes = 6;
    private int redisServers = 2;
    private long rateBytesPerSecond = 64 * MIB;
    private long writeRateBytesPerSecond;
    private long blockSizeBytes = 16 * MIB;
    private int replication = 1;
    private int placementWidth = 4;
    private long cacheBytes = 512 * MIB;
    private boolean withManager = true;
    private List<String> managerArguments = List.of();
    private boolean withFiller;
    private boolean jvmPerDataNode = true;
    private Optional<Path> folder = Optional.empty();
    private Duration startTimeout = Duration.ofMinutes(2);

    private Builder() {}

    public Builder dataNodes(int nodes) {
      dataNodes = nodes;
      return this;
    }

    public Builder redisServers(int servers) {
      redisServers = servers;
      return this;
    }

    public Builder rateBytesPerSecond(long rate) {
      rateBytesPerSecond = rate;
      return this;
    }

    public Builder writeRateBytesPerSecond(long rate) {
      writeRateBytesPerSecond = rate;
      return this;
    }

    public Builder blockSizeBytes(long size) {
      blockSizeBytes = size;
      return this;
    }

    public Builder replication(int replicas) {
      replication = replicas;
      return this;
    }

    public Builder placementWidth(int width) {
      placementWidth = width;
      return this;
    }

    public Builder cacheBytes(long bytes) {
      cacheBytes = bytes;
      return this;
    }

    public Builder withManager(boolean manager) {
      withManager = manager;
      return this;
    }

    public Builder managerArguments(List<String> arguments) {
      managerArguments = arguments;
      return this;
    }

    public Builder withFiller(boolean filler) {
      withFiller = filler;
      return this;
    }

    public Builder jvmPerDataNode(boolean own) {
      jvmPerDataNode = own;
      return this;
    }

    public Builder folder(Path path) {
      folder = Optional.of(path);
      return this;
    }

    public Builder startTimeout(Duration timeout) {
      startTimeout = timeout;
      return this;
    }

    /** Throws IllegalArgumentException for a setting out of range. */
    public ClusterSettings build() {
      return new ClusterSettings(
          dataNodes,
          redisServers,
          rateBytesPerSecond,
          writeRateBytesPerSecond,
          blockSizeBytes,
          replication,
          placementWidth,
          cacheBytes,
          withManager,
          managerArguments,
          withFiller,
          jvmPerDataNode,
          folder,
          startTimeout);
    }
  }
}
