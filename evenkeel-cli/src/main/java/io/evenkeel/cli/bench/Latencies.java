package io.evenkeel.cli.bench;

import io.evenkeel.sim.chance.Quantiles;
import java.util.Arrays;

/**
 * How long each of some operations took, in the order in which they began.
 *
 * @param unfinished how many had not ended: their time is a lower bound
 */
public record Latencies(long[] nanos, int unfinished) {
  /** The least time that so many percent of them did not exceed. */
  public double percentileMillis(int percent) {
    return percentileMillis(percent, nanos.length);
  }

  /** The same of the first so many of them, or of all if they are fewer. */
  public double percentileMillis(int percent, int first) {
    return Quantiles.millis(Arrays.copyOf(nanos, Math.min(first, nanos.length)), percent / 100.0);
  }

  public double meanMillis() {
    return Arrays.stream(nanos).average().orElse(Double.NaN) / 1e6;
  }

  public double maxMillis() {
    return percentileMillis(100);
  }
}
