package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node with room for two stripes, whose removals end when the test says so. */
class HeldGrantsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final NodeId NODE = new NodeId("a:1");
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.xor(2), 100, 100);

  private final ManualScheduler scheduler = new ManualScheduler();
  private final HeldStore store = new HeldStore(NODE);
  private final LocalManager manager =
      new LocalManager(
          new Manager(
              ManagerSettings.of(250, Duration.ofMinutes(1)),
              List.of(NODE),
              (bytes, k) -> bytes,
              () -> 42),
          store,
          scheduler,
          SECOND.toNanos(),
          line -> {},
          new Failures(line -> {}));

  private Answer<Reservation> waits;

  @BeforeEach
  void fill() {
    scheduler.advance(SECOND.toNanos());
    store.heldSample.done(0L);
    scheduler.advance(0);
    assertThat(reserve(1).value().granted()).isTrue();
    assertThat(reserve(2).value().granted()).isTrue();
    assertThat(reserve(3).value().granted()).isFalse();
  }

  private Answer<Reservation> reserve(int id) {
    Answer<Reservation> answer = Answer.of(then -> manager.reserve(Stripes.id(id), GEOMETRY, then));
    scheduler.advance(0);
    return answer;
  }

  private void withdraw(int id) {
    Answer.<ManagerApi.Answer>of(then -> manager.withdraw(Stripes.id(id), "no reason", then));
    scheduler.advance(0);
  }

  private void end(Completion<Integer> removal) {
    removal.done(1);
    scheduler.advance(0);
  }

  @Test
  void room_isToldOfOnceWhatWasThereIsRemoved() {
    withdraw(1);
    Answer<Reservation> granted = reserve(4);
    assertThat(granted.calls()).as("both would be there").isZero();
    withdraw(2);
    Answer<Reservation> next = reserve(5);
    end(store.held.remove());
    assertThat(granted.value().nodes()).containsExactly(NODE);
    assertThat(next.calls()).isZero();
    end(store.held.remove());
    assertThat(next.value().nodes()).containsExactly(NODE);
  }

  @Test
  void whatCannotBeRemoved_isNotWaitedFor_andNothingElseIsGranted() {
    withdraw(1);
    Answer<Reservation> granted = reserve(4);
    store.held.remove().failed(new IOException("no answer"));
    scheduler.advance(0);
    assertThat(granted.value().granted()).isTrue();
    withdraw(4);
    assertThat(reserve(5).value().granted()).as("the first may be there still").isFalse();
  }

  @Test
  void whereThereIsRoomForBoth_nobodyWaits() {
    withdraw(1);
    withdraw(2);
    StripeGeometry small = Stripes.geometry(CodeSpec.xor(2), 50, 50);
    Answer<Reservation> granted = Answer.of(then -> manager.reserve(Stripes.id(4), small, then));
    scheduler.advance(0);
    assertThat(granted.value().granted()).isTrue();
  }

  @Test
  void soManyWaitAtMost_andNobodyOnceItIsClosed() {
    withdraw(1);
    for (int i = 0; i < HeldGrants.HELD_MAX; i++) {
      Answer<Reservation> waiting = reserve(4);
      assertThat(waiting.calls()).isZero();
      if (i == 0) {
        waits = waiting;
      }
    }
    assertThat(reserve(4).value().granted()).isTrue();
    manager.close();
    scheduler.advance(0);
    assertThat(waits.cause()).hasMessageContaining("closed");
  }
}
