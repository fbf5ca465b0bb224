package io.evenkeel.cli.demo;

import io.evenkeel.sim.chance.Quantiles;
import java.util.List;

/**
 * One line of the result.
 *
 * @param samples every read, in their order
 */
public record DemoRow(String scheme, boolean straggler, List<Sample> samples, long fileBytes) {
  private static final double NANOS_PER_MILLI = 1e6;

  public DemoRow {
    samples = List.copyOf(samples);
  }

  int runs() {
    return samples.size();
  }

  /** In their order. */
  List<Double> millis() {
    return samples.stream().map(sample -> sample.nanos() / NANOS_PER_MILLI).toList();
  }

  double medianMillis() {
    return Quantiles.medianMillis(samples.stream().map(Sample::nanos).toList());
  }

  double maxMillis() {
    return samples.stream().mapToLong(Sample::nanos).max().orElseThrow() / NANOS_PER_MILLI;
  }

  /** The median payload over the file's size. */
  double payloadRatio() {
    return Quantiles.median(samples.stream().map(Sample::payloadBytes).toList())
        / Math.max(1, fileBytes);
  }

  /** How many runs gave the right bytes. */
  int verified() {
    return (int) samples.stream().filter(Sample::verified).count();
  }
}
