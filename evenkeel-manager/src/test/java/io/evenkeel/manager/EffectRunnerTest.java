package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.manager.Stripes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More to do than a hung cache node lets be done: what waits, what is dropped, what goes on. */
class EffectRunnerTest {
  private static final NodeId NODE = new NodeId("a:1");
  private static final NodeId OTHER = new NodeId("b:1");
  private static final long BYTES = 220;
  private static final int TOO_MANY = 5;

  /** What passes between two samples of a node. */
  private static final long PAUSE = Duration.ofSeconds(5).toNanos();

  private static final int FIT =
      CacheNodeEffects.RUNNING_MAX
          + (int) (CacheNodeEffects.QUEUED_BYTES_MAX / CacheNodeEffects.EFFECT_BYTES);
  private static final int MANY = FIT + TOO_MANY;

  private final HeldStore store = new HeldStore(NODE, OTHER);
  private final List<String> log = new ArrayList<>();
  private final Manager manager =
      new Manager(
          ManagerSettings.of(1 << 20, Duration.ofMinutes(1)),
          List.of(NODE, OTHER),
          (bytes, k) -> bytes,
          () -> 42);
  private final HeldGrants grants =
      new HeldGrants(
          manager,
          (nanos, task) -> Pending.DONE,
          e -> {
            throw new AssertionError(e);
          });
  private final EffectRunner runner =
      new EffectRunner(manager, store, Runnable::run, () -> 7L, log::add, grants);

  private static List<Effect> deletes(NodeId node, int count) {
    return IntStream.range(0, count)
        .<Effect>mapToObj(i -> new Effect.Delete(Stripes.id(i), node, List.of(), BYTES))
        .toList();
  }

  private void removalsFail(int count) {
    for (int i = 0; i < count; i++) {
      StripeId id = Stripes.id(i);
      manager.deleteFailed(new Effect.Delete(id, NODE, new StripeKeys(id, 1, 2), BYTES));
    }
  }

  private static Effect renew(NodeId node, int keys) {
    StripeKeys all = new StripeKeys(Stripes.id(1), keys, 2);
    return new Effect.Renew(Stripes.id(1), node, all, Duration.ofMinutes(1));
  }

  @Test
  void strikesOfAWholeFolder_leaveRoomForDeletionsThatFreeBytes() {
    runner.run(
        IntStream.range(0, MANY)
            .<Effect>mapToObj(i -> new Effect.Delete(Stripes.id(i), NODE, List.of(), 0))
            .toList());
    runner.run(deletes(NODE, 1));
    assertThat(usedBytes()).as("what had no room is booked as others'").isZero();
  }

  private long usedBytes() {
    return manager.status(0).nodes().get(0).usedBytes();
  }

  @Test
  void removalsThatDoNotFit_stayAccountedFor_theRestIsDoneInTurn() {
    runner.run(deletes(NODE, MANY));
    assertThat(store.held).hasSize(CacheNodeEffects.RUNNING_MAX);
    assertThat(usedBytes()).isEqualTo(TOO_MANY * BYTES);
    int done = 0;
    while (!store.held.isEmpty()) {
      assertThat(store.held).hasSizeLessThanOrEqualTo(CacheNodeEffects.RUNNING_MAX);
      store.held.poll().done(1);
      done++;
    }
    assertThat(done).isEqualTo(FIT);
    assertThat(usedBytes()).isEqualTo(TOO_MANY * BYTES);
    runner.run(deletes(NODE, 1));
    assertThat(store.held).as("room again").hasSize(1);
  }

  @Test
  void removalsThatFail_stayAccountedForToo() {
    runner.run(deletes(NODE, MANY));
    while (!store.held.isEmpty()) {
      store.held.poll().failed(new IOException("no answer"));
    }
    assertThat(usedBytes()).isEqualTo(MANY * BYTES);
  }

  @Test
  void fullQueue_dropsRenewalsAndStillTellsPeople() {
    runner.run(deletes(NODE, FIT));
    runner.run(List.of(renew(NODE, 1), new Effect.Log("for people")));
    assertThat(log).containsExactly("for people");
    while (!store.held.isEmpty()) {
      store.held.poll().done(1);
    }
    assertThat(store.renewals).isEmpty();
    runner.run(List.of(renew(NODE, 1)));
    assertThat(store.renewals).as("the next one fits").containsExactly(NODE);
  }

  @Test
  void nodeThatHangs_keepsNoOtherWaiting() {
    runner.run(deletes(NODE, MANY));
    store.held.clear();
    runner.run(List.of(renew(OTHER, 1), new Effect.AskUsedBytes(OTHER)));
    assertThat(store.renewals).containsExactly(OTHER);
    assertThat(store.samples).containsExactly(OTHER);
  }

