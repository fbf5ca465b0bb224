package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.read.PlainReader;
import io.evenkeel.core.model.ByteRange;
import java.io.IOException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.junit.jupiter.api.Test;

class LostBlocksTest {
  private static final int BLOCK = 100;

  /** Five blocks, the last of 30 bytes. */
  private static final int LENGTH = 4 * BLOCK + 30;

  /** Answers the number of bytes that it was asked for. */
  private static final PlainReader ALL = (at, target, offset, length) -> length;

  private long nowNanos = 5;
  private final LostBlocks lost = new LostBlocks(BLOCK, LENGTH, () -> nowNanos);

  private int read(long at, int length) throws IOException {
    return lost.read(ALL, at, new byte[length], 0, length);
  }

  @Test
  void missingBlock_isTheOneThatTheFailureNames() throws IOException {
    BlockMissingException missing = new BlockMissingException("/f", "no live nodes", 2 * BLOCK);
    assertThat(lost.add(BLOCK + 90, missing)).isTrue();
    assertThat(lost.add(2 * BLOCK + 7, missing)).as("known").isFalse();
    assertThat(lost.touch(ByteRange.of(BLOCK, BLOCK))).isFalse();
    assertThat(lost.touch(ByteRange.of(BLOCK, BLOCK + 1))).isTrue();
    assertThatThrownBy(() -> read(2 * BLOCK + 99, 1)).isSameAs(missing);
    assertThat(read(3 * BLOCK, 10)).isEqualTo(10);
  }

  @Test
  void corruptBlock_isTheOneThatWasBeingRead() {
    ChecksumException corrupt = new ChecksumException("checksum error", 12);
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
    lost.add(0, new ChecksumException("checksum error", 0));
    nowNanos += LostBlocks.MEMORY.toNanos() - 1;
    assertThat(lost.touch(ByteRange.of(0, 1))).isTrue();
    nowNanos++;
    assertThat(lost.touch(ByteRange.of(0, 1))).isFalse();
    assertThat(read(0, 8)).isEqualTo(8);
    assertThat(lost.add(0, new ChecksumException("again", 0))).isTrue();
  }

  @Test
  void onlyWhatSaysThatNoReplicaIsGood_isALoss() {
    assertThat(LostBlocks.isLoss(new IOException("Stream closed"))).isFalse();
    assertThat(LostBlocks.isLoss(new ChecksumException("bad", 0))).isTrue();
    assertThat(LostBlocks.isLoss(new BlockMissingException("/f", "none", 0))).isTrue();
  }

  @Test
  void blockThatWasLostALittleAgo_isTriedAgain() throws IOException {
    ChecksumException first = new ChecksumException("checksum error", 0);
    lost.add(0, first);
    nowNanos += LostBlocks.JUST_NOW.toNanos() - 1;
    assertThatThrownBy(() -> read(0, 1)).isSameAs(first);
    nowNanos++;
    BlockMissingException again = new BlockMissingException("/f", "no live nodes", 0);
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
