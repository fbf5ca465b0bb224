package io.evenkeel.client.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.read.PlainReader;
import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LostBlocksTest {
  private static final int BLOCK = 100;

  /** Five blocks, the last of 30 bytes. */
  private static final int LENGTH = 4 * BLOCK + 30;

  /** Answers the number of bytes that it was asked for. */
  private static final PlainReader ALL = (at, target, offset, length) -> length;

  /** A failure that names the place. */
  private static final class Missing extends IOException {
    private static final long serialVersionUID = 1;
    private final long at;

    Missing(long at) {
      super("no live nodes");
      this.at = at;
    }
  }

  /** A failure of what was being read. */
  private static final class Corrupt extends IOException {
    private static final long serialVersionUID = 1;

    Corrupt(String message) {
      super(message);
    }
  }

  private static OptionalLong lostAt(IOException failure, long readingAt) {
    if (failure instanceof Missing missing) {
      return OptionalLong.of(missing.at);
    }
    return failure instanceof Corrupt ? OptionalLong.of(readingAt) : OptionalLong.empty();
  }

  private long nowNanos = 5;
  private final LostBlocks lost =
      new LostBlocks(BLOCK, LENGTH, LostBlocksTest::lostAt, () -> nowNanos);

  private int read(long at, int length) throws IOException {
    return lost.read(ALL, at, new byte[length], 0, length);
  }

  @Test
  void missingBlock_isTheOneThatTheFailureNames() throws IOException {
    Missing missing = new Missing(2 * BLOCK);
    assertThat(lost.add(BLOCK + 90, missing)).isTrue();
    assertThat(lost.add(2 * BLOCK + 7, missing)).as("known").isFalse();
    assertThat(lost.touch(ByteRange.of(BLOCK, BLOCK))).isFalse();
    assertThat(lost.touch(ByteRange.of(BLOCK, BLOCK + 1))).isTrue();
    assertThatThrownBy(() -> read(2 * BLOCK + 99, 1)).isSameAs(missing);
    assertThat(read(3 * BLOCK, 10)).isEqualTo(10);
  }

  @Test
  void corruptBlock_isTheOneThatWasBeingRead() {
    Corrupt corrupt = new Corrupt("checksum error");
    assertThat(lost.add(4 * BLOCK + 3, corrupt)).isTrue();
    assertThat(lost.touch(ByteRange.of(4 * BLOCK, 1))).isTrue();
    assertThat(lost.touch(ByteRange.of(0, 4 * BLOCK))).isFalse();
    assertThatThrownBy(() -> read(LENGTH - 1, 1)).isSameAs(corrupt);
  }

  @Test
  void plainRead_endsWithItsBlock_soThatItCannotFailForTheNext() throws IOException {
    assertThat(read(BLOCK - 4, 50)).isEqualTo(4);
    assertThat(read(4 * BLOCK, 50)).isEqualTo(30);
  }

  @Test
  void loss_isForgottenInTime() throws IOException {
    lost.add(0, new Corrupt("checksum error"));
    nowNanos += LostBlocks.MEMORY.toNanos() - 1;
    assertThat(lost.touch(ByteRange.of(0, 1))).isTrue();
    nowNanos++;
    assertThat(lost.touch(ByteRange.of(0, 1))).isFalse();
    assertThat(read(0, 8)).isEqualTo(8);
    assertThat(lost.add(0, new Corrupt("again"))).isTrue();
  }

  @Test
  void onlyWhatSaysThatNoReplicaIsGood_isALoss() {
    assertThat(lost.add(0, new IOException("Stream closed"))).isFalse();
    assertThat(lost.touch(ByteRange.of(0, LENGTH))).isFalse();
  }

  @Test
  void blockThatWasLostALittleAgo_isTriedAgain() throws IOException {
    Corrupt first = new Corrupt("checksum error");
    lost.add(0, first);
    nowNanos += LostBlocks.JUST_NOW.toNanos() - 1;
    assertThatThrownBy(() -> read(0, 1)).isSameAs(first);
    nowNanos++;
    Missing again = new Missing(0);
    PlainReader fails =
        (at, target, offset, length) -> {
          throw again;
        };
    assertThatThrownBy(() -> lost.read(fails, 0, new byte[1], 0, 1)).isSameAs(again);
    assertThatThrownBy(() -> read(0, 1)).as("just now").isSameAs(again);
    nowNanos += LostBlocks.JUST_NOW.toNanos();
    assertThat(read(0, 7)).as("it is back").isEqualTo(7);
    assertThat(lost.touch(ByteRange.of(0, 1))).isFalse();
  }
}
