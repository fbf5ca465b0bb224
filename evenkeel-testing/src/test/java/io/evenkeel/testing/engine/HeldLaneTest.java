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
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** A lane's thread does the read's work by its turn, and does not read meanwhile. */
class HeldLaneTest {
  private static final long MILLI = 1_000_000;
  private static final int BYTES = 50;
  private static final int BLOCK_BYTES = 10 * BYTES;

  private final ManualScheduler scheduler = new ManualScheduler();
  private final SimulatedFile file =
      new SimulatedFile(1, CodeSpec.parse("none-1-0"), BLOCK_BYTES, BLOCK_BYTES, BYTES, 1, 1);
  private ReadReport report;

  /** For how long the next one who hands something over is held up by what is done then. */
  private long holdNanos;

  /** Time goes on, and timers with it, while somebody is held up. */
  private final class HoldingScheduler implements Scheduler {
    @Override
    public long nanoTime() {
      return scheduler.nanoTime();
    }

    @Override
    public Pending schedule(long delayNanos, Runnable body) {
      return scheduler.schedule(delayNanos, body);
    }

    @Override
    public Executor serial() {
      Executor serial = scheduler.serial();
      return task -> {
        serial.execute(task);
        long held = holdNanos;
        holdNanos = 0;
        scheduler.advance(held);
      };
    }
  }

  /** Holds the lane up when its third slice has come. */
  private final class HoldingLanes implements LaneSource {
    private final LaneSource lanes;

    HoldingLanes(LaneSource lanes) {
      this.lanes = lanes;
    }

    @Override
    public Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver) {
      return lanes.open(
          source,
          endHint,
          buffers,
          new Receiver() {
            @Override
            public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {
              holdNanos = slice.ordinal() == 2 ? 50 * MILLI : 0;
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
              receiver.received(bytes);
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
    // Slices take half a millisecond; nothing is late before 5 ms.
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
            1000 * MILLI,
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
            new ReadEngine(
                new HoldingScheduler(), new HoldingLanes(simulated), new BufferPool(1 << 20, 1)),
            new ReadRequest(range, planner, Knowledge.SETTLED, ClusterView::unknown, limits));
    read.start();
    scheduler.runUntilIdle(10_000 * MILLI);
    report = read.report;
  }

  @Test
  void aLaneWhoseThreadIsHeldUp_isNotLate() {
    read(LaneBehaviour.steady());
    assertThat(scheduler.nanoTime()).isGreaterThan(50 * MILLI);
    assertThat(report.plainBytes()).isZero();
    assertThat(report.lanes()).hasSize(1).allMatch(lane -> lane.lateSlices() == 0);
  }

  @Test
  void aLaneThatHangsAfterwards_isLate() {
    read(LaneBehaviour.steady().stallAt(5L * BYTES));
    assertThat(report.lanes()).hasSize(1).allMatch(lane -> lane.lateSlices() == 1);
  }
}
