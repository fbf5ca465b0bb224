package io.evenkeel.policy.load;

import static io.evenkeel.policy.load.Rates.slow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.policy.load.StragglerDetector.Judgement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules by hand, and what is exactly true of three sigma. */
class StragglerDetectorsTest {
  @Test
  void names_defaultFirst() {
    assertThat(StragglerDetectors.names())
        .startsWith("ratio-to-median")
        .contains("median-deviation", "leave-one-out", "three-sigma", "one-sigma");
    assertThat(StragglerDetectors.defaultDetector().name()).isEqualTo("ratio-to-median");
    assertThatThrownBy(() -> StragglerDetectors.named("no-such"))
        .hasMessage("no straggler detector 'no-such'; known: " + StragglerDetectors.names());
  }

  @Test
  void nothing_isJudgedWithoutFailing() {
    for (String name : StragglerDetectors.names()) {
      StragglerDetector detector = StragglerDetectors.named(name);
      assertThat(detector.judge(List.of()).verdicts()).as(name).isEmpty();
      assertThat(detector.judge(Rates.of(100)).slow()).as(name).isEmpty();
      assertThat(detector.judge(Rates.of(0, 0, 0, 0, 0)).slow()).as(name).isEmpty();
      assertThat(detector.judge(Rates.of(new double[40])).slow()).as(name).isEmpty();
    }
  }

  /** Of any of them: a verdict on each rate, and none against nodes that are alike. */
  @Test
  void everyRate_isJudged_andWhoIsLikeAllOthersIsNoStraggler() {
    for (String name : StragglerDetectors.names()) {
      StragglerDetector detector = StragglerDetectors.named(name);
      for (int nodes = 1; nodes <= 40; nodes++) {
        List<NodeRate> rates = Rates.of(outliers(nodes, nodes / 3));
        assertThat(detector.judge(rates).verdicts())
            .as("%s of %d nodes", name, nodes)
            .extracting(verdict -> verdict.rate().node())
            .containsExactlyElementsOf(rates.stream().map(NodeRate::node).toList());
        assertThat(detector.judge(rates)).as("%s: pure", name).isEqualTo(detector.judge(rates));
        assertThat(detector.judge(Rates.of(outliers(nodes, 0))).slow())
            .as("%s of %d nodes that are alike", name, nodes)
            .isEmpty();
      }
    }
  }

  @Test
  void ratioToMedian_byHand() {
    // The median of 49, 50, 100, 110, 120 is 100.
    assertThat(slow("ratio-to-median", 110, 49, 100, 50, 120)).containsExactly(1);
    // The median of four is the mean of the middle two, here 80.
    assertThat(slow("ratio-to-median", 39, 60, 100, 41)).containsExactly();
    assertThat(slow("ratio-to-median", 39, 60, 100, 110)).containsExactly(0);
  }

  @Test
  void ratioToMedian_accusesNobodyWhoHasCompany() {
    // Of nine nodes three are a third: the slowest three are alike, and of 20 MiB/s.
    assertThat(slow("ratio-to-median", 18, 100, 20, 100, 16, 100, 100, 100, 100)).isEmpty();
    // Of ten it takes four.
    assertThat(slow("ratio-to-median", 18, 100, 20, 100, 16, 100, 100, 100, 100, 100))
        .containsExactly(0, 2, 4);
    // Half are slow, and one of them is slower than half of the fourth slowest, which has 20.
    assertThat(slow("ratio-to-median", 8, 100, 20, 100, 16, 100, 18, 100, 20, 100, 100))
        .containsExactly(0);
    assertThat(slow("ratio-to-median", 10, 100, 20, 100, 16, 100, 18, 100, 20, 100, 100)).isEmpty();
    // A fast one that gets as slow as half of the slow ones is one, too.
    assertThat(slow("ratio-to-median", 20, 100, 20, 8, 16, 100, 18, 100, 20, 100, 100))
        .containsExactly(3);
  }

  @Test
  void medianDeviation_byHand() {
    // Median 100; distances 0, 2, 4, 10, 60 with median 4; limit 100 - 3.5 * 1.4826 * 4 = 79.2.
    assertThat(slow("median-deviation", 100, 98, 104, 110, 40)).containsExactly(4);
    // Equal nodes: the deviation counts for 5, so the limit is 82.5.
    assertThat(slow("median-deviation", 100, 100, 100, 100, 82)).containsExactly(4);
    assertThat(slow("median-deviation", 100, 100, 100, 100, 83)).isEmpty();
  }

