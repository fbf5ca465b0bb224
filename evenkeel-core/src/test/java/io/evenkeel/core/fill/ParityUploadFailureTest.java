package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.fill.FakeManager.Mood;
import io.evenkeel.core.model.BlockVersion;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens when something outside does not do its part: nothing to the writer. */
class ParityUploadFailureTest {
  private static final int BLOCK = 4000;
  private static final WriteLimits LIMITS = WriteScene.limits(CodeSpec.rs(2, 2), 1000);

  /** Two whole stripes and a short one. */
  private final byte[] file = WriteScene.bytes(1, 5 * BLOCK + 1234);

  private final WriteScene scene = new WriteScene(LIMITS);

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, NoClassDefFoundError.class})
  void noThreadInTheBackground_leavesNothing(Class<? extends Error> error) throws Exception {
    Error thrown = error.getConstructor(String.class).newInstance("unable to run a task");
    boolean[] exhausted = new boolean[1];
    WriteScene narrow =
        new WriteScene(
            LIMITS,
            task -> {
              if (exhausted[0]) {
                throw thrown;
              }
              task.run();
            });
    ParityEncoder encoder = narrow.open(BLOCK);
    encoder.write(file, 0, BLOCK);
    exhausted[0] = true;
    encoder.write(file, BLOCK, file.length - BLOCK);
    exhausted[0] = false;
    WriteScene.close(encoder, file.length, BLOCK);
    narrow.time.exhaust();
    narrow.assertNothingStored();
    narrow.assertAtRest();
  }

  /** The first of them, or each. */
  @ParameterizedTest
  @ValueSource(ints = {1, Integer.MAX_VALUE})
  void putThatCannotBegin_endsAllTheSame(int times) {
    long putNanos = LIMITS.timeouts().put().toNanos() + 1;
    WriteScene broken = new WriteScene(withPutTimeout(putNanos));
    int[] left = {times};
    broken.time.refused = delayNanos -> delayNanos == putNanos && left[0]-- > 0;
    broken.writeWhole(file, BLOCK);
    broken.assertAtRest();
    if (times == 1) {
      broken.assertPublished(file, BLOCK);
    } else {
      broken.assertNothingStored();
    }
  }

  private static WriteLimits withPutTimeout(long nanos) {
    WriteLimits.Timeouts usual = LIMITS.timeouts();
    return new WriteLimits(
        LIMITS.code(),
        LIMITS.subblockBytes(),
        LIMITS.processBytes(),
        LIMITS.handOverBytes(),
        LIMITS.filesInFlight(),
        LIMITS.fragmentsInFlight(),
        LIMITS.retryCount(),
        LIMITS.retryDelay(),
        new WriteLimits.Timeouts(
            usual.reserve(),
            Duration.ofNanos(nanos),
            usual.publish(),
            usual.cleanup(),
            usual.finish(),
            usual.stripe()),
        LIMITS.policy());
  }

  /** Errors are for who opens a file to contain; what it took is given back. */
  @Test
  void fileThatCannotBeOpened_takesNoPlace() {
    scene.time.hasContexts = false;
    assertThatThrownBy(() -> scene.open(BLOCK)).isInstanceOf(NoClassDefFoundError.class);
    scene.time.hasContexts = true;
    scene.time.exhaust();
    scene.assertAtRest();
  }

  @Test
  void fullHeap_leavesNothingReserved() {
    WriteBudget budget = new WriteBudget(Long.MAX_VALUE);
    StripeAccumulator stripe =
        new StripeAccumulator(budget, ErasureCode.of(CodeSpec.rs(2, 2)), Integer.MAX_VALUE, 1);
    assertThatThrownBy(() -> stripe.add(0, 0, 0, WrittenBytes.of(new byte[1], 0, 1)))
        .isInstanceOf(OutOfMemoryError.class);
    stripe.drop();
    assertThat(budget.reservedBytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = "YES", mode = EnumSource.Mode.EXCLUDE)
  void reservationNotGranted_leavesNothing(Mood mood) {
    scene.manager.reserving = mood;
    scene.writeWhole(file, BLOCK);
    scene.assertNothingStored();
    scene.assertAtRest();
    assertThat(scene.store.puts).isZero();
    assertThat(scene.writers.totals().stripesUnprotected()).isEqualTo(3);
    assertThat(scene.outcomes).containsExactly("/a 0 3");
    assertThat(scene.log).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = "YES", mode = EnumSource.Mode.EXCLUDE)
  void putThatFails_takesTheOthersOfItsStripeAlong(Mood mood) {
    scene.store.putting = mood;
    scene.store.troubleFrom = 5;
    scene.writeWhole(file, BLOCK);
    scene.assertNothingStored();
    scene.assertAtRest();
    assertThat(scene.log).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 20, 23, 24})
  void nodeThatHangsAtAnyPut_costsOnlyStripesNotStored(int troubleFrom) {
    scene.store.putting = Mood.HANG;
    scene.store.troubleFrom = troubleFrom;
    scene.writeWhole(file, BLOCK);
    scene.assertAtRest();
    int stored = Math.min(3, troubleFrom / 8);
    assertThat(scene.manager.published).hasSize(stored);
    assertThat(scene.store.fragments).hasSize(stored * 8);
  }

  @Test
  void putThatFailsOnce_isTriedAgain() {
    scene.manager.latencyNanos = 0;
    scene.store.putting = Mood.FAIL;
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    scene.time.advance(1_000_000);
    scene.store.putting = Mood.YES;
    WriteScene.close(encoder, file.length, BLOCK);
    scene.time.exhaust();
    scene.assertPublished(file, BLOCK);
    scene.assertAtRest();
  }

  @ParameterizedTest
  @EnumSource(names = "YES", mode = EnumSource.Mode.EXCLUDE)
  void publicationNotAccepted_deletesAndWithdraws(Mood mood) {
    scene.manager.publishing = mood;
    scene.writeWhole(file, BLOCK);
    scene.assertNothingStored();
    scene.assertAtRest();
    int tries = mood == Mood.NO ? 1 : 2;
    assertThat(scene.manager.publishCalls).isEqualTo(3 * tries);
  }

  @ParameterizedTest
  @EnumSource(names = "YES", mode = EnumSource.Mode.EXCLUDE)
  void cleanupThatFails_endsAllTheSame(Mood mood) {
    scene.manager.publishing = Mood.NO;
    scene.manager.withdrawing = mood;
    scene.store.deleting = mood;
    scene.writeWhole(file, BLOCK);
    assertThat(scene.manager.published).isEmpty();
    scene.assertAtRest();
  }

  @Test
  void everythingHanging_releasesMemoryWithinTheTimeouts() {
    scene.store.putting = Mood.HANG;
    scene.store.deleting = Mood.HANG;
    scene.manager.withdrawing = Mood.HANG;
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    assertThat(scene.budget.reservedBytes()).isEqualTo(3L * BLOCK * 2);
    WriteScene.close(encoder, file.length, BLOCK);
    WriteLimits.Timeouts timeouts = LIMITS.timeouts();
    scene.time.advance(timeouts.put().multipliedBy(3).toNanos());
    assertThat(scene.budget.reservedBytes()).isZero();
    scene.time.advance(timeouts.cleanup().toNanos());
    scene.assertAtRest();
  }

  @Test
  void lateReservation_findsNobodyWaiting() {
    scene.manager.latencyNanos = LIMITS.timeouts().reserve().toNanos() + 1;
    scene.writeWhole(file, BLOCK);
    assertThat(scene.store.puts).isZero();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @Test
  void fragmentsFinishedBeforeTheReservation_areHeldForIt() {
    scene.manager.latencyNanos = LIMITS.timeouts().reserve().toNanos() - 1;
    scene.writeWhole(file, BLOCK);
    scene.assertPublished(file, BLOCK);
    scene.assertAtRest();
  }

  @Test
  void fileThatIsNotWhatWasWritten_isNotPublished() {
    List<FileVersion> others = new ArrayList<>();
    FileVersion same = WriteScene.version(file.length, BLOCK);
    others.add(WriteScene.version(file.length + 1, BLOCK));
    others.add(WriteScene.version(file.length - 1, BLOCK));
    others.add(WriteScene.version(file.length, BLOCK + 1000));
    others.add(WriteScene.placed(file.length, same.blocks().subList(0, 5)));
    others.add(WriteScene.placed(file.length - 1, same.blocks()));
    List<BlockVersion> uneven = new ArrayList<>(same.blocks());
    uneven.set(0, new BlockVersion("pool", 1, 1, BLOCK - 1));
    uneven.set(1, new BlockVersion("pool", 2, 1, BLOCK + 1));
    others.add(WriteScene.placed(file.length, uneven));
    for (FileVersion other : others) {
      ParityEncoder encoder = scene.open(BLOCK);
      encoder.write(file, 0, file.length);
      assertThat(encoder.closed()).isTrue();
      encoder.finish(other);
      scene.time.exhaust();
      scene.assertNothingStored();
      scene.assertAtRest();
    }
  }

  @Test
  void versionThatNeverComes_isNotWaitedForForever() {
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    assertThat(encoder.closed()).isTrue();
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 500, 4000, 8000, 8001, 21234})
  void abandonedAnywhere_leavesNothing(int written) {
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, written);
    scene.time.advance(1_500_000);
    encoder.abandon("the pipeline failed");
    encoder.write(file, 0, 100);
    assertThat(encoder.closed()).isFalse();
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  /** A deletion by another connection would overtake it. */
  @Test
  void abandonedWhileFragmentsAreSent_deletesThemOnceTheyAreStored() {
    scene.manager.latencyNanos = 0;
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    scene.time.advance(scene.store.latencyNanos / 4);
    assertThat(scene.store.outstanding).isPositive();
    encoder.abandon("the pipeline failed");
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @Test
  void abandonedAfterClose_leavesNothing() {
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    encoder.closed();
    scene.time.advance(3_000_000);
    encoder.abandon("the file is gone");
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @Test
  void slowWriter_doesNotHoldMemoryForever() {
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, 5000);
    scene.time.advance(LIMITS.timeouts().stripe().toNanos());
    assertThat(scene.budget.reservedBytes()).isZero();
    encoder.write(file, 5000, file.length - 5000);
    WriteScene.close(encoder, file.length, BLOCK);
    scene.time.exhaust();
    scene.assertAtRest();
    assertThat(scene.manager.published).hasSize(2);
  }

  @Test
  void budgetTooSmall_leavesStripesUnprotectedWithoutAsking() {
    WritePolicy several = new WritePolicy(1, false, List.of(), List.of());
    WriteScene small = new WriteScene(LIMITS.withProcessBytes(2 * BLOCK - 1).withPolicy(several));
    small.writeWhole(file, BLOCK);
    assertThat(small.manager.asked).isEmpty();
    assertThat(small.writers.totals().stripesUnprotected()).isEqualTo(3);
    small.assertAtRest();
    assertThat(small.log).singleElement().asString().contains("limit");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 6, 9})
  void backgroundThatRejects_givesTheFileUp(int accepted) {
    Deque<Integer> room = new ArrayDeque<>(Collections.nCopies(accepted, 1));
    WriteScene busy =
        new WriteScene(
            LIMITS,
            task -> {
              if (room.poll() == null) {
                throw new RejectedExecutionException("full");
              }
              task.run();
            });
    assertThatCode(() -> busy.writeWhole(file, BLOCK)).doesNotThrowAnyException();
    busy.assertNothingStored();
    busy.assertAtRest();
  }

  @Test
  void blocksThatAreNoMultipleOfTheSubblock_areNotEncoded() {
    assertThat(scene.writers.encoder("/odd", 4500)).isEmpty();
    assertThat(scene.log).singleElement().asString().contains("/odd", "4500", "1000");
  }

  @Test
  void emptyFile_asksNobody() {
    scene.writeWhole(new byte[0], BLOCK);
    assertThat(scene.manager.asked).isEmpty();
    scene.assertAtRest();
    assertThat(scene.log).isEmpty();
  }

  @Test
  void brokenWorldOfManyFiles_isToldRarely() {
    scene.manager.reserving = Mood.FAIL;
    for (int i = 0; i < 50; i++) {
      scene.writeWhole(WriteScene.bytes(i, 100), BLOCK);
    }
    assertThat(scene.log).hasSizeLessThan(60);
    scene.assertAtRest();
  }

  @Test
  void quiet_isWaitedForInBoundedTime() throws InterruptedException {
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    assertThat(scene.writers.awaitQuiet(Duration.ofMillis(20))).isTrue();
    encoder.closed();
    assertThat(scene.writers.awaitQuiet(Duration.ofMillis(20))).isFalse();
    encoder.abandon("enough");
    scene.time.exhaust();
    assertThat(scene.writers.awaitQuiet(Duration.ZERO)).isTrue();
  }

  @Test
  void taskForWhenAllIsQuiet_runsOnceAndInBoundedTime() {
    List<String> ran = new ArrayList<>();
    Duration limit = Duration.ofSeconds(30);
    scene.writers.whenQuiet(limit, () -> ran.add("idle"));
    assertThat(ran).containsExactly("idle");
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    WriteScene.close(encoder, file.length, BLOCK);
    scene.writers.whenQuiet(limit, () -> ran.add("published " + scene.manager.published.size()));
    assertThat(ran).hasSize(1);
    scene.time.exhaust();
    assertThat(ran).containsExactly("idle", "published 3");
    scene.manager.reserving = Mood.HANG;
    ParityEncoder stuck = scene.open(BLOCK);
    stuck.write(file, 0, file.length);
    stuck.closed();
    scene.writers.whenQuiet(Duration.ofMillis(1), () -> ran.add("late"));
    scene.time.advance(1_000_000);
    assertThat(ran).contains("late");
    scene.time.exhaust();
    assertThat(ran).hasSize(3);
    scene.assertAtRest();
  }

  @Test
  void givenUpBeforeTheReservationIsAnswered_isWithdrawnAfterIt() {
    scene.manager.latencyNanos = Duration.ofMillis(100).toNanos();
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(new byte[1], 0, 1);
    encoder.write(new byte[8192], 0, 8192);
    scene.time.settle();
    encoder.abandon("tested");
    scene.manager.latencyNanos = 0;
    scene.time.exhaust();
    assertThat(scene.manager.reserved).as("room that nobody gives back").isEmpty();
    scene.assertAtRest();
  }
}
