package io.evenkeel.cli.repro;

import io.evenkeel.policy.direct.Norm;
import io.evenkeel.sim.direct.DirectionPlan;
import java.util.List;

/** Who directs reads in a row of the tables. */
record HuContender(String name, DirectionPlan plan) {
  static final String NORMAL = "normal";
  static final String FULL = "lmlf";
  static final String LATENCY = "llf";
  static final String PW2 = "lmlf-pw2";
  static final String LATENCY_PW2 = "llf-pw2";
  static final String LAZY = "lmlf-lazy";
  static final String TABLE = "opt-lazy";
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

  /** Tables by both norms of the paper, of one degraded read and of all, and what they follow. */
  static List<HuContender> tables() {
    DirectionPlan table = DirectionPlan.of(TABLE);
    return List.of(
        of(NORMAL),
        of(FULL),
        of(TABLE),
        new HuContender("opt-lazy-all", table.withAllSets()),
        new HuContender("opt-lazy-max", table.withNorm(Norm.L_INFINITY)),
        new HuContender("opt-lazy-max-all", table.withNorm(Norm.L_INFINITY).withAllSets()));
  }
}
