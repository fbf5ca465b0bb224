package io.evenkeel.coding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds for any sizes, offsets, kinds of buffer and orders. */
class ErasureCodeProperties {
  @Property(tries = 300)
  void accumulate_inAnyOrder_isEncode(
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 4) int m,
      @ForAll @IntRange(min = 1, max = 9000) int length,
      @ForAll long seed) {
    ErasureCode code = ErasureCode.of(m == 1 ? CodeSpec.xor(k) : CodeSpec.rs(k, m));
    ByteBuffer[] all = Fragments.coded(code, seed, length);
    ByteBuffer[] sums = Fragments.empty(m, length);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < k; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    int cut = (int) Math.floorMod(seed, (long) length);
    for (int i : order) {
      code.accumulate(i, all[i].slice(0, cut), slices(sums, 0, cut));
      code.accumulate(i, all[i].slice(cut, length - cut), slices(sums, cut, length - cut));
    }
    for (int p = 0; p < m; p++) {
      assertThat(sums[p]).isEqualTo(all[k + p]);
    }
  }

  @Property(tries = 300)
  void decode_ofAnySubRange_andAnyKindOfBuffer_isTheOriginal(
      @ForAll @IntRange(min = 1, max = 10) int k,
      @ForAll @IntRange(min = 1, max = 4) int m,
      @ForAll @IntRange(min = 2, max = 9000) int length,
      @ForAll long seed) {
    ErasureCode code = ErasureCode.of(m == 1 ? CodeSpec.xor(k) : CodeSpec.rs(k, m));
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer[] all = Fragments.coded(code, seed, length);
    int from = random.nextInt(length - 1);
    int count = 1 + random.nextInt(length - from);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < k + m; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    IndexSet arrived = IndexSet.of(order.stream().limit(k).mapToInt(i -> i).toArray());
    IndexSet wanted = IndexSet.range(0, k + m).minus(arrived);
    ByteBuffer[] inputs = new ByteBuffer[k + m];
    ByteBuffer[] outputs = new ByteBuffer[k + m];
    for (int i = 0; i < k + m; i++) {
      inputs[i] = anyKind(all[i].slice(from, count), random);
      outputs[i] = random.nextBoolean() ? ByteBuffer.allocate(count) : shifted(count);
    }
    code.decoder(arrived, wanted).decode(inputs, outputs);
    for (int i : wanted.toArray()) {
      assertThat(outputs[i]).isEqualTo(all[i].slice(from, count));
    }
  }

  @Property(tries = 300)
  void shorterInputs_standForZeros(
      @ForAll @IntRange(min = 2, max = 8) int k,
      @ForAll @IntRange(min = 1, max = 3) int m,
      @ForAll @IntRange(min = 1, max = 9000) int length,
      @ForAll long seed) {
    ErasureCode code = ErasureCode.of(m == 1 ? CodeSpec.xor(k) : CodeSpec.rs(k, m));
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer[] data = Fragments.random(seed, k, length);
    ByteBuffer[] cut = new ByteBuffer[k];
    for (int i = 0; i < k; i++) {
      int keep = i == 0 ? length : random.nextInt(length + 1);
      for (int b = keep; b < length; b++) {
        data[i].put(b, (byte) 0);
      }
      cut[i] = data[i].slice(0, keep);
    }
    ByteBuffer[] expected = Fragments.empty(m, length);
    ByteBuffer[] parity = Fragments.empty(m, length);
    code.encode(data, expected);
    code.encode(cut, parity);
    assertThat(parity).isEqualTo(expected);
    ByteBuffer[] inputs = new ByteBuffer[k + m];
    System.arraycopy(cut, 1, inputs, 1, k - 1);
    inputs[k] = parity[0];
    ByteBuffer[] outputs = Fragments.empty(k + m, length);
    code.decoder(IndexSet.range(1, k + 1), IndexSet.of(0)).decode(inputs, outputs);
    assertThat(outputs[0]).isEqualTo(data[0]);
  }

  private static ByteBuffer[] slices(ByteBuffer[] buffers, int from, int count) {
    ByteBuffer[] slices = new ByteBuffer[buffers.length];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = buffers[i].slice(from, count);
    }
    return slices;
  }

  private static ByteBuffer anyKind(ByteBuffer bytes, SplittableRandom random) {
    ByteBuffer copy =
        switch (random.nextInt(3)) {
          case 0 -> ByteBuffer.allocateDirect(bytes.remaining());
          case 1 -> shifted(bytes.remaining());
          default -> ByteBuffer.allocate(bytes.remaining());
        };
    copy.duplicate().put(bytes.duplicate());
    return random.nextBoolean() ? copy.asReadOnlyBuffer() : copy;
  }

  private static ByteBuffer shifted(int length) {
    return ByteBuffer.allocate(length + 3).position(3);
  }
}
