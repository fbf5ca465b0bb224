package io.evenkeel.cli.demo;

import java.util.List;

/**
 * One line of the result.
 *
 * @param payloadRatio the median payload over the file's size
 * @param verified how many runs gave the right bytes
 */
record DemoRow(
    String scheme,
    boolean straggler,
    int runs,
    double medianMillis,
    double maxMillis,
    double payloadRatio,
    int verified) {

  static DemoRow of(String scheme, boolean straggler, List<Sample> samples, long fileBytes) {
    List<Long> nanos = samples.stream().map(Sample::nanos).sorted().toList();
    List<Long> payloads = samples.stream().map(Sample::payloadBytes).sorted().toList();
    return new DemoRow(
        scheme,
        straggler,
        samples.size(),
        median(nanos) / 1e6,
        nanos.get(nanos.size() - 1) / 1e6,
        median(payloads) / Math.max(1, fileBytes),
        (int) samples.stream().filter(Sample::verified).count());
  }

  private static double median(List<Long> sorted) {
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0;
  }
}
