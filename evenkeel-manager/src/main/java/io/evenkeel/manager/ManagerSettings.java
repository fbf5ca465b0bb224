package io.evenkeel.manager;

import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.policy.load.RateSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import java.time.Duration;
import java.util.Objects;

/**
 * The manager's limits, and what it decides by.
 *
 * @param capacityBytes the allocated bytes that each cache node may hold for this manager
 * @param timeToLive how long a key lives without being renewed; keys are renewed three times as
 *     often
 * @param maxStripes known stripes, cached or not; {@link #heapBytes} says what they take
 * @param usedBytesEvery how often each cache node is asked for its used bytes
 * @param policy what is cached; its history holds {@code maxStripes} whatever it says
 * @param detector the straggler detector's name
 * @param window how far back the service rates of storage nodes look
 * @param evaluateEvery how often they are judged
 * @param fillDelay how long wanted parity waits for a reader to make it before it is ordered
 * @param fillBytesPerSecond the data that orders given out may have read, all together
 * @param lease how long room stays unpublished unless it is asked for again, and an order
 *     unreserved for, before it is taken back; at most the time to live
 * @param oneBlockStripes whether the parity of stripes of one block, which is a copy of it, is made
 *     for reads too
 * @param largestFileBytes 0 where the policy decides stripe by stripe; else it does by file, and
 *     for one so large room is set aside as it is written, and no stripe beyond it gets parity then
 */
