package io.evenkeel.cli.demo;

import io.evenkeel.sim.chance.Quantiles;
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
    List<Long> nanos = samples.stream().map(Sample::nanos).toList();
    List<Long> payloads = samples.stream().map(Sample::payloadBytes).toList();
    return new DemoRow(
        scheme,
        straggler,
        samples.size(),
        Quantiles.median(nanos) / 1e6,
        Quantiles.millis(nanos, 1),
        Quantiles.median(payloads) / Math.max(1, fileBytes),
        (int) samples.stream().filter(Sample::verified).count());
  }
}
