package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.cli.report.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * What the paper says of a figure that has no numbers.
 *
 * @param figure with the part of it
 * @param said in the paper
 * @param here the times that it is about
 */
record HuClaim(String figure, String said, String here, Verdict verdict) {
  /** A little better is by no more than this. */
  private static final double LITTLE = 1.15;

  /** Those of the figures of an experiment. */
  static List<HuClaim> of(HuExperiment experiment) {
    Claims claims = new Claims(experiment);
    return experiment.paper().number() == 1 ? claims.ofLocalCode() : claims.ofReedSolomon();
  }

  private record Claims(HuExperiment experiment) {
    List<HuClaim> ofLocalCode() {
      List<HuClaim> claims = new ArrayList<>(common("5", "6"));
      claims.add(
          below(
              "5a, 6a",
              "LMLF PW2 has shorter requests than LLF PW2",
              HuStage.REQUEST,
              HuContender.LMLF_PW2,
              HuContender.LLF_PW2,
              "the sooner end of a request is what LLF looks for, and looking takes no time here"));
      return claims;
    }

    List<HuClaim> ofReedSolomon() {
      List<HuClaim> claims = new ArrayList<>(common("7", "8"));
      claims.add(little("LMLF", HuContender.LMLF, HuContender.LMLF_PW2));
      claims.add(little("LLF", HuContender.LLF, HuContender.LLF_PW2));
      claims.add(
          below(
              "7a, 8a",
              "LLF has slightly shorter requests than LMLF",
              HuStage.REQUEST,
              HuContender.LLF,
              HuContender.LMLF,
              ""));
      claims.add(
          below(
              "7b, 8b",
              "LMLF has much shorter tasks than LLF",
              HuStage.TASK,
              HuContender.LMLF,
              HuContender.LLF,
              idle()));
      return claims;
    }

    private List<HuClaim> common(String cdfs, String boxes) {
      String requests = cdfs + "a, " + boxes + "a";
      String tasks = cdfs + "b, " + boxes + "b";
      return List.of(
          all(requests),
          below(
              tasks,
              "LMLF PW2 has considerably shorter tasks than LLF PW2",
              HuStage.TASK,
              HuContender.LMLF_PW2,
              HuContender.LLF_PW2,
              idle()),
          below(
              requests,
              "LMLF PW2 has shorter requests than Opt Lazy",
              HuStage.REQUEST,
              HuContender.LMLF_PW2,
              HuContender.OPT_LAZY,
              ""),
          below(
              requests,
              "Opt Lazy has much shorter requests than LMLF Lazy",
              HuStage.REQUEST,
              HuContender.OPT_LAZY,
              HuContender.LMLF_LAZY,
              "LMLF Lazy is better here than stated, by a cause that is not known"),
          below(
              boxes + "c",
              "Opt Lazy spends much less time in the controller than LMLF PW2",
              HuStage.CONTROLLER,
              HuContender.OPT_LAZY,
              HuContender.LMLF_PW2,
              ""),
          new HuClaim(
              boxes + "c",
              "LMLF PW2 spends more time in the controller than LLF PW2",
              both(HuStage.CONTROLLER, HuContender.LMLF_PW2, HuContender.LLF_PW2),
              new Verdict(
                  Verdict.Word.ABSENT,
                  "what a decision computes takes no time here, asking does")));
    }

    /** Why what LLF launches more does not show. */
    private String idle() {
      return HuNumbers.format(
          "nodes are %.0f %% busy in the mean: the tasks that LLF has more find idle ones",
          100 * experiment.paper().setting().meanUtilisation());
    }

    private HuClaim all(String figure) {
      List<String> longer =
          experiment.paper().rows().keySet().stream()
              .filter(name -> !name.equals(HuContender.NORMAL))
              .filter(
                  name -> p95(HuStage.REQUEST, name) >= p95(HuStage.REQUEST, HuContender.NORMAL))
              .toList();
      return new HuClaim(
          figure,
          "Every policy has shorter requests than Normal",
          longer.isEmpty() ? "p95 of each is less" : "not " + String.join(", ", longer),
          judged(longer.isEmpty(), ""));
    }

    private HuClaim little(String policy, String full, String sampled) {
      double ratio = p95(HuStage.REQUEST, sampled) / p95(HuStage.REQUEST, full);
      return new HuClaim(
          "7a, 8a",
          policy + " has shorter requests than " + policy + " PW2, by little",
          both(HuStage.REQUEST, full, sampled),
          judged(ratio >= 1 && ratio <= LITTLE, ""));
    }

    private HuClaim below(
        String figure, String said, HuStage stage, String less, String more, String reason) {
      return new HuClaim(
          figure,
          said,
          both(stage, less, more),
          judged(p95(stage, less) < p95(stage, more), reason));
    }

    private Verdict judged(boolean isTrue, String reason) {
      return experiment.runs().judged(Verdict.ofClaim(isTrue, reason));
    }

    private String both(HuStage stage, String one, String other) {
      return HuNumbers.format(
          "p95 %.1f against %.1f ms, mean %.1f against %.1f ms",
          1000 * p95(stage, one),
          1000 * p95(stage, other),
          1000 * times(stage, one).meanSeconds(),
          1000 * times(stage, other).meanSeconds());
    }

    private TimeCounts times(HuStage stage, String name) {
      return experiment.runs().times().get(name).of(stage);
    }

    private double p95(HuStage stage, String name) {
      return times(stage, name).quantileSeconds(0.95);
    }
  }
}
