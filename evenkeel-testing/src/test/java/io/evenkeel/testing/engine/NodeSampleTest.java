package io.evenkeel.testing.engine;

import static io.evenkeel.testing.engine.LaneBehaviour.slow;
import static io.evenkeel.testing.engine.LaneBehaviour.steady;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.port.BufferPool;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a read says of its nodes. One block of ten slices on one node; a healthy lane opens in 1 ms
 * and takes 0.5 ms a slice.
 */
class NodeSampleTest {
  private static final int SLICES = 10;
  private static final int BYTES = 50;
  private static final int BLOCK_BYTES = SLICES * BYTES;
  private static final long MILLI_NANOS = Duration.ofMillis(1).toNanos();
  private static final long SLICE_NANOS = MILLI_NANOS / 2;
  private static final long STALL_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long LIMIT_NANOS = Duration.ofMinutes(1).toNanos();

  private final SimulatedFile file =
      new SimulatedFile(1, CodeSpec.parse("none-1-0"), BLOCK_BYTES, BLOCK_BYTES, BYTES, 1, 1);
  private ReadTrial.Outcome outcome;

  private NodeSample read(long reservedBytes, ReadTrial.Calls calls, LaneBehaviour behaviour) {
    ByteRange range = new ByteRange(0, BLOCK_BYTES);
    SubstripePlanner planner =
        new SubstripePlanner(file, range, true) {
          @Override
          List<FragmentRead> reads(
              Stripe stripe, int substripe, IndexSet wanted, PlanContext context) {
            Source source = file.block(0, 0, SimulatedFile.dataNode(0));
            return List.of(read(stripe, substripe, 0, source, Launch.NOW));
          }
        };
    ReadLimits limits =
        new ReadLimits(
            reservedBytes,
            4,
            3,
            2,
            5 * MILLI_NANOS,
            MILLI_NANOS,
            10_000,
            MILLI_NANOS,
            STALL_NANOS,
            1,
            1 << 20,
            1,
            Long.MAX_VALUE >> 8,
            Long.MAX_VALUE >> 8,
            1,
            0);
    ReadRequest request =
        new ReadRequest(range, planner, Knowledge.SETTLED, ClusterView::unknown, limits);
    outcome =
        new ReadTrial(1, file, new BufferPool(1 << 20, 1), s -> behaviour)
            .read(request, calls, LIMIT_NANOS);
    assertThat(outcome.samples()).hasSize(1);
    NodeSample sample = outcome.samples().get(0);
    LaneReport lane = outcome.report().lanes().get(0);
    assertThat(sample)
        .isEqualTo(
            new NodeSample(
                SimulatedFile.dataNode(0),
                lane.requestedBytes(),
                lane.receivedBytes(),
                lane.busyNanos(),
                lane.outcome()));
    return sample;
  }

  private NodeSample read(LaneBehaviour behaviour) {
    return read(1 << 20, ReadTrial.Calls.EAGER, behaviour);
  }

  private static NodeSample sample(int requested, int received, long nanos, Outcome outcome) {
    return new NodeSample(SimulatedFile.dataNode(0), requested, received, nanos, outcome);
  }

  @Test
  void healthyNode_isBusyForOpeningAndItsSlices() {
    assertThat(read(steady()))
        .isEqualTo(
            sample(BLOCK_BYTES, BLOCK_BYTES, MILLI_NANOS + SLICES * SLICE_NANOS, Outcome.FINISHED));
  }

  @Test
  void slowNode_isBusyForAsMuchLonger() {
    assertThat(read(slow(8)))
        .isEqualTo(
            sample(
                BLOCK_BYTES,
                BLOCK_BYTES,
                MILLI_NANOS + 8 * SLICES * SLICE_NANOS,
                Outcome.FINISHED));
  }

  @Test
  void slowReader_doesNotMakeTheNodeBusy() {
    for (int slices = 1; slices <= 4; slices++) {
      ReadTrial.Calls slowReader = new ReadTrial.Calls(50 * MILLI_NANOS, -1, -1);
      assertThat(read((long) slices * BYTES, slowReader, steady()))
          .as("memory for %d slices", slices)
          .isEqualTo(
              sample(
                  BLOCK_BYTES, BLOCK_BYTES, MILLI_NANOS + SLICES * SLICE_NANOS, Outcome.FINISHED));
      assertThat(outcome.nanos()).isGreaterThan(200 * MILLI_NANOS);
    }
  }

  @Test
  void hungNode_isBusyUntilItIsGivenUp() {
    assertThat(read(steady().stallAt(0)))
        .isEqualTo(sample(4 * BYTES, 0, outcome.nanos(), Outcome.ABORTED));
    assertThat(outcome.nanos()).isEqualTo(STALL_NANOS);
    long moved = MILLI_NANOS + 3 * SLICE_NANOS;
    assertThat(read(steady().stallAt(3L * BYTES)))
        .isEqualTo(sample(7 * BYTES, 3 * BYTES, moved + STALL_NANOS, Outcome.ABORTED));
  }

  @Test
  void closedRead_countsTheWaitThatItEnded() {
    ReadTrial.Calls closing = new ReadTrial.Calls(0, 7 * MILLI_NANOS, -1);
    assertThat(read(1 << 20, closing, steady().open(20 * MILLI_NANOS)))
        .isEqualTo(sample(4 * BYTES, 0, 7 * MILLI_NANOS, Outcome.ABORTED));
  }

  @Test
  void failedNode_countsWithWhatItBrought() {
    assertThat(read(steady().failAt(2L * BYTES)))
        .isEqualTo(sample(6 * BYTES, 2 * BYTES, MILLI_NANOS + 3 * SLICE_NANOS, Outcome.FAILED));
  }

  @Test
  void stragglerThatIsReadAround_showsItsOwnRate() {
    Shape shape = Shape.ofStripe("xor-4-1");
    for (int i = 0; i < 5; i++) {
      shape.read(i, i < 4 ? shape.block(i, i) : shape.cached(i), Launch.NOW);
    }
    shape.behaves(shape.block(2, 2), slow(20));
    List<NodeSample> samples = shape.run().samples();
    assertThat(samples.stream().map(NodeSample::node).distinct())
        .as("of each block, none of the parity")
        .hasSize(4);
    for (int node = 0; node < 4; node++) {
      double paceNanos = paceNanos(samples, SimulatedFile.dataNode(node));
      if (node == 2) {
        assertThat(paceNanos).isGreaterThan(10 * 10_000);
      } else {
        assertThat(paceNanos).isLessThan(2 * 10_000);
      }
    }
  }

  /** The busy time for a byte over all lanes of a node. */
  private static double paceNanos(List<NodeSample> samples, NodeId node) {
    long busy = 0;
    long received = 0;
    for (NodeSample sample : samples) {
      if (sample.node().equals(node)) {
        busy += sample.busyNanos();
        received += sample.receivedBytes();
      }
    }
    return (double) busy / Math.max(1, received);
  }
}
