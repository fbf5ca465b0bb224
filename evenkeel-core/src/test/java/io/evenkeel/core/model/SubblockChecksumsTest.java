package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SubblockChecksumsTest {
  @Property(tries = 300)
  void crcOfSum_isThatOfTheSum_whateverIsShort(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 7) int count,
      @ForAll @IntRange(min = 1, max = 30_000) int lengthBytes) {
    Random random = new Random(seed);
    byte[] sum = new byte[lengthBytes];
    int[][] crcs = new int[count][];
    List<Integer> lengths = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      int length = index == 0 ? lengthBytes : random.nextInt(lengthBytes + 1);
      byte[] subblock = new byte[random.nextBoolean() ? lengthBytes : length];
      random.nextBytes(subblock);
      for (int at = 0; at < subblock.length; at++) {
        sum[at] ^= subblock[at];
      }
      crcs[index] = SubblockChecksums.of(ByteBuffer.wrap(subblock));
      lengths.add(subblock.length);
    }
    assertThat(new SubblockChecksums(crcs).crcOfSum(lengthBytes, lengths))
        .as("%d subblocks of %s bytes, seed %d", count, lengths, seed)
        .isEqualTo(SubblockChecksums.crc32c(ByteBuffer.wrap(sum), lengthBytes));
  }
}
