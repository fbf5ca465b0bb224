package io.evenkeel.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lane that tells of its bytes when all of a slice is there, as those of cache nodes do. */
class AllAtOnceLaneTest {
  private static final long MILLI = 1_000_000;
  private static final int BYTES = 5000;
  private static final int BLOCK_BYTES = 10 * BYTES;

  private final ManualScheduler scheduler = new ManualScheduler();
  private final SimulatedFile file =
      new SimulatedFile(1, CodeSpec.parse("none-1-0"), BLOCK_BYTES, BLOCK_BYTES, BYTES, 1, 1);
  private ReadReport report;

  /** Whether bytes are told of only with the slice that they are of. */
  private boolean allAtOnce;

  private final class TellingLanes implements LaneSource {
    private final LaneSource lanes;

    TellingLanes(LaneSource lanes) {
      this.lanes = lanes;
    }

    @Override
    public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
      return lanes.open(
          source,
          endHint,
          buffers,
          new Receiver() {
            private int untold;

            @Override
            public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {
              receiver.received(untold);
              untold = 0;
              receiver.arrived(slice, bytes, proof);
            }

            @Override
            public void missed(Slice slice, Throwable cause) {
              receiver.missed(slice, cause);
            }

            @Override
            public void failed(Throwable cause) {
              receiver.failed(cause);
            }

            @Override
            public void received(int bytes) {
              if (allAtOnce) {
                untold += bytes;
              } else {
                receiver.received(bytes);
              }
            }
          });
    }
  }

  private void read(LaneBehaviour behaviour) {
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
    // A slice is expected in 50 ms, and may take twice that.
    ReadLimits limits =
        new ReadLimits(
            1 << 20,
            4,
            3,
            2,
            5 * MILLI,
            MILLI,
            10_000,
            MILLI,
            10_000 * MILLI,
            1,
            1 << 20,
            1,
            1000 * MILLI,
            1 << 20,
            1,
            0);
    LaneSource simulated =
        new SimulatedLanes(scheduler, new EventLog(), 1, file, source -> behaviour);
    TakenAtOnce read =
        new TakenAtOnce(
            new ReadEngine(scheduler, new TellingLanes(simulated), new BufferPool(1 << 20, 1)),
            new ReadRequest(range, planner, Knowledge.SETTLED, ClusterView::unknown, limits));
    read.start();
    scheduler.runUntilIdle(10_000 * MILLI);
    report = read.report;
  }

  /** A slice may take 100 ms, and takes 70. */
  @Test
  void aLaneInTime_thatTellsOfItsBytesAsTheyCome_isNotLate() {
    read(LaneBehaviour.steady().pace(14_000));
    assertThat(report.lanes()).hasSize(1).allMatch(lane -> lane.lateSlices() == 0);
  }

  @Test
  void aLaneInTime_thatTellsOfItsBytesAtOnce_isNotLate() {
    allAtOnce = true;
    read(LaneBehaviour.steady().pace(14_000));
    assertThat(report.lanes()).hasSize(1).allMatch(lane -> lane.lateSlices() == 0);
  }
}
