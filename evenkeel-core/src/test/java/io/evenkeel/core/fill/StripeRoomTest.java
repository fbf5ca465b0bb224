package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.StripeGeometry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Room on cache nodes is asked for as a stripe grows: never for much more than it needs. */
class StripeRoomTest {
  private static final CodeSpec CODE = CodeSpec.rs(3, 2);
  private static final int SUBBLOCK = 8192;
  private static final int BLOCK = 64 * SUBBLOCK;
  private static final CellCut ROWS = new CellCut(CODE, SUBBLOCK, BLOCK);

  private final WriteScene scene =
      new WriteScene(
          WriteScene.limits(CODE, SUBBLOCK)
              .withPolicy(new WritePolicy(SUBBLOCK, true, List.of(), List.of())));

  private long askedBytes() {
    assertThat(scene.manager.asked).hasSize(1);
    StripeGeometry asked = scene.manager.asked.values().iterator().next();
    return asked.blockLengthBytes().get(0);
  }

  private void assertAbandonedLeavesNothing(ParityEncoder encoder) {
    encoder.abandon("seen");
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @ParameterizedTest
  @ValueSource(ints = {SUBBLOCK, 3 * SUBBLOCK + 17, 40 * SUBBLOCK, BLOCK - 1, BLOCK})
  void fileOfOneBlock_takesTwiceItsBytesAtMost(int length) {
    byte[] file = WriteScene.bytes(1, length);
    scene.writeWhole(file, BLOCK);
    scene.assertPublished(file, BLOCK);
    assertThat(askedBytes()).isBetween((long) length, 2L * length);
    assertThat(scene.manager.reserveCalls).isLessThanOrEqualTo(8);
    scene.assertAtRest();
  }

  @Test
  void fileThatHasEnded_asksForWhatItHas() {
    scene.manager.roomBytes = 40L * SUBBLOCK;
    byte[] file = WriteScene.bytes(1, 40 * SUBBLOCK);
    scene.writeWhole(file, BLOCK);
    scene.assertPublished(file, BLOCK);
    scene.assertAtRest();
  }

  /** Twice is too much at last; what there is is not. */
  @Test
  void fileThatIsWrittenSteadily_getsTheRoomThatItNeeds() {
    scene.manager.roomBytes = 40L * SUBBLOCK;
    byte[] file = WriteScene.bytes(1, 40 * SUBBLOCK);
    ParityEncoder encoder = scene.open(BLOCK);
    for (int at = 0; at < file.length; at += SUBBLOCK) {
      encoder.write(file, at, SUBBLOCK);
      scene.time.advance(10_000_000);
    }
    WriteScene.close(encoder, file.length, BLOCK);
    scene.time.exhaust();
    scene.assertPublished(file, BLOCK);
    scene.assertAtRest();
  }

  /** Though none of its parity is final before the last of its blocks is written. */
  @Test
  void blockThatFindsNoRoom_isNotEncodedToItsEnd() {
    scene.manager.roomBytes = 4L * SUBBLOCK;
    ParityEncoder encoder = scene.open(BLOCK);
    byte[] part = WriteScene.bytes(1, SUBBLOCK);
    for (int i = 0; i < 8; i++) {
      encoder.write(part, 0, part.length);
      scene.time.advance(10_000_000);
    }
    assertThat(scene.budget.reservedBytes()).isZero();
    assertAbandonedLeavesNothing(encoder);
  }

  @Test
  void growthThatIsNotAnswered_isAskedForAgain() {
    ParityEncoder encoder = scene.writers.encoder("/a", ROWS).orElseThrow();
    byte[] row = WriteScene.bytes(1, 3 * SUBBLOCK);
    encoder.write(row, 0, row.length);
    scene.time.advance(10_000_000);
    scene.manager.reserving = FakeManager.Mood.FAIL;
    for (int i = 0; i < 3; i++) {
      encoder.write(row, 0, row.length);
    }
    scene.time.advance(2_000_000);
    int asked = scene.manager.reserveCalls;
    scene.manager.reserving = FakeManager.Mood.YES;
    scene.time.advance(100_000_000);
    assertThat(scene.manager.reserveCalls).as("asked again").isGreaterThan(asked);
    assertThat(scene.store.fragments).hasSize(2 * 4);
    scene.manager.reserving = FakeManager.Mood.FAIL;
    for (int i = 0; i < 5; i++) {
      encoder.write(row, 0, row.length);
      scene.time.advance(100_000_000);
    }
    assertThat(encoder.isEncoding()).as("it is not asked for ever").isFalse();
    assertAbandonedLeavesNothing(encoder);
  }

  @Test
  void rows_askForTwiceAsMuchWhenTheyHaveUsedIt() {
    ParityEncoder encoder = scene.writers.encoder("/a", ROWS).orElseThrow();
    byte[] row = WriteScene.bytes(1, 3 * SUBBLOCK);
    for (int rows = 1; rows <= 64; rows++) {
      encoder.write(row, 0, row.length);
      scene.time.advance(1_000_000_000);
      assertThat(askedBytes()).isBetween((long) rows * SUBBLOCK, 2L * rows * SUBBLOCK);
      assertThat(scene.store.puts).as("stored at once").isEqualTo(2 * rows);
    }
    assertThat(scene.manager.reserveCalls).isLessThanOrEqualTo(8);
    assertAbandonedLeavesNothing(encoder);
  }

  /** Of two parities each: the third substripe that is final brings more than five. */
  @Test
  void finishedParity_isHandedOverTogether_andTheRestAtTheEnd() {
    WriteScene gathering = new WriteScene(WriteScene.limits(CODE, SUBBLOCK, 5 * SUBBLOCK + 1));
    ParityEncoder encoder = gathering.open(BLOCK);
    byte[] file = WriteScene.bytes(1, 2 * BLOCK + 7 * SUBBLOCK);
    encoder.write(file, 0, 2 * BLOCK);
    List<Integer> puts = new ArrayList<>();
    for (int at = 2 * BLOCK; at < file.length; at += SUBBLOCK) {
      encoder.write(file, at, SUBBLOCK);
      gathering.time.advance(1_000_000_000);
      puts.add(gathering.store.puts);
    }
    assertThat(puts).containsExactly(0, 0, 6, 6, 6, 12, 12);
    WriteScene.close(encoder, file.length, BLOCK);
    gathering.time.exhaust();
    gathering.assertPublished(file, BLOCK);
    gathering.assertAtRest();
  }

  /** A row is all that is held when it is final. */
  @Test
  void finishedParity_isNeverMoreThanHalfOfWhatIsHeld() {
    WriteScene gathering =
        new WriteScene(
            WriteScene.limits(CODE, SUBBLOCK, Integer.MAX_VALUE).withProcessBytes(4L * SUBBLOCK));
    ParityEncoder encoder = gathering.writers.encoder("/a", ROWS).orElseThrow();
    byte[] row = WriteScene.bytes(1, 3 * SUBBLOCK);
    for (int rows = 1; rows <= 5; rows++) {
      encoder.write(row, 0, row.length);
      gathering.time.advance(1_000_000_000);
      assertThat(gathering.store.puts).isEqualTo(2 * rows);
    }
    encoder.abandon("seen");
    gathering.time.exhaust();
    gathering.assertAtRest();
  }

  /** What comes while more is asked for waits; then all of it is stored. */
  @Test
  void rowsThatComeFasterThanAnswers_areStoredOnceThereIsRoom() {
    scene.manager.latencyNanos = 3_000_000;
    ParityEncoder encoder = scene.writers.encoder("/a", ROWS).orElseThrow();
    byte[] row = WriteScene.bytes(1, 3 * SUBBLOCK);
    for (int rows = 1; rows <= 50; rows++) {
      encoder.write(row, 0, row.length);
      scene.time.advance(500_000);
      long grantedRows = scene.store.puts / 2;
      assertThat(grantedRows * SUBBLOCK).isLessThanOrEqualTo(askedBytes());
    }
    scene.time.advance(100_000_000);
    assertThat(scene.store.fragments).hasSize(2 * 50);
    assertAbandonedLeavesNothing(encoder);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 63})
  void roomThatDoesNotGrow_leavesNothing(int roomRows) {
    scene.manager.roomBytes = (long) roomRows * SUBBLOCK;
    ParityEncoder encoder = scene.writers.encoder("/a", ROWS).orElseThrow();
    byte[] file = WriteScene.bytes(1, 3 * BLOCK);
    for (int at = 0; at < file.length; at += 3 * SUBBLOCK) {
      encoder.write(file, at, 3 * SUBBLOCK);
      scene.time.advance(10_000_000);
    }
    assertThat(encoder.closed()).isFalse();
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
    assertThat(scene.log).singleElement().asString().contains("gave no room: full");
  }

  /** A manager that forgot the stripe, and grants room for it anew, elsewhere. */
  @Test
  void roomElsewhere_isNotTaken() {
    ParityEncoder encoder = scene.writers.encoder("/a", ROWS).orElseThrow();
    byte[] row = WriteScene.bytes(1, 3 * SUBBLOCK);
    encoder.write(row, 0, row.length);
    scene.time.advance(10_000_000);
    scene.manager.firstNode = 1;
    for (int rows = 2; rows <= 5; rows++) {
      encoder.write(row, 0, row.length);
      scene.time.advance(10_000_000);
    }
    assertThat(encoder.closed()).isFalse();
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
    assertThat(scene.log).singleElement().asString().contains("gave room elsewhere");
  }
}
