package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.fill.FakeManager.Mood;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One stripe of a file that is read gets the parity that writing the file would have given it. */
class StripeEncoderTest {
  private static final CodeSpec CODE = CodeSpec.rs(3, 2);
  private static final int SUBBLOCK = 2048;
  private static final int BLOCK = 4 * SUBBLOCK;
  private static final int STRIPE = 3 * BLOCK;

  private final WriteScene scene = new WriteScene(WriteScene.limits(CODE, SUBBLOCK));
  private final List<String> results = new ArrayList<>();
  private final byte[] file = WriteScene.bytes(3, 2 * STRIPE + BLOCK + 1234);

  private static PlacedStripe stripe(int number, long fileBytes, CodeSpec code) {
    List<BlockVersion> all = WriteScene.version(fileBytes, BLOCK).blocks();
    int first = number * CODE.dataCount();
    List<BlockVersion> blocks = all.subList(first, Math.min(first + CODE.dataCount(), all.size()));
    ContentVersion version = BlockContents.of(blocks);
    StripeGeometry geometry = new StripeGeometry(code, SUBBLOCK, BlockContents.lengthBytes(blocks));
    List<NodeId> nodes = List.of(new NodeId("datanode:9866"));
    return new PlacedStripe(
        "/a",
        new Stripe(
            number,
            (long) first * BLOCK,
            geometry,
            version,
            Collections.nCopies(blocks.size(), nodes)));
  }

  private StripeEncoder stripeEncoder(PlacedStripe content) {
    return scene.writers.stripeEncoder(content, results::add).orElseThrow();
  }

  /** Writes {@code [from, to)} of the stripe's bytes in pieces of random lengths. */
  private static void write(
      StripeEncoder encoder, byte[] file, PlacedStripe content, long from, long to, long seed) {
    Random random = new Random(seed);
    int start = (int) content.stripe().fileOffset();
    for (int at = (int) from; at < to; ) {
      int length = (int) Math.min(1 + random.nextInt(5000), to - at);
      encoder.write(file, start + at, length);
      at += length;
    }
  }

