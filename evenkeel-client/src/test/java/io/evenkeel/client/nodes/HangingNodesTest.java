package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A node of which a late lane got nothing in a second, and nobody else, hangs. */
class HangingNodesTest {
  private static final long MILLI = 1_000_000;
  private static final int SIZE = 64 << 10;
  private static final NodeId NODE = node(0);

  private final ManualScheduler time = new ManualScheduler();
  private final NodeBook book =
      new NodeBook(time, new SplittableRandom(7)::nextLong, ReadLimits.defaults(), 1, entry -> {});

  private static NodeId node(int number) {
    return new NodeId("datanode-" + number + ":9866");
  }

  private void ended(NodeId node, int lateSlices, long receivedBytes, long busyNanos) {
    BlockReplica source = new BlockReplica(new BlockVersion("pool", 1, 1, SIZE), node);
    LaneReport lane =
        new LaneReport(
            source, 1, SIZE, receivedBytes, lateSlices, 0, 0, busyNanos, Outcome.ABORTED, "");
    book.add(
        new ReadReport(
            ByteRange.of(0, SIZE), receivedBytes, 0, "", 0, 0, 1, List.of(), List.of(lane)),
        new ReadShape(SIZE, SIZE, 6, true));
  }

  private void inVain(NodeId node) {
    ended(node, 1, 0, 1000 * MILLI);
  }

  @Test
  void nodeOfWhichALateLaneHasBroughtNothingInASecond_hangs_untilItBringsSomething() {
    time.advance(5000 * MILLI);
    ended(NODE, 0, 0, 1000 * MILLI);
    assertThat(book.isSilent(NODE)).as("not late").isFalse();
    ended(NODE, 1, 0, 900 * MILLI);
    assertThat(book.isSilent(NODE)).as("not in .9 s").isFalse();
    ended(NODE, 1, 1, 1100 * MILLI);
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
    book.probed(NODE, ReadKind.UP_TO_64_KIB, SmallReads.ALONE, 300 * MILLI, true);
    assertThat(book.isDoubted(NODE)).isTrue();
    assertThat(book.isSilent(NODE)).isFalse();
  }

  @Test
  void nodeThatHungAndIsBack_saysLittleOfOthers_whereMostAreLateAllHaveQueues() {
    time.advance(5000 * MILLI);
    inVain(NODE);
    book.probed(NODE, ReadKind.UP_TO_64_KIB, SmallReads.ALONE, 4000 * MILLI, true);
    assertThat(book.silentNanos()).isEqualTo(3000 * MILLI);
    for (int i = 0; i < 5; i++) {
      book.laggedAtShort(node(i));
    }
    book.probed(NODE, ReadKind.UP_TO_64_KIB, SmallReads.ALONE, 4000 * MILLI, true);
    assertThat(book.silentNanos()).isEqualTo(8000 * MILLI);
  }

  /** Where queues are of seconds, lanes would say so of all. */
  @Test
  void noMoreNodesThanCanBeSlow_hangByWhatLanesSay() {
    time.advance(5000 * MILLI);
    for (int i = 0; i < 9; i++) {
      book.laneEnded(new NodeSample(node(i), SIZE, SIZE, MILLI, Outcome.FINISHED));
    }
    for (int i = 0; i < 9; i++) {
      inVain(node(i));
    }
    assertThat(IntStream.range(0, 9).filter(i -> book.isSilent(node(i))).count()).isEqualTo(3);
  }
}
