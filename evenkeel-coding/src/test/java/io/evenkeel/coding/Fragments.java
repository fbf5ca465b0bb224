package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Seeded data and its parity, for tests. */
final class Fragments {
  private Fragments() {}

  static ByteBuffer[] random(long seed, int count, int length) {
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer[] data = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      data[i] = ByteBuffer.wrap(bytes);
    }
    return data;
  }

  static ByteBuffer[] empty(int count, int length) {
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      buffers[i] = ByteBuffer.allocate(length);
    }
    return buffers;
  }

  /** All k + m fragments of seeded data. */
  static ByteBuffer[] coded(ErasureCode code, long seed, int length) {
    ByteBuffer[] data = random(seed, code.dataCount(), length);
    ByteBuffer[] parity = empty(code.parityCount(), length);
    code.encode(data, parity);
    ByteBuffer[] all = Arrays.copyOf(data, code.totalCount());
    System.arraycopy(parity, 0, all, code.dataCount(), parity.length);
    return all;
  }
}
