package io.evenkeel.cli.bench.striped;

import io.evenkeel.sim.chance.Quantiles;
import java.util.List;

/**
 * The reads of one client in one phase.
 *
 * @param nanos of each read, from before the open until after the close
 * @param sentBytes what the DataNodes sent for all of them, packet headers included
 * @param cpuNanos of the process that read, of new ones all of them, its JVM's threads included
 * @param gaveUp whether a read did not end in time, and no more were made
 */
record StripedResult(
    String row,
    String phase,
    String client,
    List<Long> nanos,
    long fileBytes,
    long sentBytes,
    long cpuNanos,
    boolean gaveUp) {
  double firstMillis() {
    return nanos.isEmpty() ? Double.NaN : nanos.get(0) / 1e6;
  }

  double medianMillis() {
    return Quantiles.medianMillis(nanos);
  }

  /** By the nearest rank; of few reads the largest. */
  double millis(double quantile) {
    return Quantiles.millis(nanos, quantile);
  }

  double sentRatio() {
    return nanos.isEmpty() ? Double.NaN : (double) sentBytes / nanos.size() / fileBytes;
  }

  double cpuMillis() {
    return nanos.isEmpty() ? Double.NaN : cpuNanos / 1e6 / nanos.size();
  }
}
