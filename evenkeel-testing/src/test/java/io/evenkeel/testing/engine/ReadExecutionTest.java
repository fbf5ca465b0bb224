package io.evenkeel.testing.engine;

import static io.evenkeel.testing.engine.LaneBehaviour.slow;
import static io.evenkeel.testing.engine.LaneBehaviour.steady;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Slice;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Single promises of the engine, by hand; one block of ten groups unless said otherwise. */
class ReadExecutionTest {
  private static final int GROUPS = 10;
  private static final int BYTES = 50;
  private static final long STALL_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long KNOWN_NANOS = Duration.ofMillis(3).toNanos();
  private static final long LIMIT_NANOS = Duration.ofMinutes(10).toNanos();

  private final SimulatedFile file =
      new SimulatedFile(1, CodeSpec.parse("none-1-0"), GROUPS * BYTES, GROUPS * BYTES, BYTES, 1, 1);
  private final BufferPool pool = new BufferPool(1 << 20, 1);

  private static ReadLimits limits(long reservedBytes) {
    return limits(reservedBytes, Long.MAX_VALUE >> 8);
  }

  private static ReadLimits limits(long reservedBytes, long initialBytes) {
    long milli = Duration.ofMillis(1).toNanos();
    return new ReadLimits(
        reservedBytes,
        4,
        3,
        2,
        5 * milli,
        milli,
        10_000,
        milli,
        STALL_NANOS,
        1,
        1 << 20,
        1,
        Long.MAX_VALUE >> 8,
        initialBytes,
        1,
        0);
  }

  /** A group that delivers {@code file} from the slice of that number. */
  private FragmentGroup group(int slice, ByteRange range) {
    Source source = file.block(0, 0, SimulatedFile.dataNode(0));
    FragmentRead read =
        new FragmentRead(
            0,
            source,
            new Slice(slice, (long) slice * BYTES, BYTES),
            Launch.NOW,
            (long) GROUPS * BYTES);
    Wanted wanted = new Wanted(0, BYTES, (int) (range.start() - (long) slice * BYTES), range);
    return new FragmentGroup(
        ErasureCode.of(CodeSpec.parse("none-1-0")),
        0,
        BYTES,
        IndexSet.empty(),
        List.of(read),
        List.of(wanted));
  }

  private FragmentGroup group(int slice) {
    return group(slice, ByteRange.of((long) slice * BYTES, BYTES));
  }

  private static ReadPlanner planner(List<FragmentGroup> groups) {
    return (at, context) ->
        at.step() < groups.size()
            ? new Step.Group(0, groups.get(at.step()), new Cursor(0, at.step() + 1))
            : new Step.End();
  }

  private ReadPlanner wholeBlock() {
    return planner(IntStream.range(0, GROUPS).mapToObj(this::group).toList());
  }

  private ReadTrial.Outcome read(
      ReadPlanner planner,
      long reservedBytes,
      ReadTrial.Calls calls,
      Function<Source, LaneBehaviour> behaviour) {
    ReadRequest request =
        new ReadRequest(
            new ByteRange(0, GROUPS * BYTES),
            planner,
            Knowledge.SETTLED,
            ClusterView::unknown,
            limits(reservedBytes));
    ReadTrial trial = new ReadTrial(1, file, pool, behaviour);
    trial.lanes().allowSharedSlices();
    return trial.read(request, calls, LIMIT_NANOS);
  }

  @Test
  void memory_staysWithinTheReservationHoweverSlowTheCaller() {
    for (long consumeNanos : new long[] {0, 1_000_000, STALL_NANOS * 2}) {
      ReadTrial.Calls calls = new ReadTrial.Calls(consumeNanos, -1, -1);
      ReadTrial.Outcome outcome = read(wholeBlock(), 3 * BYTES, calls, s -> steady());
      assertThat(outcome.plain()).isEmpty();
      assertThat(pool.peakBytes()).isLessThanOrEqualTo(3 * BYTES);
    }
  }

