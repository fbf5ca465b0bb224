package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class DetoursTest {
  private static final NodeId SLOW = new NodeId("slow:1");
  private static final NodeId OTHER = new NodeId("other:1");

  private final Detours detours = new Detours();

  /** One that has gone around a node, which lagged or not, by another one. */
  private static ReadReport around(boolean otherIsLate) {
    return report(
        List.of(NodeLedgers.redirected(SLOW, new Ledger(1, 100, 100))),
        List.of(lane(SLOW, 1), lane(OTHER, otherIsLate ? 1 : 0)));
  }

  private static ReadReport report(List<NodeLedgers> ledgers, List<LaneReport> lanes) {
    return new ReadReport(ByteRange.of(0, 100), 100, 0, "", 0, 0, 1, ledgers, lanes);
  }

  private static LaneReport lane(NodeId node, int lateSlices) {
    BlockVersion block = new BlockVersion("pool", 1, 1, 100);
    return new LaneReport(
        new BlockReplica(block, node),
        1,
        100,
        100,
        lateSlices,
        1,
        1,
        LaneReport.Outcome.FINISHED,
        "");
  }

  @Test
  void detoursInTime_areNeverTooMany() {
    for (int i = 0; i < 1000; i++) {
      detours.ended(around(false));
    }
    assertThat(detours.isOpen()).isTrue();
  }

  @Test
  void lateDetours_areOneInTwentyFive_besidesSixteenAtOnce() {
    int late = 0;
    while (detours.isOpen()) {
      detours.ended(around(true));
      late++;
    }
    assertThat(late).as("each has brought back a twenty-fifth").isBetween(16, 17);
    for (int i = 0; i < 24; i++) {
      detours.ended();
    }
    detours.ended(around(true));
    assertThat(detours.isOpen()).isFalse();
    for (int i = 0; i < 50; i++) {
      detours.ended();
    }
    assertThat(detours.isOpen()).isTrue();
  }

  @Test
  void whatWasUnderWayMeanwhile_isForgottenAfterSixteen() {
    for (int i = 0; i < 1000; i++) {
      detours.ended(around(true));
    }
    for (int i = 0; i < 16 * 25; i++) {
      assertThat(detours.isOpen()).isFalse();
      detours.ended();
    }
    detours.ended();
    assertThat(detours.isOpen()).isTrue();
  }

  @Test
  void lateReadsThatGoAroundNobody_areNoDetours() {
    for (int i = 0; i < 100; i++) {
      detours.ended(report(List.of(), List.of(lane(OTHER, 5))));
    }
    assertThat(detours.isOpen()).isTrue();
  }
}
