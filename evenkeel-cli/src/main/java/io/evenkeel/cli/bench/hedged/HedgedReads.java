package io.evenkeel.cli.bench.hedged;

import io.evenkeel.sim.chance.Quantiles;
import java.util.ArrayList;
import java.util.List;

/**
 * The reads of one client in one phase.
 *
 * @param phase {@code healthy}, or what the one DataNode has
 * @param nanos of each read, in their order
 * @param askedBytes of all of them
 * @param sentBytes what the DataNodes sent for all of them, packet headers included
 */
record HedgedReads(
    HedgedRow row,
    String phase,
    String client,
    List<Long> nanos,
    long askedBytes,
    long sentBytes,
    boolean hangs) {
  HedgedReads {
    nanos = List.copyOf(nanos);
  }

  static HedgedReads none(HedgedRow row, String phase, String client) {
    return new HedgedReads(row, phase, client, List.of(), 0, 0, false);
  }

  /** With more reads of the same client in the same phase. */
  HedgedReads and(List<Long> moreNanos, long moreAskedBytes, long moreSentBytes) {
    List<Long> all = new ArrayList<>(nanos);
    all.addAll(moreNanos);
    return new HedgedReads(
        row, phase, client, all, askedBytes + moreAskedBytes, sentBytes + moreSentBytes, hangs);
  }

  /** The same, and no more: a read has not ended. */
  HedgedReads andHangs() {
    return new HedgedReads(row, phase, client, nanos, askedBytes, sentBytes, true);
  }

  double medianMillis() {
    return Quantiles.medianMillis(nanos);
  }

  /** By the nearest rank; of few reads the largest. */
  double millis(double quantile) {
    return Quantiles.millis(nanos, quantile);
  }

  double firstMillis() {
    return nanos.isEmpty() ? Double.NaN : nanos.get(0) / 1e6;
  }

  double sentRatio() {
    return (double) sentBytes / askedBytes;
  }
}