  @Test
  void nodeIsAskedForItsBytes_beforeWhatWaits_andOnceAtATime() {
    runner.run(deletes(NODE, FIT));
    runner.run(List.of(new Effect.AskUsedBytes(NODE), new Effect.AskUsedBytes(NODE)));
    store.held.poll().done(1);
    assertThat(store.samples).containsExactly(NODE);
    runner.run(List.of(new Effect.AskUsedBytes(NODE)));
    assertThat(store.samples).as("it is under way still").hasSize(1);
    store.heldSample.done(5L);
    runner.run(List.of(new Effect.AskUsedBytes(NODE)));
    store.held.poll().done(1);
    assertThat(store.samples).hasSize(2);
  }

  @Test
  void manyKeysAtOnce_areFewEffectsAtOnce_andTheLargestGoesAlone() {
    int half = (int) (CacheNodeEffects.RUNNING_BYTES_MAX / CacheNodeEffects.KEY_BYTES / 2);
    Effect large = renew(NODE, half);
    runner.run(List.of(large, large, large));
    assertThat(store.renewals).as("the second is too much beside the first").hasSize(1);
    store.held.poll().done(half);
    assertThat(store.renewals).hasSize(2);
    runner.run(List.of(renew(NODE, 10 * half)));
    store.held.poll().done(half);
    store.held.poll().done(half);
    assertThat(store.renewals).hasSize(4);
  }

  @Test
  void storeThatThrows_orAnswersTwice_endsAnEffectOnce() {
    store.throwing = new IllegalStateException("a store that throws");
    runner.run(deletes(NODE, 2 * CacheNodeEffects.RUNNING_MAX));
    // As where the jar of a running manager is replaced.
    store.throwing = new NoClassDefFoundError("a class that is missing");
    runner.run(deletes(NODE, CacheNodeEffects.RUNNING_MAX));
    assertThat(usedBytes()).isEqualTo(3 * CacheNodeEffects.RUNNING_MAX * BYTES);
    store.throwing = null;
    runner.run(deletes(NODE, 2 * CacheNodeEffects.RUNNING_MAX));
    assertThat(store.held).hasSize(CacheNodeEffects.RUNNING_MAX);
    Completion<Integer> first = store.held.poll();
    first.done(1);
    first.done(1);
    assertThat(store.held).as("one more has begun, not two").hasSize(CacheNodeEffects.RUNNING_MAX);
  }

  @Test
  void catalogueThatThereIsNoRoomToReadFor_isReadLater() {
    runner.run(deletes(NODE, FIT));
    runner.run(List.of(new Effect.ReadCatalogue(NODE, CataloguePage.START)));
    assertThat(log).hasSize(1).first().asString().contains("is tried again: too much is waiting");
  }

  @Test
  void whatIsRemoved_isStruckToo() {
    runner.run(deletes(NODE, 1));
    assertThat(store.struck).containsExactly(Stripes.id(0));
  }

  private List<Effect> deletesAt(long now) {
    return manager.tick(now).stream().filter(Effect.Delete.class::isInstance).toList();
  }

  @Test
  void claimThatCouldNotBeStruck_isStruckLater() {
    manager.toldUsedBytes(NODE, 0);
    store.strikesFail = true;
    runner.run(deletes(NODE, 1));
    store.held.poll().done(1);
    store.strikesFail = false;
    List<Effect> again = deletesAt(0);
    assertThat(again).hasSize(1);
    runner.run(again);
    assertThat(store.struck).containsExactly(Stripes.id(0), Stripes.id(0));
    store.held.poll().done(0);
    assertThat(deletesAt(PAUSE)).isEmpty();
    assertThat(usedBytes()).isZero();
  }

  @Test
  void removalsThatDidNotFit_areTriedAgain_onceTheirNodeIsReached() {
    runner.run(deletes(NODE, MANY));
    while (!store.held.isEmpty()) {
      store.held.poll().done(1);
    }
    assertThat(deletesAt(0)).as("nobody has seen the node").isEmpty();
    manager.toldUsedBytes(NODE, TOO_MANY * BYTES);
    List<Effect> again = deletesAt(1);
    assertThat(again)
        .extracting(effect -> ((Effect.Delete) effect).stripe())
        .containsExactlyElementsOf(IntStream.range(FIT, MANY).mapToObj(Stripes::id).toList());
    runner.run(again);
    assertThat(usedBytes()).as("accounted for once").isEqualTo(TOO_MANY * BYTES);
  }

  @Test
  void removalThatFailsEachTime_isTriedSoOften_withPauses() {
    manager.toldUsedBytes(NODE, 0);
    store.throwing = new IllegalStateException("a store that throws");
    runner.run(deletes(NODE, 1));
    for (long now = 0; now < 100 * PAUSE; now += PAUSE / 4) {
      runner.run(deletesAt(now));
      assertThat(store.struck).hasSizeLessThanOrEqualTo(2 + (int) (now / PAUSE));
    }
    assertThat(store.struck).hasSize(1 + Effect.Delete.REPEATS_MAX);
    assertThat(usedBytes()).isEqualTo(BYTES);
  }