  /** A slice takes 3 ms or 50; late is one after 5. The caller has taken nothing yet. */
  @Test
  void readAhead_isOfTwoGroupsUntilTheCallerWaitsForWhatIsLate() {
    assertThat(askedBy(2, steady().pace(60_000))).isEqualTo(2);
    assertThat(askedBy(20, steady().pace(1_000_000))).isEqualTo(4);
  }

  /** How many groups have been asked for by then. */
  private int askedBy(int closeMillis, LaneBehaviour behaviour) {
    ReadRequest request =
        new ReadRequest(
            new ByteRange(0, GROUPS * BYTES),
            wholeBlock(),
            Knowledge.SETTLED,
            ClusterView::unknown,
            limits(10 * BYTES, 1));
    ReadTrial trial = new ReadTrial(1, file, pool, source -> behaviour);
    long closeNanos = Duration.ofMillis(closeMillis).toNanos();
    trial.read(request, new ReadTrial.Calls(0, closeNanos, -1), LIMIT_NANOS);
    return trial.lanes().requests().size();
  }

  /** The first slice comes at once and stays unread; those after it never come. */
  @Test
  void readAhead_isOfTwoGroupsWhileTheCallerHasWhatToRead() {
    ReadRequest request =
        new ReadRequest(
            new ByteRange(0, GROUPS * BYTES),
            wholeBlock(),
            Knowledge.SETTLED,
            ClusterView::unknown,
            limits(10 * BYTES, 1));
    ReadTrial trial = new ReadTrial(1, file, pool, source -> steady().stallAt(BYTES));
    long milli = Duration.ofMillis(1).toNanos();
    trial.read(request, new ReadTrial.Calls(1000 * milli, 500 * milli, -1), LIMIT_NANOS);
    assertThat(trial.lanes().requests().size()).isEqualTo(2);
  }

  @Test
  void reservationBelowOneGroup_readsGroupByGroup() {
    ReadTrial.Outcome outcome = read(wholeBlock(), 1, ReadTrial.Calls.EAGER, s -> steady());
    assertThat(outcome.plain()).isEmpty();
    assertThat(pool.peakBytes()).isEqualTo(BYTES);
  }

  @Test
  void slowCaller_isNotTakenForAStall() {
    // A slice takes half the stall time, so that a check of the stall falls into its wait.
    double pace = STALL_NANOS / 2.0 / BYTES;
    ReadTrial.Calls calls = new ReadTrial.Calls(STALL_NANOS * 5 / 4, -1, -1);
    assertThat(read(wholeBlock(), BYTES, calls, s -> steady().pace(pace)).plain()).isEmpty();
  }

  @Test
  void stalledRead_isLeftToThePlainReadInTime() {
    ReadTrial.Outcome outcome =
        read(wholeBlock(), 1 << 20, ReadTrial.Calls.EAGER, s -> steady().stallAt(3L * BYTES));
    assertThat(outcome.pieceBytes()).isEqualTo(3 * BYTES);
    assertThat(outcome.plain()).hasSize(1);
    assertThat(outcome.nanos()).isLessThan(STALL_NANOS * 3 / 2);
  }

  /** Expected until it is set to be known. */
  private static final class Expected implements Knowledge {
    private boolean known;

    @Override
    public long version() {
      return known ? 1 : 0;
    }

    @Override
    public boolean mayGrow() {
      return !known;
    }
  }

  private ReadTrial.Outcome readKnownLater(Expected answer, ReadPlanner planner) {
    ReadRequest request =
        new ReadRequest(
            new ByteRange(0, BYTES), planner, answer, ClusterView::unknown, limits(1 << 20));
    ReadTrial trial = new ReadTrial(1, file, pool, s -> steady());
    trial.scheduler().schedule(KNOWN_NANOS - 1, () -> answer.known = true);
    return trial.read(request, new ReadTrial.Calls(0, -1, KNOWN_NANOS), LIMIT_NANOS);
  }

