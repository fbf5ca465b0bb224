package io.evenkeel.client.nodes;

import static io.evenkeel.client.nodes.BookScene.GRANTED;
import static io.evenkeel.client.nodes.BookScene.KIND;
import static io.evenkeel.client.nodes.BookScene.MILLI;
import static io.evenkeel.client.nodes.BookScene.PROBE;
import static io.evenkeel.client.nodes.BookScene.SIZE;
import static io.evenkeel.client.nodes.BookScene.SLOW;
import static io.evenkeel.client.nodes.BookScene.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.LaneTracker;
import io.evenkeel.core.engine.LateAllowance;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.port.Slice;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class NodeBookTest {
  private static final long MEMORY = 5000 * MILLI;

  private final BookScene scene = new BookScene();
  private final ManualScheduler time = scene.time;
  private final NodeBook book = scene.book;

  private static ReadShape shape(long lengthBytes, long judgedBytes, int width) {
    return new ReadShape(lengthBytes, judgedBytes, width, false);
  }

  private void add(ReadReport report) {
    long bytes = report.range().lengthBytes();
    book.add(report, shape(bytes, bytes, 1));
  }

  /** All nodes take a millisecond, so that 2 ms are late. */
  private void learn() {
    scene.took(KIND, MILLI);
    assertThat(book.small().lateNanos(KIND, SmallReads.ALONE))
        .isBetween(19 * MILLI / 10, 22 * MILLI / 10);
  }

  private void late(int count) {
    for (int i = 0; i < count; i++) {
      book.shortRead(SLOW, KIND, SmallReads.ALONE, 3 * MILLI, true);
    }
  }

  @Test
  void latenessOfSmallReads_mayCostOneInTwentyFive_besidesSixteenAtOnce() {
    assertThat(book.lateAllowance(shape(SIZE, 1, 1)).mayAskMore()).as("nothing known").isFalse();
    learn();
    int granted = 0;
    for (int i = 0; i < 100; i++) {
      granted += book.lateAllowance(shape(SIZE, 1, 1)).mayAskMore() ? 1 : 0;
    }
    assertThat(granted).isEqualTo(16);
    for (int i = 0; i < 50; i++) {
      book.shortRead(node(i % 6), KIND, SmallReads.ALONE, MILLI, false);
    }
    assertThat(book.lateAllowance(shape(SIZE, 1, 1)).mayAskMore()).isTrue();
    assertThat(book.lateAllowance(shape(SIZE, 1, 1)).mayAskMore()).isTrue();
    assertThat(book.lateAllowance(shape(SIZE, 1, 1)).mayAskMore()).isFalse();
    assertThat(book.lateAllowance(shape(SmallReads.BYTES_MAX + 1, 1, 1)).mayAskMore()).isTrue();
  }

  @Test
  void halfOfANodesLatestSmallReadsBeingLate_makesItSlowForAWhile() {
    learn();
    late(3);
    assertThat(book.hasDoubts()).isFalse();
    late(1);
    assertThat(book.view().isSlow(SLOW)).isTrue();
    assertThat(book.isKeptOff(SLOW)).isTrue();
    time.advance(500 * MILLI);
    assertThat(book.view().isSlow(SLOW)).isFalse();
  }

  @Test
  void aNodeThatWasSlow_isTriedByOneReadAtATime() {
    learn();
    late(4);
    assertThat(book.tryProbe(SLOW, PROBE)).as("it is slow").isEmpty();
    time.advance(MEMORY);
    assertThat(book.isKeptOff(SLOW)).isTrue();
    assertThat(book.tryProbe(SLOW, PROBE)).isPresent();
    assertThat(book.tryProbe(SLOW, PROBE)).as("somebody tries").isEmpty();
    book.shortRead(SLOW, KIND, SmallReads.ALONE, MILLI, false);
    assertThat(book.isKeptOff(SLOW)).isFalse();
    assertThat(book.tryProbe(SLOW, PROBE)).as("nothing to try").isEmpty();
  }

  @Test
  void aProbeThatIsLate_isEnough_andTheNextOneComesAfterTwiceTheTime() {
    learn();
    scene.bring(60);
    late(4);
    for (long avoided = 500; avoided < 8000; avoided *= 2) {
      time.advance(Math.min(MEMORY, avoided * MILLI) - 1);
      assertThat(book.tryProbe(SLOW, PROBE)).as("before %d ms", avoided).isEmpty();
      time.advance(1);
      GrantedProbe probe = book.tryProbe(SLOW, PROBE).orElseThrow();
      book.probed(probe, SmallReads.ALONE, 3 * MILLI, true);
      assertThat(book.view().isSlow(SLOW)).isTrue();
    }
  }

  /** As one is that has room for a burst, and then none. */
  @Test
  void aNodeThatIsSlowAgainSoon_isAvoidedForTwiceAsLongEachTime() {
    learn();
    for (long avoided = 500; avoided < 4000; avoided *= 2) {
      // Of which a fiftieth may be probes.
      scene.bring(256);
      late(4);
      time.advance((avoided - 1) * MILLI);
      assertThat(book.view().isSlow(SLOW)).as("before %d ms", avoided).isTrue();
      time.advance(MILLI);
      assertThat(book.tryProbe(SLOW, PROBE)).as("after %d ms", avoided).isPresent();
      book.probed(GRANTED, SmallReads.ALONE, MILLI, false);
      assertThat(book.isKeptOff(SLOW)).isFalse();
    }
    time.advance(10 * MEMORY + MILLI);
    late(4);
    time.advance(500 * MILLI);
    assertThat(book.view().isSlow(SLOW)).as("that was long ago").isFalse();
  }

  /** It sends a little at once, however slow it is. */
  @Test
  void aNodeThatWasSlowInLargeReads_showsByItsPaceOnlyThatItIsNot() {
    learn();
    late(4);
    assertThat(book.isDoubtedByPace(SLOW)).isFalse();
    book.lagged(SLOW);
    assertThat(book.isDoubtedByPace(SLOW)).isTrue();
    time.advance(MEMORY);
    book.shortRead(SLOW, KIND, SmallReads.ALONE, MILLI, false);
    assertThat(book.isKeptOff(SLOW)).isTrue();
    book.probed(GRANTED, SmallReads.ALONE, 3 * MILLI, false);
    assertThat(book.isKeptOff(SLOW)).isFalse();
  }

  /** Who reads again after a pause tries it first, and knows nothing against it else. */
  @Test
  void aDoubtThatHasOnlyBecomeOld_isNoReasonToAvoidForLonger() {
    learn();
    late(4);
    time.advance(11 * MEMORY);
    assertThat(book.isKeptOff(SLOW)).isTrue();
    late(4);
    time.advance(500 * MILLI);
    assertThat(book.view().isSlow(SLOW)).isFalse();
  }

  @Test
  void aHiccupAfterALargeReadsDoubt_isAHiccup() {
    learn();
    book.lagged(SLOW);
    time.advance(MEMORY);
    assertThat(book.tryProbe(SLOW, PROBE)).isPresent();
    book.probed(GRANTED, SmallReads.ALONE, MILLI, false);
    late(4);
    time.advance(500 * MILLI);
    assertThat(book.view().isSlow(SLOW)).isFalse();
  }

  @Test
  void aProbeThatTookSeveralTimesTheMedian_isNotInTime() {
    learn();
    late(4);
    time.advance(500 * MILLI);
    assertThat(book.tryProbe(SLOW, PROBE)).isPresent();
    book.shortRead(SLOW, KIND, SmallReads.ALONE, 5 * MILLI, false);
    assertThat(book.view().isSlow(SLOW)).isTrue();
    assertThat(book.isKeptOff(SLOW)).isTrue();
  }

  @Test
  void aLargeReadThatFoundItSlow_isBelievedForTheWholeTime() {
    book.lagged(SLOW);
    time.advance(MEMORY - 1);
    assertThat(book.view().isSlow(SLOW)).isTrue();
  }

  @Test
  void lanesOfASmallReadThatLagged_areBelievedNoLongerThanASmallRead() {
    for (int i = 0; i < 5; i++) {
      add(lagged(1 << 20));
    }
    assertThat(book.view().isSlow(SLOW)).isTrue();
    time.advance(500 * MILLI);
    assertThat(book.view().isSlow(SLOW)).isFalse();
    add(lagged((1 << 20) + 1));
    time.advance(MEMORY - 1);
    assertThat(book.view().isSlow(SLOW)).isTrue();
  }

  /** A read of so many bytes, one lane of which brought nothing. */
  private static ReadReport lagged(int bytes) {
    BlockReplica source = new BlockReplica(new BlockVersion("pool", 1, 1, 16 << 20), SLOW);
    LaneReport lane = new LaneReport(source, 1, bytes, 0, 1, 0, 0, 1, Outcome.ABORTED, "");
    return new ReadReport(ByteRange.of(0, bytes), bytes, 0, "", 0, 0, 1, List.of(), List.of(lane));
  }

  @Test
  void aProbeThatIsNeverHeardOf_endsTheDoubt() {
    learn();
    late(4);
    time.advance(MEMORY);
    assertThat(book.tryProbe(SLOW, PROBE)).isPresent();
    time.advance(40_000 * MILLI - 1);
    assertThat(book.isKeptOff(SLOW)).isTrue();
    time.advance(1);
    assertThat(book.isKeptOff(SLOW)).isFalse();
    assertThat(book.hasDoubts()).isFalse();
  }

  @Test
  void aDoubtThatNobodyRenews_endsWithTime() {
    book.lagged(SLOW);
    time.advance(600_000 * MILLI);
    assertThat(book.isKeptOff(SLOW)).isTrue();
    time.advance(1);
    assertThat(book.hasDoubts()).isFalse();
    assertThat(book.isKeptOff(SLOW)).isFalse();
  }

  @Test
  void aDoubtOutlivesTheTimeThatItsNodeIsAvoided_howeverLongThatIs() {
    long memory = 1_800_000 * MILLI;
    NodeBook patient =
        new NodeBook(
            time,
            new SplittableRandom(26)::nextLong,
            ReadLimits.defaults().withLagMemory(memory),
            1,
            entry -> {});
    patient.lagged(SLOW);
    time.advance(memory);
    assertThat(patient.isKeptOff(SLOW)).isTrue();
    assertThat(patient.tryProbe(SLOW, PROBE)).isPresent();
  }

  /** As when it comes after the doubt has ended by a read in time. */
  @Test
  void aProbeOfANodeThatNobodyDoubts_isAReadAsOthers() {
    learn();
    late(3);
    book.probed(GRANTED, SmallReads.ALONE, MILLI, false);
    late(1);
    assertThat(book.view().isSlow(SLOW)).as("four of its last eight").isTrue();
  }

  @Test
  void lanesOfSmallReads_areJudgedByWhatSmallReadsTake() {
    ReadLimits usual = ReadLimits.defaults();
    assertThat(book.limits(usual, shape(SIZE, SIZE, 1))).as("nothing is known").isSameAs(usual);
    learn();
    long late = book.small().lateNanos(KIND, SmallReads.ALONE);
    assertThat(book.limits(usual, shape(SIZE, SIZE, 1)).lateFloorNanos()).isEqualTo(late);
    assertThat(book.limits(usual, shape(4 * SIZE, SIZE, 1)).lateFloorNanos())
        .as("of a read from four nodes")
        .isEqualTo(late);
    assertThat(book.limits(usual, shape(4 * SIZE, 4 * SIZE, 1)))
        .as("from one node")
        .isSameAs(usual);
    assertThat(book.limits(usual, shape(SmallReads.BYTES_MAX + 1, SIZE, 1))).isSameAs(usual);
  }

  /** Six times 64 KiB each; 4 MiB for all. */
  @Test
  void latenessOfSmallReads_isTakenWhenItIsGranted_andNotAgainWhenItIsCharged() {
    learn();
    LateAllowance first = book.lateAllowance(shape(SIZE, SIZE, 6));
    LateAllowance last = book.lateAllowance(shape(SIZE, SIZE, 6));
    assertThat(first.mayAskMore()).isTrue();
    assertThat(first.mayAskMore()).as("the same read").isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(book.lateAllowance(shape(SIZE, SIZE, 6)).mayAskMore()).isTrue();
    }
    assertThat(last.mayAskMore()).as("11 x 6 x 64 KiB are out already").isFalse();
    first.charged(6 * SIZE);
    first.charged(-5 * SIZE);
    assertThat(last.mayAskMore()).as("most of it was no cost in the end").isTrue();
    assertThat(book.lateAllowance(shape(SIZE, SIZE, 6)).mayAskMore()).isFalse();
    last.charged(-6 * SIZE);
    LateAllowance more = book.lateAllowance(shape(SIZE, 1, 1));
    assertThat(more.mayAskMore()).isTrue();
    more.charged(8 * SIZE);
    assertThat(book.lateAllowance(shape(SIZE, 1, 1)).mayAskMore())
        .as("more than it said")
        .isFalse();
  }

  @Test
  void whileNothingIsKnown_whoeverWasLeft_isGoneAround() {
    List<List<NodeId>> holders = List.of(List.of(node(1)), List.of(node(2)), List.of(node(3)));
    book.shortRead(node(1), KIND, SmallReads.ALONE, MILLI, false);
    book.takesDetour(KIND, SLOW, holders, 3, book.view());
    for (int i = 0; i < 4; i++) {
      book.leftUnknown(SLOW, KIND, 30 * MILLI);
    }
    int around = 0;
    for (int i = 0; i < 100; i++) {
      around += book.takesDetour(KIND, SLOW, holders, 3, book.view()) ? 1 : 0;
    }
    assertThat(around).isGreaterThan(90);
  }

  @Test
  void oneRead_decidesOnceForEachNode_andNotForWhomItGoesAroundAlready() {
    book.lagged(SLOW);
    List<List<NodeId>> holders = List.of(List.of(SLOW), List.of(node(1)), List.of(node(2)));
    for (int i = 0; i < 50; i++) {
      UnaryOperator<ClusterView> read =
          book.ofAmplified(holders, shape(SIZE, SIZE, 2), Optional.empty());
      boolean first = read.apply(book.view()).isSlow(SLOW);
      for (int look = 0; look < 5; look++) {
        assertThat(read.apply(book.view()).isSlow(SLOW)).isEqualTo(first);
      }
      UnaryOperator<ClusterView> around =
          book.ofAmplified(holders, shape(SIZE, SIZE, 2), Optional.of(SLOW));
      assertThat(around.apply(book.view()).isSlow(SLOW)).isTrue();
    }
  }

  @Test
  void aNodeWhoseProbeWasSilent_isKeptOff_thoughMostAreDoubted() {
    scene.bring(60);
    scene.meet(7);
    for (int i = 0; i < 5; i++) {
      book.laggedAtShort(node(i));
    }
    assertThat(book.isKeptOff(node(0))).as("five of seven").isFalse();
    time.advance(501 * MILLI);
    assertThat(book.isDoubted(node(0))).isTrue();
    book.probedInVain(
        book.tryProbe(node(0), PROBE).orElseThrow(), SmallReads.ALONE, 1000 * MILLI, 0);
    assertThat(book.isKeptOff(node(0))).as("nothing in a second").isTrue();
    assertThat(book.isKeptOff(node(1))).isFalse();
    time.advance(1001 * MILLI);
    book.probed(book.tryProbe(node(0), PROBE).orElseThrow(), SmallReads.ALONE, MILLI, false);
    assertThat(book.isKeptOff(node(0))).isFalse();
  }

  @Test
  void aNodeThatHasBroughtOthersSomethingSinceTheProbe_isNotSilent() {
    scene.meet(7);
    for (int i = 0; i < 5; i++) {
      book.laggedAtShort(node(i));
    }
    time.advance(501 * MILLI);
    assertThat(book.tryProbe(SLOW, PROBE)).isPresent();
    time.advance(500 * MILLI);
    book.heard(SLOW);
    time.advance(500 * MILLI);
    // One that was given up, which says nothing of when it brought what.
    scene.laneLeft(node(1), 0, SIZE, 1400 * MILLI);
    book.probedInVain(GRANTED, SmallReads.ALONE, 1000 * MILLI, 0);
    assertThat(book.isKeptOff(SLOW)).as("it has a long queue, as most have").isFalse();
  }

  @Test
  void whereMoreThanAThirdOfTheNodesAreSlow_nobodyIs() {
    scene.meet(9);
    for (int i = 0; i < 3; i++) {
      book.lagged(node(i));
    }
    assertThat(book.view().nodes()).hasSize(3);
    assertThat(book.isKeptOff(node(0))).isTrue();
    book.lagged(node(3));
    assertThat(book.view().nodes()).as("four of nine").isEmpty();
    for (int i = 0; i < 4; i++) {
      assertThat(book.isKeptOff(node(i))).as("node %d, by small reads", i).isFalse();
    }
    // Of those that have not been asked since it is not known any more.
    time.advance(10 * MEMORY + 1);
    book.lagged(node(4));
    assertThat(book.isKeptOff(node(4))).isTrue();
    assertThat(book.isKeptOff(node(0))).isTrue();
  }

  /** Connecting takes most of it. */
  @Test
  void whatAFewKilobytesTake_isNoPace() {
    for (int i = 0; i < 32; i++) {
      add(inTime(4096, 1220));
    }
    assertThat(book.view().expectedNanosPerByte(SourceKind.STORAGE)).isZero();
    add(inTime(256 << 10, 10));
    assertThat(book.view().expectedNanosPerByte(SourceKind.STORAGE)).isEqualTo(10);
  }

  private static ReadReport inTime(int bytes, double nanosPerByte) {
    BlockReplica source = new BlockReplica(new BlockVersion("pool", 1, 1, 16 << 20), node(1));
    long nanos = (long) (bytes * nanosPerByte);
    LaneReport lane =
        new LaneReport(
            source, 1, bytes, bytes, 0, nanosPerByte, bytes, nanos, Outcome.FINISHED, "");
    return new ReadReport(ByteRange.of(0, bytes), bytes, 0, "", 0, 0, 1, List.of(), List.of(lane));
  }

  @Test
  void aSmallReadsLane_isLateWhenASmallReadIs_howeverLongItsBytesTake() {
    add(inTime(1 << 20, 100));
    learn();
    long lateNanos = book.small().lateNanos(KIND, SmallReads.ALONE);
    LaneTracker lane = new LaneTracker(book.limits(ReadLimits.defaults(), shape(SIZE, SIZE, 1)));
    lane.requested(new Slice(0, 0, SIZE), 0);
    assertThat(lane.lateAtNanos(100, 1, SIZE)).hasValue(lateNanos);
    assertThat(lane.lateAtNanos(100, 1, 0)).as("nothing has come").hasValue(lateNanos);
  }

  @Test
  void aProbeInVain_counts_thoughTheManagerHasNamedTheNodeMeanwhile() {
    learn();
    scene.meet(6);
    late(4);
    time.advance(500 * MILLI);
    assertThat(book.tryProbe(SLOW, PROBE)).isPresent();
    book.told(List.of(new NodeView(SLOW, true, "")), List.of(SLOW));
    time.advance(1000 * MILLI);
    book.probedInVain(GRANTED, SmallReads.ALONE, 1000 * MILLI, 0);
    time.advance(41_000 * MILLI);
    assertThat(book.isDoubted(SLOW)).isTrue();
  }
}
