package io.evenkeel.cli.repro.hu;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.report.Verdict;
import io.evenkeel.cli.report.Verdict.Word;
import io.evenkeel.sim.direct.DirectionFigures;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** By hand: of table 2 the paper states p95 .695 of Normal, .174 of LMLF (cut by 75 %). */
class HuVerdictTest {
  private final Map<String, List<DirectionFigures>> figures = new LinkedHashMap<>();
  private int requests = 10_000;

  private static DirectionFigures run(double mean, double median, double p95, double probes) {
    return new DirectionFigures(mean, 0, median, p95, 0, 1, probes, 0, 0, 1, .9);
  }

  private void ran(String name, double probes, double... p95) {
    figures.put(
        name, Arrays.stream(p95).mapToObj(one -> run(one / 5, one / 10, one, probes)).toList());
  }

  private HuExperiment experiment() {
    List<Long> seeds = List.of(1L, 2L, 3L);
    HuPaper paper = HuPaper.table(2);
    HuRuns runs = new HuRuns(paper.setting(), requests, seeds, figures, new HashMap<>());
    return new HuExperiment(paper, Map.of(), runs, Optional.empty());
  }

  private Word onP95(String name) {
    return HuVerdict.of(experiment(), name, HuFigure.P95).verdict().word();
  }

  @Test
  void cuts_areComparedPlacementByPlacement() {
    ran("normal", 0, .4, .6, .8);
    // Cut by 70, 75 and 80 %.
    ran("lmlf", 9, .12, .15, .16);
    assertThat(experiment().runs().cut("lmlf", HuFigure.P95).median())
        .isCloseTo(.75, Offset.offset(1e-9));
    assertThat(onP95("lmlf")).isEqualTo(Word.REPRODUCED);
    ran("lmlf", 9, .04, .06, .08);
    assertThat(onP95("lmlf")).isEqualTo(Word.BETTER);
    ran("lmlf", 9, .20, .30, .40);
    assertThat(onP95("lmlf")).isEqualTo(Word.WORSE);
  }

  @Test
  void normal_isReproducedIfSomePlacementsAreOnEitherSide() {
    ran("normal", 0, .4, .6, .8);
    assertThat(onP95("normal")).isEqualTo(Word.REPRODUCED);
    ran("normal", 0, .4, .5, .6);
    assertThat(onP95("normal")).isEqualTo(Word.LOWER);
    assertThat(HuVerdict.of(experiment(), "normal", HuFigure.P95).verdict().reason())
        .startsWith("it follows how busy the hottest node is");
    ran("normal", 0, .7, .8, .9);
    assertThat(onP95("normal")).isEqualTo(Word.HIGHER);
  }

  @Test
  void differences_haveBothCutsAndTheRatio() {
    ran("normal", 0, .695, .695, .695);
    ran("lmlf", 9, .348, .348, .348);
    HuVerdict difference =
        HuVerdict.differences(experiment()).stream()
            .filter(one -> one.name().equals("lmlf") && one.figure() == HuFigure.P95)
            .findFirst()
            .orElseThrow();
    assertThat(difference.cut()).isCloseTo(1 - .348 / .695, Offset.offset(1e-9));
    assertThat(difference.statedCut()).isCloseTo(1 - .174 / .695, Offset.offset(1e-9));
    assertThat(difference.ratio()).isCloseTo(2, Offset.offset(1e-9));
  }

  @Test
  void ours_areNotCompared() {
    ran("normal", 0, .6, .6, .6);
    ran("staged", 1.4, .2, .2, .2);
    assertThat(onP95("staged")).isEqualTo(Word.OURS);
  }

  @Test
  void limits_areKeptOrNot() {
    ran("normal", 0, .6, .6, .6);
    ran("lmlf", 9, .10, .10, .10);
    ran("lmlf-pw2", 7, .12, .12, .12);
    ran("staged", 1.7, .12, .12, .12);
    ran("projected", 0, .12, .12, .12);
    assertThat(HuCheck.of(experiment()))
        .extracting(check -> check.here() + " " + check.verdict().word().text())
        .containsExactly(
            "80.0 % holds", "1.70 does not hold", "1.20 does not hold", "1.20 holds", "0.00 holds");
  }

