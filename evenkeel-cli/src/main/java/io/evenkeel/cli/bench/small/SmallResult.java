package io.evenkeel.cli.bench.small;

/**
 * What one client did in a row.
 *
 * @param delayMillis what the slow node waited before each read; 0 when it was stopped
 * @param healthySentRatio bytes that DataNodes sent by bytes asked, while all were healthy
 * @param slowSentRatio the same while one was not
 * @param healthyDuplicated bytes asked beside a node that might still answer, by bytes asked, while
 *     all were healthy; 0 for the stock client
 * @param slowDuplicated the same while one was not
 */
record SmallResult(
    SmallRow row,
    String client,
    long delayMillis,
    Latencies healthy,
    Latencies slow,
    double healthySentRatio,
    double slowSentRatio,
    double healthyDuplicated,
    double slowDuplicated) {
  static final int FIRST_READS = 1000;

  /** The slow phase's 99th percentile by the healthy one's. */
  double p99Ratio() {
    return slow.p99Millis() / healthy.p99Millis();
  }

  double firstP99Ratio() {
    return slow.p99Millis(FIRST_READS) / healthy.p99Millis();
  }
}
