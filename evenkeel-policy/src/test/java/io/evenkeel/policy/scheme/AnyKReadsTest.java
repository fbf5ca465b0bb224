package io.evenkeel.policy.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * What readers of any k of k + m owe their callers when nodes are blocked, dead or late: the
 * contract that CubeFS's access layer tests, and the mistakes that RustFS's reader made in the
 * summer of 2026. Four data blocks of twenty subblocks and two of parity; all bytes are checked.
 */
class AnyKReadsTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final long BLOCKED = 10 * SECOND;
  private static final int UNIT = 50;
  private static final int SUBBLOCKS = 20;
  private static final int BLOCK = SUBBLOCKS * UNIT;

  private final SimulatedFile file =
      new SimulatedFile(1, CodeSpec.parse("rs-4-2"), 4 * BLOCK, BLOCK, UNIT, 6, 1);
  private final Map<NodeId, LaneBehaviour> odd = new HashMap<>();

  private NodeId node(int block) {
    return file.stripes().get(0).replicas().get(block).get(0);
  }

  private ReadTrial.Outcome read(String scheme) {
    return read(scheme, source -> odd.getOrDefault(source.node(), LaneBehaviour.steady()));
  }

  private ReadTrial.Outcome read(String scheme, Function<Source, LaneBehaviour> behaviours) {
    return read(scheme, ReadTrial.Calls.EAGER, behaviours);
  }

  private ReadTrial.Outcome read(
      String scheme, ReadTrial.Calls calls, Function<Source, LaneBehaviour> behaviours) {
    return read(scheme, calls, behaviours, 1 << 20);
  }

  private ReadTrial.Outcome read(
      String scheme,
      ReadTrial.Calls calls,
      Function<Source, LaneBehaviour> behaviours,
      long reservedBytes) {
    ByteRange range = new ByteRange(0, 4 * BLOCK);
    // A slice takes half a millisecond; nothing is late before 5 ms.
    ReadLimits usual = ReadLimits.defaults();
    ReadLimits limits =
        new ReadLimits(
            reservedBytes,
            4,
            3,
            3,
            5 * MILLI,
            2 * MILLI,
            10_000,
            50 * MILLI,
            60 * SECOND,
            1,
            1 << 20,
            1,
            SECOND,
            reservedBytes,
            usual.growth(),
            0);
    ReadRequest request =
        new ReadRequest(
            range,
            new ContiguousPlanner(
                file.stripes(),
                range,
                file::ticket,
                Schemes.named(scheme),
                Direction.OFF,
                limits.reservedBytes()),
            Knowledge.SETTLED,
            ClusterView::unknown,
            limits);
    ReadTrial trial = new ReadTrial(1, file, new BufferPool(1 << 20, 1), behaviours);
    trial.lanes().allowSharedSlices();
    return trial.read(request, calls, 600 * SECOND);
  }

  private long healthyNanos(String scheme) {
    return read(scheme, source -> LaneBehaviour.steady()).nanos();
  }

  private static LaneBehaviour blocked() {
    return LaneBehaviour.steady().open(BLOCKED);
  }

  // ---- CubeFS ----

  @Test
  void asManyBlockedAsThereIsParity_costNothing() {
    long healthy = healthyNanos("pocache");
    odd.put(node(0), blocked());
    odd.put(node(2), blocked());
    assertThat(read("pocache").nanos()).isEqualTo(healthy);
  }

  @Test
  void oneMoreBlocked_costsItsDelayOnce() {
    for (int block = 0; block < 3; block++) {
      odd.put(node(block), blocked());
    }
    ReadTrial.Outcome outcome = read("pocache");
    assertThat(outcome.plainBytes()).isZero();
    assertThat(outcome.nanos()).isBetween(BLOCKED, BLOCKED * 3 / 2);
  }

  @Test
  void readThatCannotSucceedByLanes_doesNotWaitForWhoIsBlocked() {
    odd.put(node(0), LaneBehaviour.steady().refuses());
    odd.put(node(1), blocked());
    ReadTrial.Outcome outcome =
        read(
            "pocache",
            source ->
                source.kind() == SourceKind.CACHE
                    ? LaneBehaviour.steady().refuses()
                    : odd.getOrDefault(source.node(), LaneBehaviour.steady()));
    assertThat(outcome.plain().get(0).range().start()).isZero();
    assertThat(outcome.nanos()).isLessThan(BLOCKED);
  }

  @Test
  void blockedCacheNodes_costHealthyStorageNothing() {
    long healthy = healthyNanos("adaptive");
    ReadTrial.Outcome outcome =
        read(
            "adaptive",
            source -> source.kind() == SourceKind.CACHE ? blocked() : LaneBehaviour.steady());
    assertThat(outcome.nanos()).isEqualTo(healthy);
  }

  // ---- RustFS ----

  @Test
  void parityThatIsFirstNeededInTheMiddle_isReadFromTheMiddle() {
    odd.put(node(1), LaneBehaviour.steady().stallAt(7 * UNIT));
    ReadTrial.Outcome outcome = read("adaptive");
    assertThat(outcome.plainBytes()).isZero();
    assertThat(outcome.report().decodedBytes()).isBetween((long) UNIT, 13L * UNIT);
  }

  @Test
  void healthyNodes_areReadOnce() {
    ReadTrial.Outcome outcome = read("adaptive");
    assertThat(outcome.report().receivedBytes()).isEqualTo(4 * BLOCK);
    assertThat(outcome.report().ledgers()).isEmpty();
  }

  @Test
  void groupEndsWithItsKthArrival_whoeverElseWasAsked() {
    odd.put(node(3), LaneBehaviour.slow(1000));
    assertThat(read("pocache").nanos()).isEqualTo(healthyNanos("pocache"));
  }

  @Test
  void callerThatPauses_accusesNobody() {
    ReadTrial.Calls pausing = new ReadTrial.Calls(2 * SECOND, -1, -1);
    ReadTrial.Outcome outcome = read("adaptive", pausing, source -> LaneBehaviour.steady());
    assertThat(outcome.report().ledgers()).isEmpty();
    assertThat(outcome.plainBytes()).isZero();
    assertThat(outcome.report().receivedBytes()).isEqualTo(4 * BLOCK);
  }

  @Test
  void stragglerThatRecovers_isReadAgain_andTheParityIsLeftAlone() {
    odd.put(node(0), LaneBehaviour.steady().slowUntil(30 * MILLI, 100));
    ReadTrial.Calls steady = new ReadTrial.Calls(25 * MILLI, -1, -1);
    ReadTrial.Outcome outcome =
        read(
            "adaptive",
            steady,
            source -> odd.getOrDefault(source.node(), LaneBehaviour.steady()),
            10 * UNIT);
    assertThat(outcome.plainBytes()).isZero();
    assertThat(outcome.report().decodedBytes()).isBetween(1L, (long) BLOCK - UNIT);
  }

  @Test
  void nodeThatWasGoneAround_isThereWhenOthersDie() {
    // Late from the start, as slow as it stays; then as many die as there is parity.
    odd.put(node(0), LaneBehaviour.slow(20));
    odd.put(node(1), LaneBehaviour.steady().failAt(8 * UNIT));
    odd.put(node(2), LaneBehaviour.steady().failAt(8 * UNIT));
    ReadTrial.Outcome outcome = read("adaptive");
    assertThat(outcome.plainBytes()).isZero();
    assertThat(outcome.report().decodedBytes()).isGreaterThanOrEqualTo(2L * 12 * UNIT);
    LaneReport gone =
        outcome.report().lanes().stream()
            .filter(lane -> lane.source().node().equals(node(0)))
            .findFirst()
            .orElseThrow();
    assertThat(gone.lateSlices()).as("it was gone around").isPositive();
    assertThat(gone.opens()).as("given up, and opened again").isGreaterThan(1);
  }
}
