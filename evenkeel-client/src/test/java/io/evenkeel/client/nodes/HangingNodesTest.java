package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource.Receiver;
import io.evenkeel.core.port.Slice;
import io.evenkeel.testing.engine.ManualScheduler;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A lane in vain says as much as a probe in vain. */
class HangingNodesTest {
  private static final long MILLI = 1_000_000;
  private static final int SIZE = 64 << 10;
  private static final NodeId NODE = new NodeId("datanode-0:9866");

  private final ManualScheduler time = new ManualScheduler();
  private final NodeBook book =
      new NodeBook(time, new SplittableRandom(7)::nextLong, ReadLimits.defaults(), 1, entry -> {});

  private void ended(long receivedBytes, long busyNanos) {
    book.laneEnded(new NodeSample(NODE, SIZE, receivedBytes, busyNanos, Outcome.ABORTED));
  }

  /** Another read gets what it asked for. */
  private void brings() {
    BlockReplica source = new BlockReplica(new BlockVersion("pool", 1, 1, SIZE), NODE);
    Lane idle =
        new Lane() {
          @Override
          public void request(Slice slice) {}

          @Override
          public void abort() {}
        };
    Receiver reader =
        new Receiver() {
          @Override
          public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {}

          @Override
          public void missed(Slice slice, Throwable cause) {}

          @Override
          public void failed(Throwable cause) {}

          @Override
          public void received(int bytes) {}
        };
    Receiver[] told = new Receiver[1];
    Slice slice = new Slice(0, 0, SIZE);
    book.counted(
            (from, end, buffers, receiver) -> {
              told[0] = receiver;
              return idle;
            })
        .open(source, SIZE, new BufferPool(SIZE, 1), reader)
        .request(slice);
    told[0].arrived(slice, ByteBuffer.allocate(SIZE), null);
  }

  @Test
  void nodeOfWhichALaneHasBroughtNothingInASecond_hangs_untilItBringsSomething() {
    time.advance(5000 * MILLI);
    ended(0, 900 * MILLI);
    assertThat(book.isDoubted(NODE)).as("not in .9 s").isFalse();
    ended(1, 1100 * MILLI);
    assertThat(book.isDoubted(NODE)).as("a byte").isFalse();
    ended(0, 1000 * MILLI);
    assertThat(book.isKeptOff(NODE)).isTrue();
    assertThat(book.isSilent(NODE)).isTrue();
    book.heard(NODE);
    assertThat(book.isSilent(NODE)).isFalse();
  }

  @Test
  void nodeThatHasBroughtOthersSomethingMeanwhile_hasAQueue() {
    time.advance(4500 * MILLI);
    brings();
    time.advance(500 * MILLI);
    ended(0, 1000 * MILLI);
    assertThat(book.isDoubted(NODE)).as("half a second after it brought something").isFalse();
    time.advance(500 * MILLI);
    ended(0, 1000 * MILLI);
    assertThat(book.isSilent(NODE)).as("brought when the lane was asked").isFalse();
    time.advance(1 * MILLI);
    ended(0, 1000 * MILLI);
    assertThat(book.isSilent(NODE)).isTrue();
  }
}
