package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * How a figure of a row stands to that of the paper. What is compared is by how much it cuts
 * Normal's figure; of Normal, which is as its hottest node happens to be, whether some placement
 * has the stated one.
 *
 * @param cut by how much of Normal's it is less here, at the median; 0 of Normal
 * @param statedCut the same in the paper; not a number where it has none
 * @param ratio of the figure itself to the stated one
 */
record HuVerdict(
    String name, HuFigure figure, double cut, double statedCut, double ratio, Verdict verdict) {
  /** Those figures of a row that are judged. */
  static final List<HuFigure> FIGURES = List.of(HuFigure.MEAN, HuFigure.MEDIAN, HuFigure.P95);

  /** Of a share, this much is no difference: placements differ by more. */
  private static final double NEAR = 0.10;

  private static final double NEAR_RATIO = 1.25;

  static HuVerdict of(HuExperiment experiment, String name, HuFigure figure) {
    HuPaper paper = experiment.paper();
    double cut = experiment.runs().cut(name, figure).median();
    if (!paper.rows().containsKey(name)) {
      return new HuVerdict(name, figure, cut, Double.NaN, Double.NaN, Verdict.OURS);
    }
    double stated = paper.rows().get(name).of(figure);
    Spread here = experiment.runs().spread(name, figure);
    double ratio = here.median() / stated;
    double statedCut = paper.cut(name, figure);
    String reason = reason(name, figure, ratio);
    Verdict verdict =
        name.equals(HuContender.NORMAL)
            ? Verdict.ofInterval(here.least(), here.most(), stated, reason)
            : Verdict.ofGain(cut, statedCut, NEAR, reason);
    return new HuVerdict(name, figure, cut, statedCut, ratio, experiment.runs().judged(verdict));
  }

  /** Those of an experiment that differ from the paper; none by too small a sample. */
  static List<HuVerdict> differences(HuExperiment experiment) {
    List<HuVerdict> differences = new ArrayList<>();
    if (experiment.runs().isSmall()) {
      return differences;
    }
    for (String name : experiment.names()) {
      for (HuFigure figure : FIGURES) {
        HuVerdict difference = of(experiment, name, figure);
        if (!difference.verdict().reason().isEmpty()) {
          differences.add(difference);
        }
      }
    }
    return differences;
  }

  private static String reason(String name, HuFigure figure, double ratio) {
    if (figure == HuFigure.MEDIAN) {
      return "three of four requests meet no queue here; by its median, most of the paper's do";
    }
    if (name.equals(HuContender.NORMAL)) {
      return "it follows how busy the hottest node is, which the paper does not state";
    }
    if (ratio <= NEAR_RATIO && ratio >= 1 / NEAR_RATIO) {
      return "its own agrees, and Normal's is that of its hottest node";
    }
    if (name.endsWith("-lazy")) {
      return "not explained; neither steady arrivals nor bursts give what is stated";
    }
    return "perhaps as decoding and the front ends' own work take no time here";
  }
}
