package io.evenkeel.coding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds for any sizes, offsets, kinds of buffer and orders. */
class ErasureCodeProperties {
  private static final List<String> CODES =
      List.of("none-3-0", "xor-1-1", "xor-4-1", "xor-13-1", "rs-3-2", "rs-14-5", "lrc-6-2-2");

  @Property(tries = 300)
  void accumulate_inAnyOrder_isEncode(
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 4) int m,
      @ForAll @IntRange(min = 1, max = 9000) int length,
      @ForAll long seed) {
    ErasureCode code = ErasureCode.of(m == 1 ? CodeSpec.xor(k) : CodeSpec.rs(k, m));
    ByteBuffer[] all = Fragments.coded(code, seed, length);
    ByteBuffer[] sums = Fragments.random(~seed, m, length);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < k; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    int cut = (int) Math.floorMod(seed, (long) length);
    int first = order.remove(0);
    code.begin(first, all[first].slice(0, cut), slices(sums, 0, cut));
    code.begin(first, all[first].slice(cut, length - cut), slices(sums, cut, length - cut));
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
      outputs[i] = empty(count, random);
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

  /** What is outside [position, limit) is not touched, nor are positions and limits. */
  @Property(tries = 300)
  void encodeAndAccumulate_stayWithinTheirBuffers(
      @ForAll @IntRange(min = 0, max = 6) int which,
      @ForAll @IntRange(min = 0, max = 20_000) int length,
      @ForAll long seed) {
    ErasureCode code = ErasureCode.of(CodeSpec.parse(CODES.get(which)));
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer[] data = Fragments.random(seed, code.dataCount(), length);
    ByteBuffer[] expected = Fragments.empty(code.parityCount(), length);
    Reference.encode(code, data, expected);
    ByteBuffer[] kinds = new ByteBuffer[data.length];
    Arrays.setAll(kinds, i -> anyKind(data[i], random));
    for (boolean whole : new boolean[] {true, false}) {
      ByteBuffer[] parity = new ByteBuffer[expected.length];
      Arrays.setAll(parity, p -> ByteBuffer.allocate(length + 24).position(p).limit(p + length));
      if (whole) {
        code.encode(kinds, parity);
      } else {
        code.begin(0, kinds[0], parity);
        for (int i = 1; i < kinds.length; i++) {
          code.accumulate(i, kinds[i], parity);
        }
      }
      for (int p = 0; p < parity.length; p++) {
        assertThat(parity[p]).as("%s parity %s", code.spec(), p).isEqualTo(expected[p]);
        assertThat(parity[p].position()).isEqualTo(p);
        byte[] array = parity[p].array();
        for (int b = 0; b < array.length; b++) {
          assertThat(b >= p && b < p + length || array[b] == 0).isTrue();
        }
      }
    }
  }

  private static ByteBuffer[] slices(ByteBuffer[] buffers, int from, int count) {
    ByteBuffer[] slices = new ByteBuffer[buffers.length];
    for (int i = 0; i < slices.length; i++) {
      slices[i] = buffers[i].slice(from, count);
    }
    return slices;
  }

  private static ByteBuffer anyKind(ByteBuffer bytes, SplittableRandom random) {
    ByteBuffer copy = empty(bytes.remaining(), random);
    copy.duplicate().put(bytes.duplicate());
    return random.nextBoolean() ? copy.asReadOnlyBuffer() : copy;
  }

  /** Heap or direct, at any offset, of either byte order, with garbage in it. */
  private static ByteBuffer empty(int length, SplittableRandom random) {
    int before = random.nextInt(20);
    int size = before + length + random.nextInt(20);
    ByteBuffer buffer =
        random.nextBoolean() ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    while (buffer.hasRemaining()) {
      buffer.put((byte) random.nextInt());
    }
    buffer.position(before).limit(before + length);
    return random.nextBoolean() ? buffer.slice() : buffer.order(ByteOrder.LITTLE_ENDIAN);
  }
}
