package io.evenkeel.coding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** XOR by 64-bit lanes over arrays that start at different offsets, two terms in one pass. */
final class ShiftedXor {
  private static final VarHandle LANE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private ShiftedXor() {}

  /** out = or += the sum of the terms; to set, there are at least two. */
  static void apply(
      byte[] out, int to, byte[][] terms, int[] offsets, int count, int bytes, boolean add) {
    int done = 0;
    if (!add) {
      set2(out, to, terms[0], offsets[0], terms[1], offsets[1], bytes);
      done = 2;
    }
    for (; done + 2 <= count; done += 2) {
      add2(out, to, terms[done], offsets[done], terms[done + 1], offsets[done + 1], bytes);
    }
    if (done < count) {
      add1(out, to, terms[done], offsets[done], bytes);
    }
  }

  private static void set2(byte[] out, int to, byte[] a, int aAt, byte[] b, int bAt, int bytes) {
    int i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      LANE.set(out, to + i, (long) LANE.get(a, aAt + i) ^ (long) LANE.get(b, bAt + i));
    }
    for (; i < bytes; i++) {
      out[to + i] = (byte) (a[aAt + i] ^ b[bAt + i]);
    }
  }

  private static void add1(byte[] out, int to, byte[] a, int aAt, int bytes) {
    int i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      LANE.set(out, to + i, (long) LANE.get(out, to + i) ^ (long) LANE.get(a, aAt + i));
    }
    for (; i < bytes; i++) {
      out[to + i] ^= a[aAt + i];
    }
  }

  private static void add2(byte[] out, int to, byte[] a, int aAt, byte[] b, int bAt, int bytes) {
    int i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      LANE.set(
          out,
          to + i,
          (long) LANE.get(out, to + i) ^ (long) LANE.get(a, aAt + i) ^ (long) LANE.get(b, bAt + i));
    }
    for (; i < bytes; i++) {
      out[to + i] ^= (byte) (a[aAt + i] ^ b[bAt + i]);
    }
  }
}
