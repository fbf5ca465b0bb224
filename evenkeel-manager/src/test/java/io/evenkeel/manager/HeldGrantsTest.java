package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node with room for two stripes, whose removals end when the test says so. */
class HeldGrantsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final NodeId NODE = new NodeId("a:1");
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.xor(2), 100, 100);

  private static final StripeGeometry SMALL = Stripes.geometry(CodeSpec.xor(2), 2, 2);

  private final ManualScheduler scheduler = new ManualScheduler();
  private final HeldStore store = new HeldStore(NODE);
  private final Failures failures = new Failures(line -> {});
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
          failures);

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
    return reserve(id, GEOMETRY);
  }

  private Answer<Reservation> reserve(int id, StripeGeometry geometry) {
    Answer<Reservation> answer = Answer.of(then -> manager.reserve(Stripes.id(id), geometry, then));
    scheduler.advance(0);
    return answer;
  }

  /** As many as may wait: of what goes there is room for one and some that are very small. */
  private List<Answer<Reservation>> fillTheWait() {
    withdraw(1);
    List<Answer<Reservation>> waiting = new ArrayList<>();
    waiting.add(reserve(4));
    for (int i = 1; i < HeldGrants.HELD_MAX; i++) {
      waiting.add(reserve(100 + i, SMALL));
    }
    return waiting;
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
  void whoAsksForAFill_isToldAsLate() {
    withdraw(1);
    ContentVersion wanted = wantParity();
    Answer<Reservation> granted =
        Answer.of(then -> manager.reserveFill(Stripes.id(4), wanted, GEOMETRY, then));
    scheduler.advance(0);
    assertThat(granted.calls()).isZero();
    end(store.held.remove());
    assertThat(granted.value().granted()).isTrue();
  }

  private ContentVersion wantParity() {
    PlacedStripe content = Stripes.placed(9, GEOMETRY);
    Answer.<TicketAnswer>of(then -> manager.tickets(List.of(content), then));
    scheduler.advance(0);
    return content.version();
  }

  @Test
  void whoIsGone_isNotToldAndTakesNoPlace() {
    List<Answer<Reservation>> waiting = fillTheWait();
    waiting.get(0).cancel();
    scheduler.advance(0);
    waiting.add(reserve(200, SMALL));
    assertThat(waiting).allMatch(answer -> answer.calls() == 0);
    end(store.held.remove());
    assertThat(waiting.get(0).calls()).isZero();
    assertThat(waiting.subList(1, waiting.size())).allMatch(answer -> answer.calls() == 1);
  }

  @Test
  void soManyWaitAtMost_andNobodyOnceItIsClosed() {
    List<Answer<Reservation>> waiting = fillTheWait();
    assertThat(waiting).allMatch(answer -> answer.calls() == 0);
    assertThat(reserve(200, SMALL).value().granted()).isTrue();
    manager.close();
    scheduler.advance(0);
    for (Answer<Reservation> each : waiting) {
      assertThat(each.cause()).hasMessageContaining("closed");
    }
  }

  @Test
  void nodeThatHangs_isWaitedForBriefly() {
    withdraw(1);
    Answer<Reservation> granted = reserve(4);
    scheduler.advance(HeldGrants.HELD_NANOS - 1);
    assertThat(granted.calls()).isZero();
    scheduler.advance(1);
    assertThat(granted.value().granted()).isTrue();
    end(store.held.remove());
    assertThat(granted.calls()).isOne();
  }

  @Test
  void whoGetsNoMoreRoom_isToldAtOnce() {
    withdraw(1);
    assertThat(reserve(2).value().granted()).as("again").isTrue();
    assertThat(reserve(4).calls()).isZero();
    assertThat(reserve(2).value().granted()).as("again").isTrue();
  }

  /** They are carried out several at a time, over several connections. */
  @Test
  void deletionThatIsDueLaterAndEndsSooner_isNotTheOneThatIsWaitedFor() {
    withdraw(1);
    Answer<Reservation> granted = reserve(4);
    withdraw(2);
    Completion<Integer> first = store.held.remove();
    Answer<Reservation> other = reserve(5);
    end(store.held.remove());
    assertThat(granted.calls()).as("1 is there still, and 4 and 5 are to come").isZero();
    end(first);
    assertThat(granted.value().granted()).isTrue();
    assertThat(other.value().granted()).isTrue();
  }

  @Test
  void whoThrowsWhenItIsTold_keepsNobodyElseWaiting() {
    withdraw(1);
    Completion<Reservation> throwing =
        new Completion<>() {
          @Override
          public void done(Reservation reservation) {
            throw new IllegalStateException("of the test");
          }

          @Override
          public void failed(Throwable cause) {}
        };
    var unused = manager.reserve(Stripes.id(4), GEOMETRY, throwing);
    Answer<Reservation> other = reserve(100, SMALL);
    assertThat(other.calls()).isZero();
    end(store.held.remove());
    assertThat(other.value().granted()).isTrue();
    assertThat(failures.last()).contains("of the test");
  }
}
