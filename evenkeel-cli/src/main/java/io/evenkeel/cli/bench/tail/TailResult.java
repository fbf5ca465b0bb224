package io.evenkeel.cli.bench.tail;

import io.evenkeel.cli.bench.Latencies;

/**
 * What one client did in a row.
 *
 * @param delayMillis what the slow node waited before each read; 0 when it did not
 * @param healthy while all nodes were
 * @param slow while one was not
 */
record TailResult(TailRow row, String client, long delayMillis, Part healthy, Part slow) {
  /**
   * One phase.
   *
   * @param sentRatio bytes that DataNodes sent by bytes asked
   * @param duplicated bytes asked beside a node that might still answer, by bytes asked; 0 for the
   *     stock client
   */
  record Part(Latencies latencies, double sentRatio, double duplicated) {}

  double healthyMillis() {
    return healthy.latencies().percentileMillis(row.load().percentile());
  }

  double slowMillis() {
    return slow.latencies().percentileMillis(row.load().percentile());
  }

  /** The slow phase's percentile by the healthy one's. */
  double ratio() {
    return slowMillis() / healthyMillis();
  }

  double firstRatio() {
    Load load = row.load();
    return slow.latencies().percentileMillis(load.percentile(), load.firsts()) / healthyMillis();
  }
}
