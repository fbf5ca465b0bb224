package io.evenkeel.manager;

import java.time.Duration;
import java.util.Objects;

/**
 * The manager's limits.
 *
 * @param capacityBytes the allocated bytes that each cache node may hold for this manager
 * @param timeToLive how long a key lives without being renewed, and how long a reservation may stay
 *     unpublished; keys are renewed three times as often
 * @param evictOnReserve whether published stripes make room for new ones
 * @param maxStripes published and reserved stripes together
 * @param sampleEvery how often each node is asked for its used bytes
 */
public record ManagerSettings(
    long capacityBytes,
    Duration timeToLive,
    boolean evictOnReserve,
    int maxStripes,
    Duration sampleEvery) {
  public ManagerSettings {
    Objects.requireNonNull(timeToLive, "timeToLive is null");
    Objects.requireNonNull(sampleEvery, "sampleEvery is null");
    if (capacityBytes < 0
        || maxStripes <= 0
        || timeToLive.toMillis() < 3
        || sampleEvery.isNegative()
        || sampleEvery.isZero()) {
      throw new IllegalArgumentException(
          ("a manager needs capacityBytes >= 0, timeToLive >= 3 ms, maxStripes > 0 and"
                  + " sampleEvery > 0, got %d, %s, %d and %s")
              .formatted(capacityBytes, timeToLive, maxStripes, sampleEvery));
    }
  }

  /** The defaults for nodes of this size. */
  public static ManagerSettings of(long capacityBytes, Duration timeToLive) {
    return new ManagerSettings(capacityBytes, timeToLive, true, 100_000, Duration.ofSeconds(5));
  }
}
