package io.evenkeel.cli.repro.hu;

import io.evenkeel.policy.direct.Norm;
import io.evenkeel.sim.direct.DirectionPlan;
import java.util.List;

/** Who directs reads in a row of the tables. */
record HuContender(String name, DirectionPlan plan) {
  static final String NORMAL = "normal";
  static final String LMLF = "lmlf";
  static final String LLF = "llf";
  static final String LMLF_PW2 = "lmlf-pw2";
  static final String LLF_PW2 = "llf-pw2";
  static final String LMLF_LAZY = "lmlf-lazy";
  static final String OPT_LAZY = "opt-lazy";
  static final String STAGED = "staged";
  static final String PROJECTED = "projected";
  static final String PROJECTED_BY_32 = "projected-32";

  /** A direction as the paper runs it. */
  static HuContender of(String direction) {
    return new HuContender(direction, DirectionPlan.of(direction));
  }

  /** Projected queues by more front ends, and by fewer reports. */
  static List<HuContender> projections() {
    DirectionPlan projected = DirectionPlan.of(PROJECTED);
    return List.of(
        new HuContender(PROJECTED_BY_32, projected.withFrontEnds(32)),
        new HuContender("projected-4s", projected.withReportSeconds(4)));
  }

  /** Tables by each norm, of one degraded read and of all, and what they follow. */
  static List<HuContender> tables() {
    DirectionPlan optLazy = DirectionPlan.of(OPT_LAZY);
    return List.of(
        of(NORMAL),
        of(LMLF),
        of(OPT_LAZY),
        new HuContender("opt-lazy-sum", optLazy.withNorm(Norm.L1)),
        new HuContender("opt-lazy-all", optLazy.withAllSets()),
        new HuContender("opt-lazy-max", optLazy.withNorm(Norm.L_INFINITY)),
        new HuContender("opt-lazy-max-all", optLazy.withNorm(Norm.L_INFINITY).withAllSets()));
  }
}
