package io.evenkeel.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SimulateTextTest {
  private static List<String> lines(SimulateResult result) {
    return new SimulateText(result).text().lines().map(line -> line.replaceAll(" +", " ")).toList();
  }

  @Test
  void oneRun_isThatRun() {
    SimulateResult one = SampleRuns.alone(4);
    assertThat(new SimulateText(one).text()).isEqualTo(one.runs().first().toText());
  }

  @Test
  void severalSeeds_areTheirMedian_leastAndMost() {
    assertThat(lines(SampleRuns.alone(4, 1, 2)))
        .startsWith("scenario, seeds 1 to 3", " median least most", " reads 1000 1000 1000")
        .contains(" mean.ms 2 1 4");
  }

  @Test
  void ofOneSeed_bothAreShown_andTheRatio() {
    assertThat(lines(SampleRuns.compared(SampleRuns.stock(4), 1)))
        .startsWith(
            "scenario, seed 1",
            " this run: scheme=adaptive, event.hash 000000000000000a",
            " beside: scheme=stock, event.hash 000000000000000a",
            " this run beside ratio",
            " reads 1000 1000 1")
        .contains(" mean.ms 1 4 0.2500", " plain.bytes 0 0 none", " wall.s 3 3 1");
  }

  @Test
  void ofSeveralSeeds_ratiosAreSeedBySeed() {
    assertThat(lines(SampleRuns.compared(SampleRuns.stock(2, 4, 3), 1, 4, 9)))
        .startsWith(
            "scenario, seeds 1 to 3",
            " this run: scheme=adaptive",
            " beside: scheme=stock",
            " this run beside ratio least most")
        .contains(" mean.ms 4 3 1 0.5000 3");
  }

  @Test
  void failures_areSaidBeforeTheTable_ofBoth() {
    String failed = "1000 OF 1000 READS FAILED; mean.ms to max.ms are without them (seed ";
    assertThat(lines(SampleRuns.compared(SampleRuns.stock(2, Double.NaN), Double.NaN, 4)))
        .containsSubsequence(
            " " + failed + "1)", " beside: " + failed + "2)", " this run beside ratio least most")
        .contains(" mean.ms 4 2 none none none");
  }
}