public record ManagerSettings(
    long capacityBytes,
    Duration timeToLive,
    int maxStripes,
    Duration usedBytesEvery,
    CsacSettings policy,
    String detector,
    Duration window,
    Duration evaluateEvery,
    Duration fillDelay,
    long fillBytesPerSecond,
    Duration lease,
    boolean oneBlockStripes,
    long largestFileBytes) {
  /** A PiB: what is added up of several nodes can be counted. */
  public static final long CAPACITY_BYTES_MAX = 1L << 50;

  private static final int STRIPES_DEFAULT = 1 << 20;

  /** Of one that is cached, by {@code ./evenkeel bench manager}. */
  private static final int FIXED_BYTES_PER_STRIPE = 450;

  private static final long FILL_BYTES_PER_SECOND_DEFAULT = 64L << 20;
  private static final long LARGEST_FILE_BYTES_DEFAULT = 1L << 30;
  private static final int CREDIT_SHARE = 16;
  private static final long CREDIT_BYTES_MAX = 1L << 30;
  private static final Duration LEASE_DEFAULT = Duration.ofSeconds(60);

  public ManagerSettings {
    Objects.requireNonNull(policy, "policy is null");
    StragglerDetectors.named(detector);
    requirePositive("usedBytesEvery", usedBytesEvery);
    requirePositive("window", window);
    requirePositive("evaluateEvery", evaluateEvery);
    requirePositive("lease", lease);
    if (capacityBytes < 0
        || capacityBytes > CAPACITY_BYTES_MAX
        || maxStripes <= 0
        || timeToLive.toMillis() < ManagerApi.RENEWALS_PER_LIFE) {
      throw new IllegalArgumentException(
          ("a manager needs capacityBytes of 0 to %d, timeToLive >= 3 ms and maxStripes > 0,"
                  + " got %d, %s, %d")
              .formatted(CAPACITY_BYTES_MAX, capacityBytes, timeToLive, maxStripes));
    }
    if (fillBytesPerSecond <= 0 || fillDelay.isNegative() || lease.compareTo(timeToLive) > 0) {
      throw new IllegalArgumentException(
          ("a manager needs fillBytesPerSecond > 0, fillDelay >= 0 and lease <= timeToLive (%s),"
                  + " got %d, %s and %s")
              .formatted(timeToLive, fillBytesPerSecond, fillDelay, lease));
    }
    boolean isByFile = largestFileBytes != 0;
    if (largestFileBytes < 0
        || largestFileBytes > CAPACITY_BYTES_MAX
        || (isByFile && !policy.evictAtDecision())) {
      throw new IllegalArgumentException(
          ("a manager that caches by files needs largestFileBytes of 1 to %d and a policy that evicts"
                  + " when it decides, got %d and %s")
              .formatted(CAPACITY_BYTES_MAX, largestFileBytes, policy));
    }
  }

  private static void requirePositive(String name, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " must be > 0, got " + duration);
    }
  }

  /** The defaults for nodes of this size. */
  public static ManagerSettings of(long capacityBytes, Duration timeToLive) {
    return new ManagerSettings(
        capacityBytes,
        timeToLive,
        STRIPES_DEFAULT,
        Duration.ofSeconds(5),
        CsacSettings.DEFAULT,
        StragglerDetectors.defaultDetector().name(),
        Duration.ofNanos(RateSettings.defaults().windowNanos()),
        Duration.ofSeconds(5),
        Duration.ofSeconds(2),
        FILL_BYTES_PER_SECOND_DEFAULT,
        LEASE_DEFAULT.compareTo(timeToLive) < 0 ? LEASE_DEFAULT : timeToLive,
        false,
        0);
  }

  /** The heap that all known stripes take at most, cached and with paths as long as may be. */
  public long heapBytes() {
    int perUnit = largestFileBytes == 0 ? 0 : KnownFiles.BYTES_PER_FILE;
    return maxStripes
        * ((long) FIXED_BYTES_PER_STRIPE + StripeTable.VARIABLE_BYTES_MEAN_MAX + perUnit);
  }

  /**
   * What is kept free on each node, so that parity can be stored before what it displaces goes: as
   * much as may go on credit. Nothing where victims go with the decision.
   */
  public long spareBytes() {
    return policy.evictAtDecision() ? 0 : creditBytes();
  }

  /**
   * What may be given up on each node for parity that nobody has stored yet ({@link
   * DisplacementCredit}): a sixteenth, and no more than a GiB.
   */
  long creditBytes() {
    return Math.min(capacityBytes / CREDIT_SHARE, CREDIT_BYTES_MAX);
  }

  /** The same by files, of which so large ones at most get their parity as they are written. */
  public ManagerSettings byFiles(long bytes) {
    return new ManagerSettings(
        capacityBytes,
        timeToLive,
        maxStripes,
        usedBytesEvery,
        policy,
        detector,
        window,
        evaluateEvery,
        fillDelay,
        fillBytesPerSecond,
        lease,
        oneBlockStripes,
        bytes);
  }

  /** The same with other bounds. */
  public ManagerSettings withLimits(int stripes, Duration sampling) {
    return new ManagerSettings(
        capacityBytes,
        timeToLive,
        stripes,
        sampling,
        policy,
        detector,
        window,
        evaluateEvery,
        fillDelay,
        fillBytesPerSecond,
        lease,
        oneBlockStripes,
        largestFileBytes);
  }

  /** The same with another cache policy. */
  public ManagerSettings withPolicy(CsacSettings csac) {
    return new ManagerSettings(
        capacityBytes,
        timeToLive,
        maxStripes,
        usedBytesEvery,
        csac,
        detector,
        window,
        evaluateEvery,
        fillDelay,
        fillBytesPerSecond,
        lease,
        oneBlockStripes,
        largestFileBytes);
  }

  /** The same with another judgement of storage nodes. */
  public ManagerSettings withDetector(String name, Duration rateWindow, Duration every) {
    return new ManagerSettings(
        capacityBytes,
        timeToLive,
        maxStripes,
        usedBytesEvery,
        policy,
        name,
        rateWindow,
        every,
        fillDelay,
        fillBytesPerSecond,
        lease,
        oneBlockStripes,
        largestFileBytes);
  }

  /** The same with other rules for making parity. */
  public ManagerSettings withFills(Duration delay, long bytesPerSecond, Duration leaseTime) {
    return new ManagerSettings(
        capacityBytes,
        timeToLive,
        maxStripes,
        usedBytesEvery,
        policy,
        detector,
        window,
        evaluateEvery,
        delay,
        bytesPerSecond,
        leaseTime,
        oneBlockStripes,
        largestFileBytes);
  }

  /**
   * POCache's rule: Algorithm 1 as printed, by files, with prefetching; three sigma; and parity of
   * whatever is read, be it of one block. docs/PAPERS.md says what stays as it is by other
   * policies.
   */
  public ManagerSettings asInThePaper() {
    return new ManagerSettings(
        capacityBytes,
        timeToLive,
        maxStripes,
        usedBytesEvery,
        CsacSettings.PAPER,
        "three-sigma",
        window,
        evaluateEvery,
        fillDelay,
        fillBytesPerSecond,
        lease,
        true,
        LARGEST_FILE_BYTES_DEFAULT);
  }
}