  @Test
  void groupThatLacksFragments_waitsForWhatMayBecomeKnown() {
    for (boolean becomesKnown : new boolean[] {true, false}) {
      Expected answer = new Expected();
      FragmentGroup group = group(0);
      FragmentGroup lacking =
          new FragmentGroup(
              group.code(),
              group.proofOffset(),
              group.lengthBytes(),
              group.absent(),
              List.of(),
              group.wanted());
      ReadTrial.Outcome outcome =
          readKnownLater(
              answer,
              (at, context) ->
                  planner(List.of(becomesKnown && answer.known ? group : lacking))
                      .plan(at, context));
      assertThat(outcome.nanos()).isGreaterThanOrEqualTo(KNOWN_NANOS);
      assertThat(outcome.pieceBytes()).isEqualTo(becomesKnown ? BYTES : 0);
      assertThat(outcome.plainBytes()).isEqualTo(becomesKnown ? 0 : BYTES);
    }
  }

  @Test
  void planThatKnowsTooLittle_isAskedAgainWhenThereIsNews_andThenNoMore() {
    for (boolean becomesKnown : new boolean[] {true, false}) {
      Expected answer = new Expected();
      ReadPlanner whole = planner(List.of(group(0)));
      ReadTrial.Outcome outcome =
          readKnownLater(
              answer,
              (at, context) ->
                  becomesKnown && answer.known ? whole.plan(at, context) : new Step.Later());
      assertThat(outcome.nanos()).isGreaterThanOrEqualTo(KNOWN_NANOS);
      assertThat(outcome.pieceBytes()).isEqualTo(becomesKnown ? BYTES : 0);
      assertThat(outcome.plainBytes()).isEqualTo(becomesKnown ? 0 : BYTES);
    }
  }

  @Test
  void planThatIsNeverTold_endsInThePlainReadInTime() {
    ReadRequest request =
        new ReadRequest(
            new ByteRange(0, BYTES),
            (at, context) -> new Step.Later(),
            new Expected(),
            ClusterView::unknown,
            limits(1 << 20));
    ReadTrial.Outcome outcome =
        new ReadTrial(1, file, pool, s -> steady())
            .read(request, ReadTrial.Calls.EAGER, LIMIT_NANOS);
    assertThat(outcome.plainBytes()).isEqualTo(BYTES);
    assertThat(outcome.nanos()).isLessThan(STALL_NANOS * 3 / 2);
  }

  /** It is the stall that ends a read which nobody told of the news that it waits for. */
  @Test
  void newsThatNobodyTells_endsInThePlainReadInTime() {
    Expected answer = new Expected();
    ReadPlanner whole = planner(List.of(group(0)));
    ReadRequest request =
        new ReadRequest(
            new ByteRange(0, BYTES),
            (at, context) -> answer.known ? whole.plan(at, context) : new Step.Later(),
            answer,
            ClusterView::unknown,
            limits(1 << 20));
    ReadTrial trial = new ReadTrial(1, file, pool, s -> steady());
    trial.scheduler().schedule(KNOWN_NANOS, () -> answer.known = true);
    ReadTrial.Outcome outcome = trial.read(request, ReadTrial.Calls.EAGER, LIMIT_NANOS);
    assertThat(outcome.pieceBytes() + outcome.plainBytes()).isEqualTo(BYTES);
    assertThat(outcome.nanos()).isLessThan(STALL_NANOS * 3 / 2);
  }

  @Test
  void closedRead_finishesAtOnceAndGivesEverythingBack() {
    long closeNanos = Duration.ofMillis(2).toNanos();
    ReadTrial.Outcome outcome =
        read(
            wholeBlock(),
            1 << 20,
            new ReadTrial.Calls(0, closeNanos, -1),
            s -> slow(50).acknowledgesAfter(STALL_NANOS, true));
    assertThat(outcome.nanos()).isEqualTo(closeNanos);
    assertThat(outcome.plain()).isEmpty();
  }