  @Test
  void tooFewRequests_giveNoVerdict() {
    ran("normal", 0, .6, .6, .6);
    ran("lmlf", 9, .10, .10, .10);
    ran("lmlf-pw2", 7, .12, .12, .12);
    ran("staged", 1.7, .12, .12, .12);
    requests = 9_999;
    assertThat(onP95("lmlf")).isEqualTo(Word.TOO_FEW);
    assertThat(HuVerdict.differences(experiment())).isEmpty();
    assertThat(onP95("staged")).as("ours are not compared").isEqualTo(Word.OURS);
    assertThat(HuModel.of(experiment()).get(0).verdict(experiment()))
        .isEqualTo(
            new Verdict(Word.TOO_FEW, "a verdict needs 3 placements of 10,000 requests at least"));
    assertThat(HuEvenCost.of(experiment().runs()).get(0).verdict().word()).isEqualTo(Word.TOO_FEW);
    assertThat(HuCheck.of(experiment()).get(0).verdict().word()).isEqualTo(Word.TOO_FEW);
  }

  /** Normal's mean is 120 ms, and 2 % of it 2.4. */
  @Test
  void costJustBeyondItsLimit_doesNotLookLikeIt() {
    ran("normal", 0, .600, .600, .600);
    ran("lmlf", 9, .61201, .61201, .61201);
    HuEvenCost cost = HuEvenCost.of(experiment().runs()).get(0);
    assertThat(cost.verdict().word()).isEqualTo(Word.NOT_HELD);
    assertThat(cost.shareText()).isEqualTo("+2.002 %");
  }

  @Test
  void numbers_haveDigitsThatTellThemFromTheirLimits() {
    assertThat(HuNumbers.beside(1.15, 1.154, 2)).isEqualTo("1.154");
    assertThat(HuNumbers.beside(70, 69.96, 1)).isEqualTo("69.96");
    assertThat(HuNumbers.beside(70, 69.4, 1)).isEqualTo("69.4");
    assertThat(HuNumbers.beside(1.3, 1.3, 2)).isEqualTo("1.30");
    assertThat(HuNumbers.beside(2, -.0001, 1)).isEqualTo("0.0");
  }

  /** Means are a fifth of what is given: Normal's is 120 ms. */
  @Test
  void evenLoads_mayCostTwoPercent() {
    ran("normal", 0, .600, .600, .600);
    ran("lmlf", 9, .605, .605, .605);
    ran("llf", 9, .620, .620, .620);
    assertThat(HuEvenCost.of(experiment().runs()))
        .extracting(cost -> cost.shareText() + " " + cost.verdict().word().text())
        .containsExactly("+0.8 % holds", "+3.3 % does not hold");
    assertThat(HuEvenCost.of(experiment().runs()).get(1).verdict().reason())
        .startsWith("asking takes 2 ms, a normal read 120; ")
        .contains("tasks for a request, the hottest node");
  }

  @Test
  void otherModels_areReproducedWithinFivePercent() {
    ran("normal", 0, .6, .7, .8);
    ran("lmlf", 9, .161, .161, .161);
    ran("lmlf-pw2", 7, .200, .200, .200);
    Map<String, Word> words = new LinkedHashMap<>();
    for (HuModel model : HuModel.of(experiment())) {
      words.put(model.name() + " " + model.figure().title(), model.verdict(experiment()).word());
    }
    assertThat(words)
        .containsEntry("normal p95", Word.REPRODUCED)
        .containsEntry("lmlf p95", Word.REPRODUCED)
        .containsEntry("lmlf probes", Word.REPRODUCED)
        .containsEntry("lmlf-pw2 p95", Word.HIGHER)
        .containsEntry("lmlf-pw2 tasks", Word.LOWER)
        .doesNotContainKey("staged p95");
  }
}
