package io.evenkeel.core.engine;

import java.time.Duration;

/**
 * The bounds and thresholds of reads. Every component is a configuration key of the client.
 *
 * @param reservedBytes what one read may hold in buffers
 * @param maxGroups how many groups may be under way at once
 * @param skipDepth how many dropped slices at a lane's head make it lag
 * @param lateFactor how many times the expected time a slice may take before it is late; 0 where
 *     that does not count
 * @param lateFloorNanos no slice is late before this
 * @param openNanos what opening a lane may take besides
 * @param coldNanosPerByte the expected pace while no lane has shown one
 * @param lagMemoryNanos how long a node that lagged is avoided, and a source that failed not asked
 * @param stallNanos with no arrival for so long while the caller waits, the stock read takes over
 * @param extraRatio extra bytes that lateness may cost, over the bytes delivered
 * @param extraBurstBytes extra bytes that lateness, and likewise reading around a node, may cost at
 *     once; at most a PiB
 * @param detourRatio extra bytes that reading around a node known to lag may cost, over the bytes
 *     of the whole read
 * @param idleNanos a lane that owes nothing for so long is closed
 * @param initialBytes what a read may hold before its caller has taken anything, or two groups
 *     where those are more
 * @param growth how much more it may hold for every byte that its caller has taken, up to {@code
 *     reservedBytes}
 * @param firstNanos while no lane has shown a pace, none of several is late before this: that all
 *     of them are slow is rarely the nodes' fault
 */
public record ReadLimits(
    long reservedBytes,
    int maxGroups,
    int skipDepth,
    double lateFactor,
    long lateFloorNanos,
    long openNanos,
    double coldNanosPerByte,
    long lagMemoryNanos,
    long stallNanos,
    double extraRatio,
    long extraBurstBytes,
    double detourRatio,
    long idleNanos,
    long initialBytes,
    double growth,
    long firstNanos) {
  /**
   * What has brought nothing for so long hangs, or longer where nodes have queues: whoever waits
   * for it is denied nothing more to get around it.
   */
  public static final long SILENT_NANOS = Duration.ofSeconds(1).toNanos();

  /** More than anybody reads, and little enough to be added up. */
  private static final long EXTRA_BURST_BYTES_MAX = 1L << 50;

  public ReadLimits {
    if (reservedBytes <= 0 || maxGroups <= 0 || skipDepth <= 0) {
      throw new IllegalArgumentException(
          "reservedBytes, maxGroups and skipDepth must be > 0, got "
              + reservedBytes
              + ", "
              + maxGroups
              + ", "
              + skipDepth);
    }
    if (!(lateFactor == 0 || lateFactor >= 1)
        || lateFloorNanos < 0
        || openNanos < 0
        || firstNanos < 0
        || !(coldNanosPerByte > 0)) {
      throw new IllegalArgumentException(
          "lateFactor must be 0 or >= 1 and the expected times positive, got "
              + lateFactor
              + ", "
              + lateFloorNanos
              + ", "
              + openNanos
              + ", "
              + firstNanos
              + ", "
              + coldNanosPerByte);
    }
    if (lagMemoryNanos < 0 || stallNanos <= 0 || extraRatio < 0 || extraBurstBytes < 0) {
      throw new IllegalArgumentException(
          "lagMemoryNanos, extraRatio and extraBurstBytes must be >= 0 and stallNanos > 0, got "
              + lagMemoryNanos
              + ", "
              + extraRatio
              + ", "
              + extraBurstBytes
              + ", "
              + stallNanos);
    }
    extraBurstBytes = Math.min(extraBurstBytes, EXTRA_BURST_BYTES_MAX);
    if (idleNanos <= 0 || initialBytes <= 0 || !(growth >= 1)) {
      throw new IllegalArgumentException(
          "idleNanos and initialBytes must be > 0 and growth >= 1, got "
              + idleNanos
              + ", "
              + initialBytes
              + ", "
              + growth);
    }
  }

  /** The defaults of docs/CONFIGURATION.md. */
  public static ReadLimits defaults() {
    return new ReadLimits(
        64L << 20,
        4,
        3,
        3.0,
        Duration.ofMillis(25).toNanos(),
        Duration.ofMillis(30).toNanos(),
        30e6 / (1 << 20),
        Duration.ofSeconds(5).toNanos(),
        Duration.ofSeconds(65).toNanos(),
        0.1,
        16L << 20,
        1.0,
        Duration.ofSeconds(2).toNanos(),
        4L << 20,
        4,
        Duration.ofSeconds(1).toNanos());
  }

  /** These limits with another memory reservation. */
  public ReadLimits withReservedBytes(long bytes) {
    return with(bytes, growth, lagMemoryNanos);
  }

  /** These limits with another time for which a node that lagged is avoided. */
  public ReadLimits withLagMemory(long nanos) {
    return with(reservedBytes, growth, nanos);
  }

  /** These limits with a read-ahead that grows at least so fast with what is taken. */
  public ReadLimits withGrowthAtLeast(double least) {
    return with(reservedBytes, Math.max(growth, least), lagMemoryNanos);
  }

  /**
   * These limits for a small read: late after so long, its lane's opening and its bytes included,
   * whatever others bring.
   */
  public ReadLimits withLateness(long lateNanos) {
    return new ReadLimits(
        reservedBytes,
        maxGroups,
        skipDepth,
        0,
        lateNanos,
        lateNanos,
        coldNanosPerByte,
        lagMemoryNanos,
        stallNanos,
        extraRatio,
        extraBurstBytes,
        detourRatio,
        idleNanos,
        initialBytes,
        growth,
        0);
  }

  private ReadLimits with(long bytes, double ahead, long lagMemory) {
    return new ReadLimits(
        bytes,
        maxGroups,
        skipDepth,
        lateFactor,
        lateFloorNanos,
        openNanos,
        coldNanosPerByte,
        lagMemory,
        stallNanos,
        extraRatio,
        extraBurstBytes,
        detourRatio,
        idleNanos,
        initialBytes,
        ahead,
        firstNanos);
  }
}
