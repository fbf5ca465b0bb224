package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.LateAllowance;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What one read may cost: bytes left to the stock read, bytes asked besides, buffers, lanes. */
class BoundedReadTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final long STALL_NANOS = 20 * SECOND;
  private static final int UNIT = 50;
  private static final int NODES = 5;

  /** So much that it never matters. */
  private static final long PLENTY = 1 << 20;

  private final BufferPool pool = new BufferPool(1 << 20, 1);
  private ReadTrial trial;

  /** Slices take half a millisecond; nothing is late before 5 ms. */
  private static ReadLimits limits(
      long reserved, long burst, double ratio, long idle, long initial) {
    return limits(reserved, burst, ratio, idle, initial, 100 * MILLI);
  }

  private static ReadLimits limits(
      long reserved, long burst, double ratio, long idle, long initial, long lagMemory) {
    return limits(reserved, burst, ratio, idle, initial, lagMemory, 10_000);
  }

  private static ReadLimits limits(
      long reserved,
      long burst,
      double ratio,
      long idle,
      long initial,
      long lagMemory,
      double coldNanosPerByte) {
    return limits(reserved, burst, ratio, idle, initial, lagMemory, coldNanosPerByte, 0);
  }

  private static ReadLimits limits(
      long reserved,
      long burst,
      double ratio,
      long idle,
      long initial,
      long lagMemory,
      double coldNanosPerByte,
      long firstNanos) {
    return new ReadLimits(
        reserved,
        4,
        3,
        2,
        5 * MILLI,
        MILLI,
        coldNanosPerByte,
        lagMemory,
        STALL_NANOS,
        ratio,
        burst,
        ratio,
        idle,
        initial,
        4,
        firstNanos);
  }

  private ReadTrial.Outcome read(
      SimulatedFile file,
      boolean parity,
      ReadLimits limits,
      ReadTrial.Calls calls,
      Function<Source, LaneBehaviour> behaviours) {
    trial = new ReadTrial(1, file, pool, behaviours);
    trial.lanes().allowSharedSlices();
    ByteRange range = new ByteRange(0, file.bytes().length);
    ReadRequest request =
        new ReadRequest(
            range,
            new ContiguousPlanner(
                file.stripes(),
                range,
                () -> parity ? file.ticket() : FileTicket.none(),
                Schemes.named("adaptive"),
                Direction.OFF,
                limits.reservedBytes()),
            Knowledge.SETTLED,
            ClusterView::unknown,
            limits);
    return trial.read(request, calls, 3600 * SECOND);
  }

  private static SimulatedFile blocks(String code, int blocks, int subblocks) {
    int block = subblocks * UNIT;
    return new SimulatedFile(1, CodeSpec.parse(code), blocks * block, block, UNIT, NODES, 1);
  }

  private static Function<Source, LaneBehaviour> firstBlock(LaneBehaviour behaviour) {
    return source ->
        source instanceof BlockReplica replica && replica.block().blockId() == 0
            ? behaviour
            : LaneBehaviour.steady();
  }

  @Test
  void blockThatCannotBeHad_leavesItsStripeAndNoMoreToThePlainRead() {
    SimulatedFile file = blocks("none-1-0", 3, 20);
    ReadTrial.Outcome outcome =
        read(
            file,
            false,
            limits(PLENTY, 0, 0, SECOND, PLENTY),
            ReadTrial.Calls.EAGER,
            firstBlock(LaneBehaviour.steady().refuses()));
    assertThat(outcome.plainBytes()).isEqualTo(20 * UNIT);
    assertThat(outcome.plain()).allMatch(plain -> plain.range().end() <= 20 * UNIT);
    // The groups that were tried one by one, and what was given up in one piece.
    assertThat(outcome.plain()).hasSizeLessThanOrEqualTo(6);
    assertThat(outcome.pieceBytes()).isEqualTo(40 * UNIT);
  }

  @Test
  void slicesMissingNowAndThen_areAllThatIsLeftToThePlainRead() {
    SimulatedFile file = blocks("none-1-0", 1, 1000);
    ReadTrial.Outcome outcome =
        read(
            file,
            false,
            limits(PLENTY, 0, 0, SECOND, PLENTY),
            ReadTrial.Calls.EAGER,
            source -> LaneBehaviour.steady().misses(3));
    assertThat(outcome.plainBytes()).isBetween(10L * UNIT, 60L * UNIT);
  }

  @Test
  void groupThatTheCallerWaitsFor_isReadAnotherWayWhateverTheBudget() {
    SimulatedFile file = blocks("xor-4-1", 4, 10);
    // Narrow: block after block, the others only to get around a node.
    ReadTrial.Outcome outcome =
        read(
            file,
            true,
            limits(7 * UNIT, 0, 0, 5 * SECOND, PLENTY),
            ReadTrial.Calls.EAGER,
            firstBlock(LaneBehaviour.steady().stallAt(0)));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().extraDenied()).isPositive();
    assertThat(outcome.nanos()).isLessThan(3 * SECOND);
  }

  @Test
  void nodeThatBringsNothing_isLateByWhatItsPeersBring() {
    SimulatedFile file = blocks("xor-4-1", 4, 10);
    // While nothing is known a slice may take 200 ms; the others' take half a millisecond.
    ReadLimits cold = limits(PLENTY, PLENTY, 1, 5 * SECOND, PLENTY, 100 * MILLI, 2_000_000);
    ReadTrial.Outcome outcome =
        read(
            file, true, cold, ReadTrial.Calls.EAGER, firstBlock(LaneBehaviour.steady().stallAt(0)));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isLessThan(30 * MILLI);
  }

  @Test
  void nothingFromAnyNode_accusesNone() {
    // The first slices of all four come after 200 ms, where 5 ms are late: as in a new process.
    SimulatedFile file = blocks("xor-4-1", 4, 10);
    ReadTrial.Outcome outcome =
        read(
            file,
            true,
            first(SECOND),
            ReadTrial.Calls.EAGER,
            source -> LaneBehaviour.steady().open(200 * MILLI));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().lanes()).hasSize(4);
    assertThat(outcome.report().lanes()).allMatch(lane -> lane.lateSlices() == 0);
  }

  @Test
  void firstArrival_saysWhoIsLate() {
    SimulatedFile file = blocks("xor-4-1", 4, 10);
    ReadTrial.Outcome outcome =
        read(
            file,
            true,
            first(SECOND),
            ReadTrial.Calls.EAGER,
            firstBlock(LaneBehaviour.steady().stallAt(0)));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isLessThan(30 * MILLI);
  }

  @Test
  void nothingFromAnyNode_isLateInTheEnd() {
    SimulatedFile file = blocks("xor-4-1", 4, 10);
    ReadTrial.Outcome outcome =
        read(
            file,
            true,
            first(SECOND),
            ReadTrial.Calls.EAGER,
            source ->
                source instanceof BlockReplica
                    ? LaneBehaviour.steady().open(2 * SECOND)
                    : LaneBehaviour.steady());
    assertThat(outcome.report().lanes()).anyMatch(lane -> lane.lateSlices() > 0);
  }

  @Test
  void onlyLane_isLateByItself() {
    // Nobody else can show that it is not its node.
    SimulatedFile file = blocks("none-1-0", 1, 1);
    ReadTrial.Outcome outcome =
        read(
            file,
            false,
            first(SECOND),
            ReadTrial.Calls.EAGER,
            source -> LaneBehaviour.steady().open(200 * MILLI));
    assertThat(outcome.report().lanes()).anyMatch(lane -> lane.lateSlices() > 0);
  }

  /** Limits of a process that knows nothing of its nodes yet. */
  private static ReadLimits first(long firstNanos) {
    return limits(PLENTY, PLENTY, 1, 5 * SECOND, PLENTY, 100 * MILLI, 10_000, firstNanos);
  }

  /** Grants what it is told to, and sums up what that costs. */
  private static final class Allowance implements LateAllowance {
    private final IntPredicate granted;
    private int askedCount;
    private long chargedBytes;
    private long givenBackBytes;

    Allowance(IntPredicate granted) {
      this.granted = granted;
    }

    @Override
    public boolean mayAskMore() {
      return granted.test(++askedCount);
    }

    @Override
    public void charged(long bytes) {
      chargedBytes += Math.max(0, bytes);
      givenBackBytes += Math.max(0, -bytes);
    }
  }

  @Test
  void withoutAllowance_nothingIsAskedBecauseOfLateness_norCharged() {
    Allowance none = new Allowance(asked -> false);
    ReadTrial.Outcome outcome = readPastStalledNode(ClusterView::unknown, none);
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().extraDenied()).isPositive();
    assertThat(outcome.nanos()).as("a second of silence").isGreaterThan(SECOND);
    assertThat(none.chargedBytes).as("after that it is free").isZero();
  }

  @Test
  void allowance_isAskedAgainUntilItGrants_andChargedWithWhatIsAsked() {
    Allowance third = new Allowance(asked -> asked >= 3);
    ReadTrial.Outcome outcome = readPastStalledNode(ClusterView::unknown, third);
    assertThat(outcome.nanos()).isLessThan(SECOND / 2);
    assertThat(third.askedCount).isGreaterThanOrEqualTo(3);
    assertThat(third.chargedBytes).isPositive();
    assertThat(third.givenBackBytes)
        .as("the stalled node's own bytes never come")
        .isEqualTo(third.chargedBytes);
  }

  @Test
  void nodeThatIsKnownToBeSlowMeanwhile_isGoneAroundWithoutAllowance() {
    NodeView slow =
        new NodeView(nodeOf(blocks("xor-4-1", 4, 10), 0), true, "found by another read");
    ReadTrial.Outcome outcome =
        readPastStalledNode(
            () ->
                trial.scheduler().nanoTime() > 100 * MILLI
                    ? ClusterView.of(List.of(slow), 0)
                    : ClusterView.unknown(),
            new Allowance(asked -> false));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isBetween(100 * MILLI, SECOND / 2);
  }

  private ReadTrial.Outcome readPastStalledNode(
      Supplier<ClusterView> view, LateAllowance allowance) {
    SimulatedFile file = blocks("xor-4-1", 4, 10);
    trial = new ReadTrial(1, file, pool, firstBlock(LaneBehaviour.steady().stallAt(0)));
    trial.lanes().allowSharedSlices();
    ByteRange range = new ByteRange(0, file.bytes().length);
    ReadLimits limits = limits(PLENTY, PLENTY, 1, 5 * SECOND, PLENTY);
    ContiguousPlanner planner =
        new ContiguousPlanner(
            file.stripes(), range, file::ticket, Schemes.named("adaptive"), Direction.OFF, PLENTY);
    return trial.read(
        new ReadRequest(range, planner, Knowledge.SETTLED, view, limits, allowance),
        ReadTrial.Calls.EAGER,
        3600 * SECOND);
  }

  @Test
  void lateReadThatNeverCame_costsNoBudget() {
    SimulatedFile file = blocks("xor-4-1", 4, 40);
    // The node is tried again and again, and each time a parity is asked besides: more in all than
    // the budget, if what never came counted too.
    ReadTrial.Outcome outcome =
        read(
            file,
            true,
            limits(PLENTY, 10 * UNIT, 0, 5 * SECOND, PLENTY, 0),
            ReadTrial.Calls.EAGER,
            firstBlock(LaneBehaviour.steady().stallAt(4 * UNIT)));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().extraDenied()).isZero();
  }

  @Test
  void pauseOfTheWholeProcess_accusesNobody() {
    SimulatedFile file = blocks("xor-4-1", 4, 10);
    ReadLimits limits = limits(PLENTY, PLENTY, 1, 5 * SECOND, PLENTY);
    // The first slices come after 15 ms: late, had the process not stood still from 2 ms to 12 ms.
    trial = new ReadTrial(1, file, pool, source -> LaneBehaviour.steady().slowUntil(3 * MILLI, 28));
    trial.scheduler().schedule(2 * MILLI, () -> trial.scheduler().standStill(10 * MILLI));
    ByteRange range = new ByteRange(0, file.bytes().length);
    ReadTrial.Outcome outcome =
        trial.read(
            new ReadRequest(
                range,
                new ContiguousPlanner(
                    file.stripes(),
                    range,
                    file::ticket,
                    Schemes.named("adaptive"),
                    Direction.OFF,
                    PLENTY),
                Knowledge.SETTLED,
                ClusterView::unknown,
                limits),
            ReadTrial.Calls.EAGER,
            3600 * SECOND);
    assertThat(outcome.report().lanes()).hasSize(4);
    assertThat(outcome.report().lanes()).allMatch(lane -> lane.lateSlices() == 0);
  }

  @Test
  void nodeThatServesTwoLanesOfARead_isGivenTwiceTheTime() {
    // A slice takes 8 ms where half a millisecond is usual and 5 ms are late.
    assertThat(lateSlices(3)).as("the first block has a node of its own").isPositive();
    assertThat(lateSlices(2)).as("it shares it with the third").isZero();
  }

  @Test
  void peersThatShareTheirNodesToo_areNoSlowerForThat() {
    // Two blocks a node, 20 ms a slice: what never comes is late after twice that, and not after
    // four times.
    SimulatedFile file =
        new SimulatedFile(1, CodeSpec.parse("xor-4-1"), 4 * UNIT, UNIT, UNIT, 2, 1);
    Function<Source, LaneBehaviour> slow = firstBlock(LaneBehaviour.steady().stallAt(0));
    ReadTrial.Outcome outcome =
        read(
            file,
            true,
            limits(PLENTY, PLENTY, 1, 5 * SECOND, PLENTY, 100 * MILLI, 2_000_000),
            ReadTrial.Calls.EAGER,
            source ->
                source instanceof BlockReplica replica && replica.block().blockId() != 0
                    ? LaneBehaviour.slow(40)
                    : slow.apply(source));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isBetween(40 * MILLI, 50 * MILLI);
  }

  @Test
  void nodeThatSendsNothing_isNotGivenTwiceTheTime_becauseTwoLanesWaitForIt() {
    SimulatedFile file = new SimulatedFile(1, CodeSpec.rs(4, 2), 4 * UNIT, UNIT, UNIT, 2, 1);
    ReadTrial.Outcome outcome =
        read(
            file,
            true,
            limits(PLENTY, PLENTY, 1, 5 * SECOND, PLENTY, 100 * MILLI, 2_000_000),
            ReadTrial.Calls.EAGER,
            source ->
                source.node().equals(nodeOf(file, 0))
                    ? LaneBehaviour.steady().stallAt(0)
                    : LaneBehaviour.slow(40));
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isBetween(20 * MILLI, 50 * MILLI);
  }

  private long lateSlices(int nodes) {
    SimulatedFile file =
        new SimulatedFile(1, CodeSpec.parse("none-3-0"), 15 * UNIT, 5 * UNIT, UNIT, nodes, 1);
    ReadTrial.Outcome outcome =
        read(
            file,
            false,
            limits(PLENTY, PLENTY, 1, SECOND, PLENTY),
            ReadTrial.Calls.EAGER,
            source -> LaneBehaviour.slow(source.node().equals(nodeOf(file, 0)) ? 16 : 1));
    assertThat(outcome.plain()).isEmpty();
    return outcome.report().lanes().stream().mapToLong(LaneReport::lateSlices).sum();
  }

  private static NodeId nodeOf(SimulatedFile file, int block) {
    return file.stripes().get(0).replicas().get(block).get(0);
  }

  @Test
  void laneThatOwesNothing_isClosedAndOpenedAgainWhenItIsWanted() {
    SimulatedFile file = blocks("none-1-0", 1, 10);
    ReadTrial.Outcome outcome =
        read(
            file,
            false,
            limits(2 * UNIT, 0, 0, SECOND, PLENTY),
            new ReadTrial.Calls(3 * SECOND, -1, -1),
            source -> LaneBehaviour.steady());
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().lanes()).hasSizeGreaterThan(2);
    assertThat(outcome.report().lanes())
        .allMatch(lane -> lane.outcome() == LaneReport.Outcome.FINISHED);
  }

  @Test
  void readAhead_growsWithWhatTheCallerHasTaken() {
    SimulatedFile file = blocks("none-1-0", 1, 200);
    long initial = 3 * UNIT;
    for (int taken : new int[] {0, 1, 5}) {
      BufferPool own = new BufferPool(1 << 20, 1);
      ReadTrial one = new ReadTrial(1, file, own, source -> LaneBehaviour.steady());
      ByteRange range = new ByteRange(0, file.bytes().length);
      // The caller takes a piece every second and has enough after so many.
      ReadTrial.Outcome outcome =
          one.read(
              new ReadRequest(
                  range,
                  new ContiguousPlanner(
                      file.stripes(),
                      range,
                      FileTicket::none,
                      Schemes.named("adaptive"),
                      Direction.OFF,
                      PLENTY),
                  Knowledge.SETTLED,
                  ClusterView::unknown,
                  limits(PLENTY, 0, 0, 5 * SECOND, initial)),
              new ReadTrial.Calls(SECOND, taken * SECOND + SECOND / 2, -1),
              3600 * SECOND);
      assertThat(own.peakBytes()).isEqualTo(initial + 4L * taken * UNIT);
      assertThat(outcome.plain()).isEmpty();
    }
  }

  @Test
  void wideReadAtEvenPace_isNotHeldUpByItsWindow() {
    SimulatedFile file = blocks("xor-4-1", 4, 100);
    long[] nanos = new long[2];
    for (int i = 0; i < 2; i++) {
      long initial = i == 0 ? PLENTY : 8 * UNIT;
      nanos[i] =
          read(
                  file,
                  false,
                  limits(PLENTY, 0, 0, 5 * SECOND, initial),
                  ReadTrial.Calls.EAGER,
                  source -> LaneBehaviour.steady())
              .nanos();
    }
    assertThat(nanos[1]).isEqualTo(nanos[0]);
  }
}
