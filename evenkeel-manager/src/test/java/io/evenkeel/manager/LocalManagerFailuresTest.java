package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A manager in which something breaks that should not. */
class LocalManagerFailuresTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final NodeId NODE = new NodeId("a:1");
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.xor(2), 100, 100);

  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<String> told = new ArrayList<>();
  private final Failures failures = new Failures(told::add);
  private final MemoryNodeStore store =
      new MemoryNodeStore(scheduler, Map.of(NODE, 1L << 20), Duration.ZERO, SECOND);
  private Error broken;

  private final LocalManager manager =
      new LocalManager(
          new Manager(
              ManagerSettings.of(1 << 20, Duration.ofMinutes(1)),
              List.of(NODE),
              (bytes, k) -> {
                if (broken != null) {
                  throw broken;
                }
                return bytes;
              },
              () -> 42),
          store,
          scheduler,
          SECOND.toNanos(),
          line -> {},
          failures);

  private Answer<Reservation> reserve(int id) {
    Answer<Reservation> answer = Answer.of(then -> manager.reserve(Stripes.id(id), GEOMETRY, then));
    scheduler.advance(0);
    return answer;
  }

  @Test
  void eventThatFails_isAnswered_countedAndToldOnceAMinute_andTheNextOneWorks() {
    scheduler.advance(SECOND.toNanos());
    assertThat(reserve(1).value().granted()).isTrue();
    broken = new AssertionError("of the test");
    for (int i = 0; i < 5; i++) {
      assertThat(reserve(2).cause()).isSameAs(broken);
    }
    assertThat(failures.count()).isEqualTo(5);
    assertThat(failures.last()).contains("of the test");
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).contains("of the test").contains("\tat ");
    scheduler.advance(Duration.ofMinutes(1).toNanos());
    assertThat(reserve(3).cause()).isSameAs(broken);
    assertThat(told).hasSizeGreaterThan(1);
    broken = null;
    assertThat(reserve(4).value().granted()).isTrue();
  }

  @Test
  void tickThatFails_isFollowedByTheNext_andTheAgeOfTheLastGoodOneSaysSo() {
    scheduler.advance(SECOND.toNanos());
    assertThat(reserve(1).value().granted()).isTrue();
    scheduler.advance(SECOND.toNanos());
    assertThat(manager.sinceTickNanos()).isLessThanOrEqualTo(SECOND.toNanos());
    // Room that is never published is freed by time, and what it takes is asked again for that.
    broken = new AssertionError("of the test");
    scheduler.advance(Duration.ofSeconds(90).toNanos());
    assertThat(failures.count()).isGreaterThan(20);
    assertThat(manager.sinceTickNanos()).isGreaterThan(Duration.ofSeconds(20).toNanos());
    broken = null;
    scheduler.advance(Duration.ofSeconds(2).toNanos());
    assertThat(manager.sinceTickNanos()).isLessThanOrEqualTo(SECOND.toNanos());
  }

  @Test
  void partOfATickThatFails_keepsNothingElseFromBeingDone() {
    scheduler.advance(SECOND.toNanos());
    assertThat(reserve(1).value().granted()).isTrue();
    assertThat(isReachable()).isTrue();
    broken = new AssertionError("of the test");
    scheduler.advance(Duration.ofSeconds(70).toNanos());
    assertThat(failures.count()).as("room of the dead writer cannot be freed").isPositive();
    store.setDown(NODE, true);
    scheduler.advance(Duration.ofSeconds(20).toNanos());
    assertThat(isReachable()).as("nodes are sampled on").isFalse();
  }

  @Test
  void eventThatBreaksOff_leavesTheBooksTrue_andWhatItLedToIsDoneNext() {
    boolean[] breaks = {false};
    Manager of =
        new Manager(
            ManagerSettings.of(1 << 20, Duration.ofSeconds(10)),
            List.of(NODE),
            (bytes, k) -> {
              if (breaks[0] && bytes == 777) {
                throw new AssertionError("of the test");
              }
              return bytes;
            },
            () -> 42);
    of.toldUsedBytes(NODE, 0);
    of.reserve(0, Stripes.id(1), GEOMETRY);
    assertThat(of.publish(0, Stripes.id(1), Stripes.placed(1, GEOMETRY)).answer().accepted())
        .isTrue();
    breaks[0] = true;
    long later = Duration.ofSeconds(11).toNanos();
    List<PlacedStripe> asked =
        List.of(
            Stripes.placed(1, GEOMETRY),
            Stripes.placed(2, Stripes.geometry(CodeSpec.xor(2), 777, 777)));
    assertThatThrownBy(() -> of.tickets(later, asked)).hasMessage("of the test");
    of.check();
    assertThat(of.status(later).publishedStripes()).as("its time was over").isZero();
    breaks[0] = false;
    assertThat(of.tick(later))
        .filteredOn(Effect.Delete.class::isInstance)
        .extracting(effect -> ((Effect.Delete) effect).stripe())
        .containsExactly(Stripes.id(1));
    assertThat(of.tick(later)).noneMatch(Effect.Delete.class::isInstance);
  }

  private boolean isReachable() {
    Answer<ManagerApi.ManagerStatus> answer = Answer.of(manager::status);
    scheduler.advance(0);
    return answer.value().nodes().get(0).reachable();
  }

  @Test
  void suspendedProcess_holdsItAgainstNobody() {
    scheduler.advance(SECOND.toNanos());
    reserve(1);
    reserve(2);
    Answer<ManagerApi.Answer> waiting = publish(1);
    scheduler.standStill(Duration.ofMinutes(5).toNanos());
    scheduler.advance(0);
    assertThat(waiting.value().accepted()).as("before time is said to have passed").isTrue();
    scheduler.advance(Duration.ofSeconds(50).toNanos());
    assertThat(publishNow(2).accepted()).isTrue();
    reserve(3);
    scheduler.advance(Duration.ofSeconds(61).toNanos());
    assertThat(publishNow(3).accepted()).as("its writer could have asked again").isFalse();
  }

  private Answer<ManagerApi.Answer> publish(int id) {
    return Answer.of(then -> manager.publish(Stripes.id(id), Stripes.placed(id, GEOMETRY), then));
  }

  private ManagerApi.Answer publishNow(int id) {
    Answer<ManagerApi.Answer> answer = publish(id);
    scheduler.advance(0);
    return answer.value();
  }

  @Test
  void wantOfMemory_isTheContextsToKnow() {
    scheduler.advance(SECOND.toNanos());
    broken = new OutOfMemoryError("of the test");
    Answer<Reservation> answer = Answer.of(then -> manager.reserve(Stripes.id(1), GEOMETRY, then));
    assertThatThrownBy(() -> scheduler.advance(0)).isSameAs(broken);
    assertThat(answer.cause()).isSameAs(broken);
  }

  @Test
  void refusal_isNoFailure() {
    scheduler.advance(SECOND.toNanos());
    StripeGeometry tooMany = new StripeGeometry(CodeSpec.xor(2), 1, List.of(1L << 20));
    Answer<Reservation> answer = Answer.of(then -> manager.reserve(Stripes.id(1), tooMany, then));
    scheduler.advance(0);
    assertThat(answer.cause()).isInstanceOf(RefusedRequestException.class);
    assertThat(failures.count()).isZero();
  }

  @Test
  void closed_answersAtOnce() {
    manager.close();
    Answer<Reservation> answer = Answer.of(then -> manager.reserve(Stripes.id(1), GEOMETRY, then));
    assertThat(answer.cause()).hasMessageContaining("closed");
  }
}
