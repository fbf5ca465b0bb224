package io.evenkeel.http;

import java.time.Duration;

/**
 * How often DataNodes are asked for their counters.
 *
 * @param interval from one round to the next; a DataNode itself refreshes them every 10 s
 * @param timeout for one request, connecting included
 * @param maxRequests under way at once
 */
public record JmxSettings(Duration interval, Duration timeout, int maxRequests) {
  public JmxSettings {
    if (interval.isNegative()
        || interval.isZero()
        || timeout.isNegative()
        || timeout.isZero()
        || maxRequests <= 0) {
      throw new IllegalArgumentException(
          "asking DataNodes needs positive limits, got %s, %s and %d"
              .formatted(interval, timeout, maxRequests));
    }
  }

  /** Every 10 s, 2 s for an answer, 8 at once. */
  public static JmxSettings defaults() {
    return new JmxSettings(Duration.ofSeconds(10), Duration.ofSeconds(2), 8);
  }
}