  /** Lets all come to rest: the one stripe is published, and nothing else is left. */
  private void assertOnlyPublished() {
    scene.time.exhaust();
    assertThat(results).containsExactly("");
    scene.assertOnlyPublished(scene.manager.fills.keySet().iterator().next(), file, BLOCK);
    scene.assertAtRest();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void wantedStripe_isPublishedWithItsContent(int number) {
    PlacedStripe content = stripe(number, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    encoder.wanted();
    write(encoder, file, content, 0, content.stripe().range().lengthBytes(), number);
    scene.time.exhaust();

    assertThat(results).containsExactly("");
    StripeId id = scene.manager.fills.keySet().iterator().next();
    assertThat(scene.manager.fills).containsExactly(Map.entry(id, content.version()));
    assertThat(scene.manager.asked.get(id)).isEqualTo(content.geometry());
    assertThat(id.stripe()).isEqualTo(number);
    scene.assertOnlyPublished(id, file, BLOCK);
    scene.assertAtRest();
    assertThat(scene.writers.totals().files()).as("no file was written").isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 999, 1000, 3999, 4000, 4001, 7777, 12000})
  void stripeOfAnyLength_isPublished(int length) {
    byte[] small = WriteScene.bytes(5, length);
    PlacedStripe content = stripe(0, length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    encoder.wanted();
    write(encoder, small, content, 0, length, length);
    scene.time.exhaust();
    assertThat(results).containsExactly("");
    scene.assertPublished(small, BLOCK);
    scene.assertAtRest();
  }

  /** Whose room is kept for a minute at a time. */
  private StripeEncoder wantedForAMinute(PlacedStripe content) {
    scene.manager.lease = Duration.ofSeconds(60);
    StripeEncoder encoder = stripeEncoder(content);
    encoder.wanted();
    return encoder;
  }

  /** As of a filler at a low rate, or a reader at a slow pace. */
  @Test
  void stripeThatIsReadForLongerThanALease_keepsItsRoom() {
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = wantedForAMinute(content);
    int step = STRIPE / 16;
    for (int from = 0; from < STRIPE; from += step) {
      write(encoder, file, content, from, from + step, from);
      scene.time.advance(Duration.ofSeconds(10).toNanos());
    }
    assertThat(scene.manager.reserveCalls).as("each 20 of 160 s").isBetween(7, 9);
    assertOnlyPublished();
  }

  @Test
  void readerThatRestsInMidStripe_letsGoOfItsRoomAfterALease() {
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = wantedForAMinute(content);
    write(encoder, file, content, 0, BLOCK, 1);
    scene.time.advance(Duration.ofSeconds(10).toNanos());
    write(encoder, file, content, BLOCK, 2 * BLOCK, 2);
    scene.time.advance(Duration.ofSeconds(69).toNanos());
    assertThat(encoder.isEncoding()).as("it was asked for last after 20 seconds").isTrue();
    scene.time.advance(Duration.ofSeconds(2).toNanos());
    assertThat(encoder.isEncoding()).isFalse();
    encoder.abandon("its reader has left");
    scene.time.exhaust();
    assertThat(results)
        .singleElement()
        .asString()
        .contains("in 60 s", "0 bytes of the stripe have come");
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @Test
  void readerThatGoesOnWithinItsLease_keepsItsRoom() {
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = wantedForAMinute(content);
    write(encoder, file, content, 0, BLOCK, 1);
    scene.time.advance(Duration.ofSeconds(10).toNanos());
    write(encoder, file, content, BLOCK, BLOCK + SUBBLOCK, 2);
    scene.time.advance(Duration.ofSeconds(65).toNanos());
    write(encoder, file, content, BLOCK + SUBBLOCK, 2 * BLOCK, 3);
    scene.time.advance(Duration.ofSeconds(50).toNanos());
    assertThat(encoder.isEncoding()).as("granted after 20 and after 78 seconds").isTrue();
    write(encoder, file, content, 2 * BLOCK, STRIPE, 4);
    assertOnlyPublished();
  }

  @Test
  void readerThatWouldTakeHours_keepsNoRoom() {
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = wantedForAMinute(content);
    write(encoder, file, content, 0, BLOCK, 1);
    for (int i = BLOCK; i < BLOCK + 9; i++) {
      scene.time.advance(Duration.ofSeconds(10).toNanos());
      write(encoder, file, content, i, i + 1, i);
    }
    assertThat(encoder.isEncoding()).isFalse();
    assertThat(scene.manager.reserveCalls).isOne();
    encoder.abandon("its reader has left");
    scene.time.exhaust();
    scene.assertNothingStored();
  }

  @Test
  void beforeItIsWanted_nothingLeavesTheProcess_thenAllDoes() {
    PlacedStripe content = stripe(1, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    write(encoder, file, content, 0, STRIPE, 1);
    scene.time.advance(1_000_000_000L);
    assertThat(scene.manager.asked).isEmpty();
    assertThat(scene.store.puts).isZero();
    assertThat(results).isEmpty();

    encoder.wanted();
    encoder.wanted();
    assertOnlyPublished();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5000, STRIPE - 1, STRIPE})
  void notWanted_isDroppedWithoutAWordToAnybody(int bytes) {
    PlacedStripe content = stripe(1, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    write(encoder, file, content, 0, bytes, 1);
    scene.time.settle();
    encoder.abandon("not wanted");
    encoder.abandon("not wanted");
    encoder.wanted();
    scene.time.exhaust();
    assertThat(scene.manager.asked).isEmpty();
    assertThat(scene.manager.withdrawCalls).isZero();
    assertThat(scene.store.puts).isZero();
    assertThat(scene.log).isEmpty();
    assertThat(results).hasSize(1);
    assertThat(results.get(0)).isEqualTo("not wanted");
    scene.assertAtRest();
  }

  @Test
  void neverDecided_isDroppedAfterTheTimeOfAReservation() {
    PlacedStripe content = stripe(1, file.length, CODE);
    write(stripeEncoder(content), file, content, 0, STRIPE, 1);
    scene.time.exhaust();
    assertThat(results).hasSize(1);
    assertThat(results.get(0)).contains("did not answer a reservation");
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  /** The decision comes when some, or nearly all, has been read. */
  @ParameterizedTest
  @ValueSource(ints = {1, 999, 1000, 1001, 5000, STRIPE - 1})
  void wantedLater_isPublishedWithTheBytesThatWaited(int before) {
    PlacedStripe content = stripe(1, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    write(encoder, file, content, 0, before, 1);
    assertThat(scene.budget.reservedBytes()).as("what encoding takes").isEqualTo(2L * BLOCK);
    encoder.wanted();
    write(encoder, file, content, before, STRIPE, 2);
    assertOnlyPublished();
  }

  @Test
  void undecided_isHeldNoLongerThanAReservationMayTake() {
    PlacedStripe content = stripe(1, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    write(encoder, file, content, 0, BLOCK, 1);
    scene.time.exhaust();
    assertThat(results).containsExactly("it was not decided in time whether its parity is wanted");
    scene.assertAtRest();
    encoder.wanted();
    write(encoder, file, content, BLOCK, STRIPE, 1);
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  /** What waits takes no more than the parity will. */
  @Test
  void memoryForTwo_isEnoughForTwo() {
    WriteScene narrow =
        new WriteScene(WriteScene.limits(CODE, SUBBLOCK).withProcessBytes(4L * BLOCK));
    StripeEncoder[] encoders = new StripeEncoder[2];
    for (int i = 0; i < 2; i++) {
      PlacedStripe content = stripe(i, file.length, CODE);
      encoders[i] = narrow.writers.stripeEncoder(content, results::add).orElseThrow();
      write(encoders[i], file, content, 0, BLOCK, i);
    }
    for (int i = 0; i < 2; i++) {
      encoders[i].wanted();
      write(encoders[i], file, stripe(i, file.length, CODE), BLOCK, STRIPE, i);
    }
    narrow.time.exhaust();
    assertThat(results).containsExactly("", "");
    narrow.assertAtRest();
  }

  @Test
  void wantedWhileItsReaderIdles_isDroppedAsAnyStripeThatIsLeft() {
    PlacedStripe content = stripe(1, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    write(encoder, file, content, 0, BLOCK, 1);
    encoder.wanted();
    scene.time.exhaust();
    assertThat(encoder.isEncoding()).isFalse();
    scene.assertNothingStored();
    assertThat(scene.budget.reservedBytes()).isZero();
    encoder.abandon("closed");
    scene.time.exhaust();
    scene.assertAtRest();
  }

  @Test
  void noThreadForWhatWaits_givesItUp() {
    boolean[] exhausted = new boolean[1];
    WriteScene narrow =
        new WriteScene(
            WriteScene.limits(CODE, SUBBLOCK),
            task -> {
              if (exhausted[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              task.run();
            });
    byte[] small = WriteScene.bytes(5, BLOCK);
    PlacedStripe content = stripe(0, BLOCK, CODE);
    StripeEncoder encoder = narrow.writers.stripeEncoder(content, results::add).orElseThrow();
    write(encoder, small, content, 0, BLOCK, 1);
    exhausted[0] = true;
    encoder.wanted();
    exhausted[0] = false;
    narrow.time.exhaust();
    assertThat(results).hasSize(1);
    assertThat(results.get(0)).contains("native thread");
    narrow.assertAtRest();
  }

  /** A program that ends waits for the decision as for an answer, though none has come so far. */
  @Test
  void wholeButUndecided_isWaitedFor() throws Exception {
    Duration silence = Duration.ofSeconds(1);
    byte[] small = WriteScene.bytes(5, BLOCK);
    PlacedStripe content = stripe(0, BLOCK, CODE);
    scene.time.advance(silence.toNanos() + 1);
    StripeEncoder encoder = stripeEncoder(content);
    write(encoder, small, content, 0, BLOCK, 1);
    Thread ending = Thread.currentThread();
    Thread decision =
        new Thread(
            () -> {
              while (ending.getState() != Thread.State.TIMED_WAITING && !Thread.interrupted()) {
                Thread.onSpinWait();
              }
              encoder.abandon("not wanted");
            });
    decision.start();
    try {
      assertThat(scene.writers.awaitQuiet(Duration.ofSeconds(30), silence)).isTrue();
    } finally {
      decision.interrupt();
      decision.join();
    }
    assertThat(scene.writers.awaitQuiet(Duration.ZERO, Duration.ZERO)).isTrue();
  }

  @Test
  void partlyRead_leavesNothing() {
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    encoder.wanted();
    encoder.write(file, 0, STRIPE - 1);
    scene.time.advance(1_000_000_000L);
    assertThat(scene.store.fragments).as("whole substripes are stored already").isNotEmpty();
    encoder.abandon("the reader went elsewhere");
    scene.time.exhaust();
    assertThat(results).containsExactly("the reader went elsewhere");
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @ParameterizedTest
  @EnumSource(names = "YES", mode = EnumSource.Mode.EXCLUDE)
  void noRoom_endsTheEncoding(Mood mood) {
    scene.manager.reserving = mood;
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    encoder.wanted();
    write(encoder, file, content, 0, 5000, 1);
    assertThat(encoder.isEncoding()).isTrue();
    scene.time.exhaust();
    assertThat(encoder.isEncoding()).isFalse();
    write(encoder, file, content, 5000, STRIPE, 1);
    scene.time.exhaust();
    assertThat(results).hasSize(1).doesNotContain("");
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @Test
  void tooManyBytes_areAnErrorOfTheCaller() {
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = stripeEncoder(content);
    encoder.wanted();
    encoder.write(file, 0, STRIPE - 10);
    encoder.write(file, 0, 11);
    scene.time.exhaust();
    assertThat(results).containsExactly("11 bytes came where 10 were missing");
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @Test
  void withoutMemory_nothingIsEncoded() {
    WriteScene poor =
        new WriteScene(WriteScene.limits(CODE, SUBBLOCK).withProcessBytes(2L * BLOCK - 1));
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder encoder = poor.writers.stripeEncoder(content, results::add).orElseThrow();
    encoder.wanted();
    encoder.write(file, 0, 5000);
    assertThat(encoder.isEncoding()).isFalse();
    write(encoder, file, content, 5000, STRIPE, 1);
    poor.time.exhaust();
    assertThat(results).hasSize(1).doesNotContain("");
    assertThat(poor.manager.asked).isEmpty();
    poor.assertAtRest();
  }

  @Test
  void contentOfAnotherCode_isRefusedAndTold() {
    PlacedStripe other = stripe(0, file.length, CodeSpec.rs(3, 1));
    assertThat(scene.writers.stripeEncoder(other, results::add)).isEmpty();
    assertThat(scene.log).hasSize(1);
    assertThat(scene.log.get(0)).contains("/a", "rs-3-1", "rs-3-2");
    scene.assertAtRest();
  }

  @Test
  void fillersAndWriters_shareTheLimitOfFiles() {
    WriteScene narrow = new WriteScene(WriteScene.limits(CODE, SUBBLOCK).withInFlight(1, 4));
    PlacedStripe content = stripe(0, file.length, CODE);
    StripeEncoder first = narrow.writers.stripeEncoder(content, results::add).orElseThrow();
    assertThat(narrow.writers.stripeEncoder(content, results::add)).isEmpty();
    first.abandon("enough");
    narrow.time.exhaust();
    assertThat(narrow.writers.stripeEncoder(content, results::add)).isPresent();
  }
}
