package io.evenkeel.client.nodes;

import static io.evenkeel.client.nodes.BookScene.MILLI;
import static io.evenkeel.client.nodes.BookScene.SIZE;
import static io.evenkeel.client.nodes.BookScene.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.LateAllowance;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads of 1 to 16 MiB of erasure-coded files (decision 17). */
class MiddleReadsTest {
  private static final NodeId SLOW = node(7);

  private final BookScene scene = new BookScene();
  private final NodeBook book = scene.book;

  private static ReadShape shape(long lengthBytes, long judgedBytes, int width) {
    return new ReadShape(lengthBytes, judgedBytes, width, false);
  }

  /** A read of 4 MiB from four nodes, where lanes show what is usual. */
  @Test
  void readsOfAFewMebibytes_areJudgedByWhatOthersTook_andByTheirPaceUntilThatIsKnown() {
    ReadLimits usual = ReadLimits.defaults();
    ReadShape middle = new ReadShape(4 << 20, 1 << 20, 6, true);
    assertThat(book.isShort(middle)).isTrue();
    assertThat(book.limits(usual, middle)).as("nothing is known").isSameAs(usual);
    assertThat(book.isShort(shape(4 << 20, 1 << 20, 6))).as("no evidence").isFalse();
    assertThat(book.isShort(new ReadShape((16 << 20) + 1, 1 << 20, 6, true))).isFalse();
    scene.took(ReadKind.UP_TO_1_MIB, 100 * MILLI);
    assertThat(book.limits(usual, middle).lateFloorNanos()).isBetween(190 * MILLI, 220 * MILLI);
    assertThat(book.limits(usual, new ReadShape(4 << 20, 4 << 20, 6, true)).lateFloorNanos())
        .as("four times the bytes")
        .isBetween(4 * 190 * MILLI, 4 * 220 * MILLI);
  }

  /** One that is late by what all but one in a hundred take, twice, is not so by chance. */
  @Test
  void aLateLaneOfAFewMebibytes_isEnough() {
    scene.took(ReadKind.UP_TO_1_MIB, 100 * MILLI);
    BlockReplica source = new BlockReplica(new BlockVersion("pool", 1, 1, 16 << 20), SLOW);
    LaneReport lane = new LaneReport(source, 1, 4 << 20, 0, 1, 0, 0, MILLI, Outcome.ABORTED, "");
    ReadReport report =
        new ReadReport(ByteRange.of(0, 4 << 20), 4 << 20, 0, "", 0, 0, 1, List.of(), List.of(lane));
    book.add(report, new ReadShape(4 << 20, 1 << 20, 6, true));
    assertThat(book.view().isSlow(SLOW)).isTrue();
  }

  /** After that a silent node is left whatever it costs. */
  @Test
  void noLaneIsWaitedForSilently_forMoreThanASecond() {
    scene.took(ReadKind.UP_TO_1_MIB, 3000 * MILLI);
    ReadShape middle = new ReadShape(4 << 20, 1 << 20, 6, true);
    assertThat(book.limits(ReadLimits.defaults(), middle).lateFloorNanos()).isEqualTo(1000 * MILLI);
  }

  @Test
  void smallReads_areNotJudgedByWhatAFewMebibytesTake() {
    scene.took(ReadKind.UP_TO_2_MIB, 100 * MILLI);
    ReadLimits usual = ReadLimits.defaults();
    assertThat(book.limits(usual, shape(SIZE, SIZE, 1))).isSameAs(usual);
  }

  @Test
  void latenessOfAFewMebibytes_mayCostSixteenAtOnce_andNothingOfSmallReads() {
    ReadShape middle = new ReadShape(4 << 20, 1 << 20, 6, true);
    LateAllowance some = book.lateAllowance(middle);
    assertThat(some.mayAskMore()).as("once, of a process that has read nothing").isTrue();
    some.charged(64 << 10);
    assertThat(some.mayAskMore()).isFalse();
    some.charged(-(16 << 20));
    some.charged((16 << 20) - 1);
    assertThat(some.mayAskMore()).isTrue();
    some.charged(1);
    assertThat(book.lateAllowance(middle).mayAskMore()).isFalse();
    assertThat(some.isFreeOfSlowNodes()).as("whoever is known to be slow is left").isTrue();
    scene.took(ReadKind.UP_TO_64_KIB, MILLI);
    assertThat(book.lateAllowance(shape(SIZE, SIZE, 6)).mayAskMore()).isTrue();
  }

  /** A slow node takes ten times as long for little, and less than others do for more. */
  @Test
  void whoGoesAroundForLittle_isNotDecidedByWhatMoreTakes() {
    List<List<NodeId>> holders = List.of(List.of(node(1)), List.of(node(2)), List.of(node(3)));
    ReadKind little = ReadKind.UP_TO_64_KIB;
    book.takesDetour(little, SLOW, holders, 3, book.view());
    for (int i = 0; i < 60; i++) {
      book.shortRead(node(i % 3 + 1), little, SmallReads.ALONE, 5 * MILLI, false);
      book.shortRead(node(i % 3 + 1), ReadKind.UP_TO_1_MIB, SmallReads.ALONE, 75 * MILLI, false);
      book.shortRead(SLOW, little, SmallReads.ALONE, 50 * MILLI, false);
      book.takesDetour(little, SLOW, holders, 3, book.view());
    }
    int around = 0;
    for (int i = 0; i < 100; i++) {
      around += book.takesDetour(little, SLOW, holders, 3, book.view()) ? 1 : 0;
    }
    assertThat(around).isGreaterThan(50);
  }
}
