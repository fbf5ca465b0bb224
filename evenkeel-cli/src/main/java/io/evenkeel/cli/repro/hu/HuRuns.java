package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Verdict;
import io.evenkeel.sim.direct.DirectionFigures;
import io.evenkeel.sim.direct.DirectionRun;
import io.evenkeel.sim.direct.DirectionSetting;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Contenders in one setting, all of them over the same placements and requests.
 *
 * @param requests of each run
 * @param figures by contender, one for each seed
 * @param times by contender, of all seeds together
 */
record HuRuns(
    DirectionSetting setting,
    int requests,
    List<Long> seeds,
    Map<String, List<DirectionFigures>> figures,
    Map<String, HuTimes> times) {

  /** Fewer say nothing: placements differ by more than policies do. */
  private static final int PLACEMENTS_MIN = 3;

  /** Fewer end before queues are as long as they become. */
  private static final int REQUESTS_MIN = 10_000;

  private record Run(DirectionFigures figures, HuTimes times) {}

  /**
   * Runs them.
   *
   * @param requests of each run
   * @param progress is told which contender is under way
   */
  static HuRuns run(
      DirectionSetting setting,
      List<Long> seeds,
      List<HuContender> contenders,
      int requests,
      Consumer<String> progress) {
    Map<String, List<DirectionFigures>> figures = new LinkedHashMap<>();
    Map<String, HuTimes> times = new LinkedHashMap<>();
    for (HuContender contender : contenders) {
      progress.accept(contender.name());
      List<Run> runs =
          seeds.stream()
              .parallel()
              .map(
                  seed -> {
                    HuTimes ofRun = new HuTimes();
                    return new Run(
                        DirectionRun.run(setting, contender.plan(), seed, requests, ofRun), ofRun);
                  })
              .toList();
      HuTimes all = new HuTimes();
      runs.forEach(run -> all.addAll(run.times()));
      times.put(contender.name(), all);
      figures.put(contender.name(), runs.stream().map(Run::figures).toList());
    }
    return new HuRuns(setting, requests, seeds, figures, times);
  }

  /** How many placements there are, for people. */
  String placements() {
    return seeds.size() + (seeds.size() == 1 ? " placement" : " placements");
  }

  /** Whether so little was run that nothing is to be concluded from it. */
  boolean isSmall() {
    return seeds.size() < PLACEMENTS_MIN || requests < REQUESTS_MIN;
  }

  /** What there must be for a verdict, for people. */
  static String needed() {
    return HuNumbers.format(
        "a verdict needs %d placements of %,d requests at least", PLACEMENTS_MIN, REQUESTS_MIN);
  }

  /** A verdict on these runs, or that too little was run for one. */
  Verdict judged(Verdict verdict) {
    return isSmall() ? new Verdict(Verdict.Word.TOO_FEW, needed()) : verdict;
  }

  Spread spread(String name, HuFigure figure) {
    return Spread.of(figures.get(name).stream().mapToDouble(figure::of).toArray());
  }

  double median(String name, HuFigure figure) {
    return spread(name, figure).median();
  }

  /** One contender's figure by another's, placement by placement. */
  Spread ratio(String name, String to, HuFigure figure) {
    return Spread.of(ratios(name, to, figure));
  }

  private double[] ratios(String name, String to, HuFigure figure) {
    double[] ratios = new double[seeds.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figure.of(figures.get(name).get(i)) / figure.of(figures.get(to).get(i));
    }
    return ratios;
  }

  /** By how much of Normal's a contender's figure is less, placement by placement. */
  Spread cut(String name, HuFigure figure) {
    double[] cuts = ratios(name, HuContender.NORMAL, figure);
    Arrays.setAll(cuts, i -> 1 - cuts[i]);
    return Spread.of(cuts);
  }
}