  @Test
  void leaveOneOut_byHand() {
    // The others of the last: mean 100, sample deviation sqrt(200 / 3) = 8.2; limit 75.5.
    assertThat(slow("leave-one-out", 90, 100, 100, 110, 75)).containsExactly(4);
    assertThat(slow("leave-one-out", 90, 100, 100, 110, 76)).isEmpty();
    // Two equal stragglers hide each other, as a class of slower hardware does.
    assertThat(slow("leave-one-out", 100, 100, 100, 100, 20, 20)).isEmpty();
    assertThat(StragglerDetectors.named("leave-one-out").judge(Rates.of(1, 100, 100)).caveat())
        .contains("needs 4 nodes", "rates of 3");
  }

  @Test
  void oneSigma_byHand() {
    // Mean 80, sample deviation sqrt((4 * 400 + 900 + 2500) / 5) = 31.6; limit 48.4.
    assertThat(slow("one-sigma", 100, 100, 100, 100, 50, 30)).containsExactly(5);
  }

  private static double[] outliers(int nodes, int slow) {
    double[] rates = new double[nodes];
    Arrays.fill(rates, 100);
    Arrays.fill(rates, 0, slow, 0.01);
    return rates;
  }

  @Test
  void threeSigma_needsElevenNodesForOneStragglerAndAboutTenMoreForEachOther() {
    for (int nodes = 1; nodes <= 10; nodes++) {
      assertThat(slow("three-sigma", outliers(nodes, 1))).as("%d nodes", nodes).isEmpty();
      Judgement judgement =
          StragglerDetectors.named("three-sigma").judge(Rates.of(outliers(nodes, 1)));
      assertThat(judgement.caveat()).contains("cannot fire", nodes + " nodes", "needs 11");
    }
    for (int nodes = 11; nodes <= 120; nodes++) {
      for (int slow = 1; slow <= nodes / 2; slow++) {
        // The farthest of s equal outliers: sqrt((n - s) / s) times sqrt((n - 1) / n).
        double sigmas = Math.sqrt((nodes - slow) / (double) slow * (nodes - 1) / nodes);
        if (Math.abs(sigmas - 3) > 1e-9) {
          assertThat(slow("three-sigma", outliers(nodes, slow)))
              .as("%d of %d nodes, %.4f deviations", slow, nodes, sigmas)
              .hasSize(sigmas > 3 ? slow : 0);
        }
      }
      assertThat(
              StragglerDetectors.named("three-sigma").judge(Rates.of(outliers(nodes, 1))).caveat())
          .isEmpty();
    }
  }

  @Test
  void threeSigma_atTheSizesThatThePapersUse() {
    assertThat(slow("three-sigma", outliers(13, 1))).hasSize(1);
    assertThat(slow("three-sigma", outliers(13, 2))).isEmpty();
    assertThat(slow("three-sigma", outliers(28, 2))).hasSize(2);
    assertThat(slow("three-sigma", outliers(28, 3))).isEmpty();
    assertThat(slow("three-sigma", outliers(90, 8))).hasSize(8);
    assertThat(slow("three-sigma", outliers(90, 9))).isEmpty();
  }

  /** One straggler at 0; the others around 1000 with this sample deviation over the gap of 1000. */
  private static double[] noisy(int nodes, double deviation) {
    int healthy = nodes - 1;
    double[] rates = new double[nodes];
    double offset = 1000 * deviation * Math.sqrt(healthy / (double) (healthy - healthy % 2));
    for (int i = 1; i < nodes; i++) {
      boolean middle = healthy % 2 == 1 && i == healthy;
      rates[i] = middle ? 1000 : 1000 + (i % 2 == 0 ? offset : -offset);
    }
    return rates;
  }

  @Test
  void threeSigma_bearsSoMuchNoise() {
    double[][] borders = {{11, 0.030}, {13, 0.133}, {28, 0.260}};
    for (double[] border : borders) {
      int nodes = (int) border[0];
      assertThat(slow("three-sigma", noisy(nodes, border[1] - 0.001)))
          .as("%d nodes, noise below %.3f", nodes, border[1])
          .containsExactly(0);
      assertThat(slow("three-sigma", noisy(nodes, border[1] + 0.001)))
          .as("%d nodes, noise above %.3f", nodes, border[1])
          .isEmpty();
    }
  }

  @Test
  void reason_isForPeople() {
    List<NodeRate> rates = Rates.of(110, 110, 12.4);
    NodeVerdict verdict = StragglerDetectors.defaultDetector().judge(rates).slow().get(0);
    assertThat(verdict.reason())
        .isEqualTo("12.4 MiB/s, 0.11 x the median of 110 MiB/s over 60 s, 124 MiB read");
    assertThat(TimeText.of(1_250_000_000)).isEqualTo("1.3 s");
  }
}
