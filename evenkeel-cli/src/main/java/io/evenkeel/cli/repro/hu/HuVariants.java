package io.evenkeel.cli.repro.hu;

import io.evenkeel.sim.direct.DirectionSetting;
import java.util.List;
import java.util.function.Consumer;

/**
 * What belongs to a table of Hu et al. besides, over a few of its placements.
 *
 * @param tables Opt Lazy's load direction tables by each norm, of one degraded read and of all
 * @param sparse objects that are asked for alike, by as many requests
 * @param busy the same by so many requests that nodes are half busy
 */
record HuVariants(HuRuns tables, HuRuns sparse, HuRuns busy) {
  private static final int PLACEMENTS_MAX = 3;
  private static final double BUSY = 0.5;

  /**
   * Runs it.
   *
   * @param seeds of the table's placements
   */
  static HuVariants run(HuPaper paper, List<Long> seeds, int requests, Consumer<String> progress) {
    DirectionSetting setting = paper.setting();
    List<Long> few = seeds.subList(0, Math.min(PLACEMENTS_MAX, seeds.size()));
    return new HuVariants(
        HuRuns.run(setting, few, HuContender.tables(), requests, progress),
        HuRuns.run(
            setting.even(setting.meanUtilisation()),
            few,
            paper.contenders(),
            requests,
            name -> progress.accept("even load, " + name)),
        HuRuns.run(
            setting.even(BUSY),
            few,
            paper.contenders(),
            requests,
            name -> progress.accept("even load, nodes half busy, " + name)));
  }
}
