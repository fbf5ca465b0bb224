package io.evenkeel.client.nodes;

import static io.evenkeel.client.nodes.BookScene.GRANTED;
import static io.evenkeel.client.nodes.BookScene.MILLI;
import static io.evenkeel.client.nodes.BookScene.SIZE;
import static io.evenkeel.client.nodes.BookScene.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A node of which a late lane got nothing in a second, and nobody else, hangs. */
class HangingNodesTest {
  private static final NodeId NODE = node(0);

  private final BookScene scene = new BookScene();
  private final ManualScheduler time = scene.time;
  private final NodeBook book = scene.book;

  private void inVain(NodeId node) {
    scene.laneLeft(node, 1, 0, 1000 * MILLI);
  }

  @Test
  void nodeOfWhichALateLaneHasBroughtNothingInASecond_hangs_untilItBringsSomething() {
    time.advance(5000 * MILLI);
    scene.laneLeft(NODE, 0, 0, 1000 * MILLI);
    assertThat(book.isSilent(NODE)).as("not late").isFalse();
    scene.laneLeft(NODE, 1, 0, 900 * MILLI);
    assertThat(book.isSilent(NODE)).as("not in .9 s").isFalse();
    scene.laneLeft(NODE, 1, 1, 1100 * MILLI);
    assertThat(book.isSilent(NODE)).as("a byte").isFalse();
    inVain(NODE);
    assertThat(book.isKeptOff(NODE)).isTrue();
    assertThat(book.isSilent(NODE)).isTrue();
    book.heard(NODE);
    assertThat(book.isSilent(NODE)).isFalse();
  }

  @Test
  void nodeThatHasBroughtOthersSomethingMeanwhile_hasAQueue() {
    time.advance(4500 * MILLI);
    book.heard(NODE);
    time.advance(500 * MILLI);
    inVain(NODE);
    assertThat(book.isSilent(NODE)).as("half a second after it brought something").isFalse();
    time.advance(500 * MILLI);
    inVain(NODE);
    assertThat(book.isSilent(NODE)).as("brought when the lane was asked").isFalse();
    time.advance(1 * MILLI);
    inVain(NODE);
    assertThat(book.isSilent(NODE)).isTrue();
  }

  @Test
  void nodeOfWhichAProbeHasComeLate_isSlow_andDoesNotHang() {
    time.advance(5000 * MILLI);
    inVain(NODE);
    book.probed(GRANTED, SmallReads.ALONE, 300 * MILLI, true);
    assertThat(book.isDoubted(NODE)).isTrue();
    assertThat(book.isSilent(NODE)).isFalse();
  }

  @Test
  void nodeThatHungAndIsBack_saysLittleOfOthers_whereMostAreLateAllHaveQueues() {
    time.advance(5000 * MILLI);
    inVain(NODE);
    book.probed(GRANTED, SmallReads.ALONE, 4000 * MILLI, true);
    assertThat(book.silentNanos()).isEqualTo(3000 * MILLI);
    for (int i = 0; i < 5; i++) {
      book.laggedAtShort(node(i));
    }
    book.probed(GRANTED, SmallReads.ALONE, 4000 * MILLI, true);
    assertThat(book.silentNanos()).isEqualTo(8000 * MILLI);
  }

  /** A lane that was left early in a long read says nothing of the node at the read's end. */
  @Test
  void aReadsEnd_saysNothingOfALaneThatEndedBefore() {
    time.advance(5000 * MILLI);
    inVain(NODE);
    book.heard(NODE);
    time.advance(60_000 * MILLI);
    LaneReport left =
        new LaneReport(
            new BlockReplica(new BlockVersion("pool", 1, 1, SIZE), NODE),
            1,
            SIZE,
            0,
            1,
            0,
            0,
            1000 * MILLI,
            Outcome.PARKED,
            "");
    book.add(
        new ReadReport(ByteRange.of(0, SIZE), 0, 0, "", 0, 0, 1, List.of(), List.of(left)),
        new ReadShape(SIZE, SIZE, 6, true));
    assertThat(book.isSilent(NODE)).isFalse();
  }

  /** Where queues are of seconds, lanes would say so of all. */
  @Test
  void noMoreNodesThanCanBeSlow_hangByWhatLanesSay() {
    time.advance(5000 * MILLI);
    scene.meet(9);
    for (int i = 0; i < 9; i++) {
      inVain(node(i));
    }
    assertThat(IntStream.range(0, 9).filter(i -> book.isSilent(node(i))).count()).isEqualTo(3);
  }
}
