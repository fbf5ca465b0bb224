package io.evenkeel.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.EventLog;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedLanes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session over simulated lanes; virtual time runs when the test says so. */
class ReadSessionTest {
  private static final int BYTES = 100;
  private static final long ENOUGH_NANOS = Duration.ofMinutes(1).toNanos();

  private final ManualScheduler scheduler = new ManualScheduler();
  private final SimulatedFile file = new SimulatedFile(1, CodeSpec.none(1), BYTES, BYTES, 10, 1, 1);
  private final BufferPool buffers = new BufferPool(1 << 20, 1);
  private int drained;
  private int waits;
  private Runnable onWait = () -> {};

  private ReadSession session(LaneBehaviour lanes, Runnable onFinished) {
    ByteRange range = new ByteRange(0, BYTES);
    ReadRequest request =
        new ReadRequest(
            range,
            new ContiguousPlanner(
                file.stripes(),
                range,
                FileTicket::none,
                Schemes.named("adaptive"),
                Direction.OFF,
                1 << 20),
            Knowledge.SETTLED,
            ClusterView::unknown,
            ReadLimits.defaults());
    SimulatedLanes simulated =
        new SimulatedLanes(scheduler, new EventLog(), 1, file, source -> lanes);
    return new ReadSession(
        new ReadEngine(scheduler, simulated, buffers),
        request,
        this::readPlain,
        new LaneRead.Events() {
          @Override
          public void missing(Source source, String reason) {}

          @Override
          public void broken(Source source, String reason) {}

          @Override
          public void laneEnded(LaneReport lane, boolean isStarved) {}

          @Override
          public void overtaken(Source source) {}

          @Override
          public void waitedLong(long position) {
            assertThat(position).isZero();
            waits++;
            onWait.run();
          }

          @Override
          public void finished(LaneRead read, ReadReport report) {
            onFinished.run();
          }

          @Override
          public void drained() {
            drained++;
          }
        },
        scheduler::nanoTime);
  }

  private int readPlain(long at, byte[] target, int offset, int length) {
    System.arraycopy(file.bytes(), (int) at, target, offset, length);
    return length;
  }

  private static byte[] rest(ReadSession session) throws IOException {
    byte[] all = new byte[(int) (session.end() - session.position())];
    for (int at = 0; at < all.length; ) {
      at += session.read(all, at, Math.min(7, all.length - at));
    }
    return all;
  }

  @Test
  void pieces_areTheFilesBytesAndGivenBack() throws IOException {
    ReadSession session = session(LaneBehaviour.steady(), () -> {});
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(rest(session)).isEqualTo(file.bytes());
    assertThat(session.read(new byte[1], 0, 1)).isEqualTo(-1);
    assertThat(waits).isZero();
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(drained).isEqualTo(1);
    assertThat(buffers.takenBytes()).isZero();
  }

  @Test
  @Timeout(30)
  void whoWaitsForLong_isToldOf_andAgainWhileItWaits() throws IOException {
    ReadSession session = session(LaneBehaviour.steady(), () -> {});
    // Nothing comes before the third.
    onWait =
        () -> {
          if (waits == 3) {
            scheduler.runUntilIdle(ENOUGH_NANOS);
          }
        };
    assertThat(rest(session)).isEqualTo(file.bytes());
    assertThat(waits).isEqualTo(3);
  }

  @Test
  void closeInMidPiece_givesEverythingBackOnce() throws IOException {
    ReadSession session = session(LaneBehaviour.steady(), () -> {});
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(session.read(new byte[3], 0, 3)).isEqualTo(3);
    session.close();
    session.close();
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(drained).isEqualTo(1);
    assertThat(buffers.takenBytes()).isZero();
    assertThatThrownBy(() -> session.read(new byte[1], 0, 1)).hasMessage("Stream closed");
  }

  @Test
  void idleSession_isReleasedWhereItsCallerAllowsIt() throws IOException {
    ReadSession session = session(LaneBehaviour.steady(), () -> {});
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(session.read(new byte[3], 0, 3)).isEqualTo(3);
    assertThat(session.idleNanos()).isZero();
    scheduler.schedule(500, () -> {});
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(session.idleNanos()).isEqualTo(500);
    assertThat(session.release()).as("its caller would take it for closed").isFalse();
    session.allowRelease();
    assertThat(session.release()).isTrue();
    assertThat(session.release()).as("once").isFalse();
    assertThat(session.isReleased()).isTrue();
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(drained).isEqualTo(1);
    assertThat(buffers.takenBytes()).isZero();
    assertThatThrownBy(() -> session.read(new byte[1], 0, 1)).hasMessage("Stream closed");
    session.close();
    assertThat(drained).isEqualTo(1);
  }

  @Test
  void deliveryOutOfOrder_isAnErrorAndNoWrongByte() {
    ReadSession session = session(LaneBehaviour.steady().stallAt(0), () -> {});
    ByteBuffer bytes = ByteBuffer.allocate(10);
    session.inbox.deliver(new Delivery.Piece(ByteRange.of(10, 10), bytes, null));
    assertThatThrownBy(() -> session.read(new byte[10], 0, 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("[10, 20)")
        .hasMessageContaining("next byte is 0");
    session.close();
  }

  @Test
  void deliveryShorterThanItsRange_isAnErrorAndNoWrongByte() {
    ReadSession session = session(LaneBehaviour.steady().stallAt(0), () -> {});
    session.inbox.deliver(new Delivery.Piece(ByteRange.of(0, 10), ByteBuffer.allocate(9), null));
    assertThatThrownBy(() -> session.read(new byte[10], 0, 10)).isInstanceOf(IOException.class);
    session.close();
  }

  @Test
  void engineThatEndsWithoutAWord_isReadPlainly() throws IOException {
    ReadSession session = session(LaneBehaviour.steady().stallAt(0), () -> {});
    session.inbox.finished(
        new ReadReport(new ByteRange(0, BYTES), 0, 0, "", 0, 0, 0, List.of(), List.of()));
    assertThat(rest(session)).isEqualTo(file.bytes());
    assertThat(session.lastWasPlain()).isTrue();
    session.close();
  }

  @Test
  void listenerThatThrows_isNotWaitedFor() throws IOException {
    ReadSession session =
        session(
            LaneBehaviour.steady(),
            () -> {
              throw new LinkageError("for the test");
            });
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(rest(session)).isEqualTo(file.bytes());
    scheduler.runUntilIdle(ENOUGH_NANOS);
    assertThat(drained).isEqualTo(1);
  }
}
