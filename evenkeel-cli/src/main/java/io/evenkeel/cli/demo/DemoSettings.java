package io.evenkeel.cli.demo;

import io.evenkeel.cli.cluster.NodeRate;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.command.Bounds;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.log.ByteText;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What a demo does. Wrong settings are an IllegalArgumentException that names the option.
 *
 * @param fileBytes of the file that is written and read
 * @param seed of its bytes, where it is made
 * @param code of the parity that is cached
 * @param blockBytes empty for as long that the file is one stripe
 * @param rateBytesPerSecond what a healthy DataNode reads
 * @param runs rounds, healthy and again with stragglers
 * @param stragglers how many DataNodes become slow
 * @param slowFactor how many times slower these are
 */
public record DemoSettings(
    long fileBytes,
    long seed,
    CodeSpec code,
    OptionalLong blockBytes,
    int dataNodes,
    long rateBytesPerSecond,
    int runs,
    int stragglers,
    double slowFactor) {
  private static final long MIB = 1 << 20;
  private static final long FILE_BYTES_MAX = 1 << 30;
  private static final long BLOCK_UNIT_BYTES = 64 << 10;
  private static final long RATE_MIN = 1000;
  private static final int NODES_MAX = 64;
  private static final int SLOW_FACTOR_MAX = 1000;

  /** How many rounds a demo has at most. */
  public static final int RUNS_MAX = 1000;

  private static final int REDIS_MIN = 2;
  private static final long CACHE_BYTES_MIN = 512 * MIB;

  public DemoSettings {
    require(
        fileBytes >= 1 && fileBytes <= FILE_BYTES_MAX,
        "the demo takes a file of 1 byte to 1 GiB, got " + ByteText.exactly(fileBytes));
    require(
        code.scheme() == CodeSpec.Scheme.XOR || code.scheme() == CodeSpec.Scheme.RS,
        "--code takes one that makes parity of whole blocks, such as xor-4-1 or rs-4-2, got "
            + code);
    require(
        dataNodes > code.dataCount() && dataNodes <= NODES_MAX,
        "--datanodes takes more than the "
            + code.dataCount()
            + " data blocks of a stripe of "
            + code
            + ", and 64 at most, got "
            + dataNodes);
    blockBytes.ifPresent(
        bytes ->
            require(
                bytes >= BLOCK_UNIT_BYTES && bytes % BLOCK_UNIT_BYTES == 0,
                "--block-size takes a multiple of 64k, got " + ByteText.exactly(bytes)));
    require(
        rateBytesPerSecond >= RATE_MIN,
        "--rate takes 1000 bytes a second or more, for what has no limit cannot be slowed; got "
            + ByteText.exactly(rateBytesPerSecond));
    Bounds.require("--runs", runs, 1, RUNS_MAX);
    Bounds.require("--stragglers", stragglers, 1, dataNodes);
    require(
        slowFactor >= 1 && slowFactor <= SLOW_FACTOR_MAX,
        "--slow-factor takes 1 to 1000, got " + slowFactor);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /**
   * As set; or a k-th of the file, in whole MiB, but so short that a stream's memory holds all of a
   * stripe but one block, and what comes besides: longer ones are read one after the other
   * (ContiguousMemory).
   */
  long blockSizeBytes() {
    long part = (fileBytes + code.dataCount() - 1) / code.dataCount();
    long spareMib = 2L * code.totalCount() + 2L * code.parityCount();
    long aheadMib = ReadLimits.defaults().reservedBytes() / MIB - spareMib;
    long wideMib = Math.max(1, aheadMib / Math.max(1, code.dataCount() - 1));
    return blockBytes.orElse(Math.min((part + MIB - 1) / MIB, wideMib) * MIB);
  }

  /** How many blocks the file has. */
  int blocks() {
    return (int) ((fileBytes + blockSizeBytes() - 1) / blockSizeBytes());
  }

  /** A MiB, or the most that blocks can be cut into. */
  long subblockBytes() {
    return Math.min(MIB, Long.lowestOneBit(blockSizeBytes()));
  }

  /** A cache node for each parity of a stripe. */
  int redisServers() {
    return Math.max(REDIS_MIN, code.parityCount());
  }

  /** Room for all parity twice. */
  long cacheBytes() {
    long stripes = ((long) blocks() + code.dataCount() - 1) / code.dataCount();
    return Math.max(CACHE_BYTES_MIN, 2 * stripes * code.parityCount() * (blockSizeBytes() + MIB));
  }

  /** For people: which DataNodes are slow, and how. */
  String slowOnes() {
    return (stragglers == 1 ? "one" : String.valueOf(stragglers))
        + String.format(Locale.ROOT, " of %d DataNodes %.0f x slower", dataNodes, slowFactor);
  }

  /** For people: how long the file is, in what, and where. */
  String text() {
    return ByteText.of(fileBytes)
        + " in "
        + blocks()
        + " blocks, "
        + dataNodes
        + " DataNodes "
        + NodeRate.text(rateBytesPerSecond);
  }
}
