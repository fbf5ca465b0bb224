package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * A figure of a table that has a limit of ours: what each way of asking is for.
 *
 * @param what it is of
 * @param limit in words
 * @param here what it is
 */
record HuCheck(String what, String limit, String here, Verdict verdict) {
  /** The paper's is 72 % for RS(6,3), 81 % for LRC(6,2,2). */
  private static final double CUT_MIN = 0.70;

  /** What asking nobody may cost. */
  private static final double PROJECTED_MAX = 1.3;

  /** What asking two of the ways may cost. */
  private static final double PW2_MAX = 1.15;

  /** Of four probes for a read by LRC, and of seven by RS, the second half as a rule not made. */
  private static final double LRC_PROBES_MAX = 1.5;

  private static final double RS_PROBES_MAX = 1.6;

  /** Those of an experiment, of what ran in it. */
  static List<HuCheck> of(HuExperiment experiment) {
    List<HuCheck> checks = new ArrayList<>();
    HuRuns runs = experiment.runs();
    Spread cut = runs.cut(HuContender.LMLF_PW2, HuFigure.P95);
    checks.add(
        new HuCheck(
            "lmlf-pw2: p95 below Normal's",
            "70 % at least",
            HuNumbers.beside(100 * CUT_MIN, 100 * cut.median(), 1) + " %",
            runs.judged(
                Verdict.ofLimit(
                    cut.median() >= CUT_MIN,
                    HuNumbers.format(
                        "by placement %.0f to %.0f %%: Normal's p95 is that of its hottest node",
                        100 * cut.least(), 100 * cut.most())))));
    checks.add(
        atMost(
            runs,
            "staged: probes for a request",
            experiment.paper().number() == 1 ? LRC_PROBES_MAX : RS_PROBES_MAX,
            runs.median(HuContender.STAGED, HuFigure.PROBES)));
    checks.add(
        atMost(
            runs,
            "lmlf-pw2: p95 by that of full probing",
            PW2_MAX,
            runs.ratio(HuContender.LMLF_PW2, HuContender.LMLF, HuFigure.P95).median()));
    for (String name : List.of(HuContender.PROJECTED, HuContender.PROJECTED_BY_32)) {
      if (runs.figures().containsKey(name)) {
        checks.add(
            atMost(
                runs,
                name + ": p95 by that of full probing",
                PROJECTED_MAX,
                runs.ratio(name, HuContender.LMLF, HuFigure.P95).median()));
        checks.add(
            atMost(runs, name + ": probes for a request", 0, runs.median(name, HuFigure.PROBES)));
      }
    }
    return checks;
  }

  private static HuCheck atMost(HuRuns runs, String what, double limit, double here) {
    return new HuCheck(
        what,
        HuNumbers.format("%.2f at most", limit),
        HuNumbers.beside(limit, here, 2),
        runs.judged(Verdict.ofLimit(here <= limit, "")));
  }
}
