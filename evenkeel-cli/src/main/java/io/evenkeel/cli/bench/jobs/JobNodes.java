package io.evenkeel.cli.bench.jobs;

/**
 * How the DataNodes were.
 *
 * @param rate of all of them, in words
 * @param straggler what one of them has, in words; empty when all are healthy
 */
record JobNodes(String rate, String straggler) {
  static JobNodes healthy(String rate) {
    return new JobNodes(rate, "");
  }

  JobNodes with(String straggler) {
    return new JobNodes(rate, straggler);
  }

  boolean areHealthy() {
    return straggler.isEmpty();
  }

  @Override
  public String toString() {
    return areHealthy() ? rate : rate + ", " + straggler;
  }
}
