package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** xor-4-1 in subblocks of one byte, a limit of 64 and four groups, as the defaults in MiB. */
class ContiguousMemoryTest {
  private static List<ReadMemory> sizes(int blockBytes, int lengthBytes, ByteRange range) {
    List<Stripe> stripes = SimulatedFile.stripes(CodeSpec.xor(4), lengthBytes, blockBytes, 1, 5, 1);
    return ContiguousMemory.sizes(stripes, range, 4, 64, bytes -> bytes);
  }

  @Test
  void fileThatFits_isReadWideElseNarrowElseHandToMouth() {
    assertThat(sizes(16, 62, new ByteRange(0, 62)))
        .containsExactly(new ReadMemory(64, 62), new ReadMemory(13, 8), new ReadMemory(7, 2));
  }

  @Test
  void largeBlocks_needLittleForTheyAreReadOneAfterTheOther() {
    assertThat(sizes(128, 2000, new ByteRange(0, 2000)))
        .containsExactly(new ReadMemory(13, 8), new ReadMemory(7, 2));
  }

  @Test
  void oneSubblock_needsItselfAndAWayAround() {
    assertThat(sizes(16, 62, new ByteRange(3, 4)))
        .containsExactly(new ReadMemory(6, 1), new ReadMemory(6, 1));
  }

  @Test
  void limitBelowOneGroup_isKept() {
    List<Stripe> stripes = SimulatedFile.stripes(CodeSpec.xor(4), 62, 16, 1, 5, 1);
    assertThat(ContiguousMemory.sizes(stripes, new ByteRange(0, 62), 4, 3, bytes -> bytes))
        .containsExactly(new ReadMemory(3, 1), new ReadMemory(3, 1));
  }

  @Test
  void smallRead_needsNoMoreThanItsOwnLengthOfEachFragment() {
    long kib = 1024;
    List<Stripe> stripes =
        SimulatedFile.stripes(CodeSpec.xor(4), 64L << 20, 16L << 20, 1 << 20, 6, 1);
    BufferPool pool = new BufferPool(64 << 20, 1 << 20);
    List<ReadMemory> sizes =
        ContiguousMemory.sizes(
            stripes, ByteRange.of((17L << 20) + 5, 8 * kib), 4, 64 << 20, pool::capacityBytes);
    assertThat(sizes).last().isEqualTo(new ReadMemory(6 * 32 * kib, 32 * kib));
    List<ReadMemory> acrossBlocks =
        ContiguousMemory.sizes(
            stripes, ByteRange.of((16L << 20) - 5, 8 * kib), 4, 64 << 20, pool::capacityBytes);
    assertThat(acrossBlocks).last().isEqualTo(new ReadMemory(7L << 20, 2L << 20));
  }
}