  @Test
  void noBufferToBeHad_leavesTheRestToThePlainRead() {
    BufferPool none = new BufferPool(BYTES - 1, 1);
    ReadRequest request =
        new ReadRequest(
            new ByteRange(0, GROUPS * BYTES),
            wholeBlock(),
            Knowledge.SETTLED,
            ClusterView::unknown,
            limits(1 << 20));
    ReadTrial.Outcome outcome =
        new ReadTrial(1, file, none, s -> steady())
            .read(request, ReadTrial.Calls.EAGER, LIMIT_NANOS);
    assertThat(outcome.plainBytes()).isEqualTo(GROUPS * BYTES);
  }

  @Test
  void planWithAGap_endsInThePlainRead() {
    ReadPlanner gap = planner(List.of(group(0), group(2)));
    ReadTrial.Outcome outcome = read(gap, 1 << 20, ReadTrial.Calls.EAGER, s -> steady());
    assertThat(outcome.plain())
        .extracting(Delivery.Plain::range)
        .containsExactly(new ByteRange(BYTES, GROUPS * BYTES));
  }

  @Test
  void planThatDeliversTwice_endsInThePlainRead() {
    for (ByteRange again : List.of(ByteRange.of(0, BYTES), ByteRange.of(10, 20))) {
      ReadPlanner twice = planner(List.of(group(0), group(0, again), group(1)));
      ReadTrial.Outcome outcome = read(twice, 1 << 20, ReadTrial.Calls.EAGER, s -> steady());
      assertThat(outcome.plain().get(0).reason()).contains("twice");
    }
  }

  @Test
  void planThatThrows_endsInThePlainRead() {
    ReadPlanner broken =
        (at, context) -> {
          throw new IllegalStateException("no plan");
        };
    ReadTrial.Outcome outcome = read(broken, 1 << 20, ReadTrial.Calls.EAGER, s -> steady());
    assertThat(outcome.plainBytes()).isEqualTo(GROUPS * BYTES);
    assertThat(outcome.plain().get(0).reason()).contains("no plan");
  }

  @Test
  void wrongParity_isNeverDeliveredAndToldOf() {
    Shape shape = Shape.ofStripe("rs-4-2");
    for (int i = 0; i < 6; i++) {
      shape.read(i, i < 4 ? shape.block(i, i) : shape.cached(i), Launch.NOW);
    }
    Source wrong = shape.cached(4);
    shape.behaves(shape.block(1, 1), slow(100)).behaves(wrong, steady().pace(9000).wrong(100));
    ReadTrial.Outcome outcome = shape.run();
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.broken()).containsExactly(wrong);
  }

  /** Others may be able to read it. */
  @Test
  void parityOfAnotherRelease_isAMissAndNothingToTell() {
    for (boolean foreign : new boolean[] {false, true}) {
      Shape shape = Shape.ofStripe("rs-4-2");
      for (int i = 0; i < 6; i++) {
        shape.read(i, i < 4 ? shape.block(i, i) : shape.cached(i), Launch.NOW);
      }
      LaneBehaviour missing = steady().pace(9000).misses(100);
      shape
          .behaves(shape.block(1, 1), slow(100))
          .behaves(shape.cached(4), foreign ? missing.foreign() : missing);
      ReadTrial.Outcome outcome = shape.run();
      assertThat(outcome.plain()).isEmpty();
      assertThat(outcome.broken()).hasSize(foreign ? 0 : 1);
    }
  }

  @Test
  void wrongParityWithoutAnother_endsInTheSlowButRightData() {
    Shape shape = Shape.ofStripe("xor-4-1");
    for (int i = 0; i < 5; i++) {
      shape.read(i, i < 4 ? shape.block(i, i) : shape.cached(i), Launch.NOW);
    }
    shape.behaves(shape.block(1, 1), slow(100)).behaves(shape.cached(4), steady().wrong(100));
    assertThat(shape.run().plain()).isEmpty();
  }
}
