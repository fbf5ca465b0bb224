package io.evenkeel.cli.demo;

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
    return median(samples.stream().map(Sample::nanos).sorted().toList()) / NANOS_PER_MILLI;
  }

  double maxMillis() {
    return samples.stream().mapToLong(Sample::nanos).max().orElseThrow() / NANOS_PER_MILLI;
  }

  /** The median payload over the file's size. */
  double payloadRatio() {
    return median(samples.stream().map(Sample::payloadBytes).sorted().toList()) / fileBytes;
  }

  /** How many runs gave the right bytes. */
  int verified() {
    return (int) samples.stream().filter(Sample::verified).count();
  }

  private static double median(List<Long> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0;
  }
}