  @Test
  void removalsToBeTriedAgain_areBounded() {
    manager.toldUsedBytes(NODE, 0);
    removalsFail(FailedDeletions.PER_NODE_MAX + 10);
    assertThat(deletesAt(0)).hasSize(FailedDeletions.PER_NODE_MAX);
  }

  /** As on a server that lets the manager remove what it likes, and strike nothing. */
  @Test
  void strikesToBeTriedAgain_leaveRoomForRemovals() {
    manager.toldUsedBytes(NODE, 0);
    deletes(NODE, FailedDeletions.PER_NODE_MAX)
        .forEach(delete -> manager.strikeFailed((Effect.Delete) delete));
    removalsFail(10);
    assertThat(deletesAt(0)).hasSize(FailedDeletions.STRIKES_MAX + 10);
  }

  /** Its writer has asked for room again, and may have stored there by now. */
  @Test
  void removalOfWhatIsReservedAgain_isNotTriedAgain() {
    manager.toldUsedBytes(NODE, 0);
    manager.deleteFailed(new Effect.Delete(Stripes.id(1), NODE, List.of(), BYTES));
    List<Effect> again = deletesAt(0);
    assertThat(again).hasSize(1);
    assertThat(manager.reserve(0, Stripes.id(1), Scenario.GEOMETRY).answer().granted()).isTrue();
    runner.run(again);
    assertThat(store.struck).isEmpty();
    assertThat(store.held).isEmpty();
  }

  /** By the new one nothing is stored, or written down, where the old one was. */
  @Test
  void removalOfWhatIsReservedAgainElsewhere_isTriedAgain() {
    NodeId elsewhere = new NodeId("elsewhere:6379");
    Effect.Delete failed = new Effect.Delete(Stripes.id(1), elsewhere, List.of(), BYTES).again();
    manager.reserve(0, Stripes.id(1), Scenario.GEOMETRY);
    assertThat(manager.stillToDelete(failed)).contains(failed);
  }

  /** What is written down is on the first of its nodes. */
  @Test
  void removalOfWhatIsReservedAgain_strikesAllTheSame_whereNothingIsWrittenDown() {
    Scenario two = new Scenario(1000, Scenario.A, Scenario.B);
    StripeId id = Stripes.id(1);
    StripeGeometry geometry = Stripes.geometry(CodeSpec.rs(2, 2), 100, 100);
    two.manager.reserve(0, id, geometry);
    two.manager.publish(0, id, Scenario.content(1, geometry));
    NodeId first = two.manager.claim(id).orElseThrow().nodes().get(0);
    NodeId second = first.equals(Scenario.A) ? Scenario.B : Scenario.A;
    assertThat(two.manager.stillToDelete(Scenario.delete(id, first).again())).isEmpty();
    Effect.Delete failed = Scenario.delete(id, second).again();
    assertThat(two.manager.stillToDelete(failed)).contains(failed.strike());
    assertThat(two.manager.stillToDelete(Scenario.delete(id, second)))
        .as("the first try")
        .contains(Scenario.delete(id, second));
  }

  @Test
  void whatIsGivenUpWhileItIsWrittenDown_isStruckOnceMore() {
    manager.toldUsedBytes(NODE, 0);
    StripeId id = Stripes.id(1);
    manager.reserve(0, id, Scenario.GEOMETRY);
    manager.publish(0, id, Scenario.content(1));
    runner.run(List.of(new Effect.Enter(id, NODE, Duration.ofMinutes(1))));
    runner.run(manager.withdraw(0, Witness.THIS_MACHINE, id, "tested").effects());
    assertThat(store.struck).containsExactly(id);
    store.heldEnter.done(null);
    assertThat(store.struck).containsExactly(id, id);
  }

  /** It may have been given up while that waited. */
  @Test
  void whatIsNotPublishedAnyMore_isNotWrittenDown_andKeepsNothingWaiting() {
    runner.run(List.of(new Effect.Enter(Stripes.id(1), NODE, Duration.ofMinutes(1))));
    assertThat(store.entered).isEmpty();
    runner.run(List.of(renew(NODE, 1)));
    assertThat(store.renewals).hasSize(1);
  }

  @Test
  void othersWords_areOneLineOfTheLog() {
    runner.run(
        List.of(
            new Effect.Log("withdrawn: \nINFO all is well"), new Effect.Log("x".repeat(1 << 20))));
    assertThat(log.get(0)).isEqualTo("withdrawn: ?INFO all is well");
    assertThat(log.get(1)).hasSizeLessThan(3000).endsWith("...");
  }
}
