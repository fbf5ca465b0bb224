package io.evenkeel.cli.repro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class Experiment13Test {
  private static final PocacheSetting SETTING =
      new PocacheSetting(40, 0, 13, 4, 100, 2000, .9, 0, List.of(0, 10, 40, 60, 100, 400));

  /**
   * "SR has the highest, DC1 slightly lower than DC2, POCache the lowest" (section 5.3); but where
   * the straggler is known for sure, DC1 is behind parity only by the first read of each file.
   */
  @Test
  void order_isThePapers_butForACacheThatIsSmall() {
    HitRatios ratios = Experiment13.ratios(SETTING);
    for (int blocks : List.of(10, 40, 60, 100)) {
      double sr = ratios.cell(Experiment13.SR, blocks).mean();
      double dc2 = ratios.cell(Experiment13.DC2, blocks).mean();
      double dc1 = ratios.cell(Experiment13.DC1, blocks).mean();
      double pocache = ratios.cell(Experiment13.POCACHE, blocks).mean();
      assertThat(sr).as("%d blocks", blocks).isGreaterThan(dc2);
      assertThat(dc2).as("%d blocks", blocks).isGreaterThan(1.5 * Math.max(dc1, pocache));
      assertThat(dc1 > pocache).as("%d blocks", blocks).isEqualTo(blocks >= 60);
    }
  }

  @Test
  void parity_isThatOfExperiment11_andWithRoomForAllNothingIsHit() {
    HitRatios ratios = Experiment13.ratios(SETTING);
    HitRatios eleven = Experiment11.ratios(SETTING);
    assertThat(ratios.cells().get(Experiment13.POCACHE)).isEqualTo(eleven.cells().get("csac+lfu"));
    for (String name : List.of(Experiment13.SR, Experiment13.DC2, Experiment13.POCACHE)) {
      assertThat(ratios.cell(name, 400).mean()).as(name).isZero();
    }
    // The straggler is known when the first file is read, so each of its blocks is missed once.
    assertThat(ratios.cell(Experiment13.DC1, 400).mean()).isBetween(1.0, 2.5);
    assertThat(ratios.cell(Experiment13.SR, 0)).isEqualTo(ratios.cell(Experiment13.DC1, 0));
  }
}
