package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.LateAllowance;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** An allowance may be taken by being asked for: only what is asked of others is to be paid for. */
class LateAllowanceTest {
  private static final int UNIT = 50;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;
  private static final SimulatedFile FILE =
      new SimulatedFile(1, CodeSpec.parse("xor-4-1"), 40 * UNIT, 10 * UNIT, UNIT, 6, 1);

  private ReadTrial trial;

  /** Grants all that is asked, and counts. */
  private static final class Counting implements LateAllowance {
    private int askedCount;
    private long chargedBytes;

    @Override
    public boolean mayAskMore() {
      askedCount++;
      return true;
    }

    @Override
    public void charged(long bytes) {
      chargedBytes += Math.max(0, bytes);
    }
  }

  private static NodeId nodeOf(int block) {
    return FILE.stripes().get(0).replicas().get(block).get(0);
  }

  private static ClusterView slow(NodeId... nodes) {
    List<NodeView> views = new ArrayList<>();
    for (NodeId node : nodes) {
      views.add(new NodeView(node, true, "found by another read"));
    }
    return ClusterView.of(views, 0);
  }

  private ReadTrial.Outcome read(
      ByteRange range,
      Set<NodeId> slowOnes,
      double factor,
      Supplier<ClusterView> view,
      LateAllowance allowance) {
    trial =
        new ReadTrial(
            1,
            FILE,
            new BufferPool(1 << 20, 1),
            source ->
                source instanceof BlockReplica && slowOnes.contains(source.node())
                    ? LaneBehaviour.slow(factor)
                    : LaneBehaviour.steady());
    ContiguousPlanner planner =
        new ContiguousPlanner(
            FILE.stripes(), range, FILE::ticket, Schemes.named("adaptive"), Direction.OFF, 1 << 20);
    ReadLimits limits = ReadLimits.defaults().withLateness(5 * MILLI);
    return trial.read(
        new ReadRequest(range, planner, Knowledge.SETTLED, view, limits, allowance),
        ReadTrial.Calls.EAGER,
        3600 * SECOND);
  }

  private static ByteRange firstUnit() {
    return new ByteRange(0, UNIT);
  }

  @Test
  void whatHealthyNodesBring_isPaidFor() {
    Counting allowance = new Counting();
    ReadTrial.Outcome outcome =
        read(firstUnit(), Set.of(nodeOf(0)), 1000, ClusterView::unknown, allowance);
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isLessThan(100 * MILLI);
    assertThat(allowance.askedCount).isPositive();
    assertThat(allowance.chargedBytes).isEqualTo(4L * UNIT);
  }

  /** It was found slow since the read was planned. */
  @Test
  void whatIsLateAtASlowNode_isFree() {
    Counting allowance = new Counting();
    Supplier<ClusterView> later =
        () -> trial.scheduler().nanoTime() > MILLI ? slow(nodeOf(0)) : ClusterView.unknown();
    ReadTrial.Outcome outcome = read(firstUnit(), Set.of(nodeOf(0)), 1000, later, allowance);
    assertThat(outcome.nanos()).isLessThan(100 * MILLI);
    assertThat(allowance.askedCount).isZero();
    assertThat(allowance.chargedBytes).isZero();
  }

  /** Of the stripe two are slow, alike, and one parity is no way around both. */
  @Test
  void whereNobodyWouldBeFaster_nothingIsTaken() {
    Counting allowance = new Counting();
    Set<NodeId> both = Set.of(nodeOf(0), nodeOf(1));
    ClusterView known = slow(nodeOf(0), nodeOf(1));
    ReadTrial.Outcome outcome = read(firstUnit(), both, 12, () -> known, allowance);
    assertThat(outcome.pieceBytes()).isEqualTo(UNIT);
    assertThat(outcome.report().lanes()).anyMatch(lane -> lane.lateSlices() > 0);
    assertThat(allowance.askedCount).isZero();
  }
}
