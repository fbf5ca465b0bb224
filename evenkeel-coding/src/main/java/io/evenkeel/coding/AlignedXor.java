package io.evenkeel.coding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XOR by 64-bit lanes where one index serves all arrays. The compiler of Java 17 makes the best of
 * such loops: they run at the memory's speed.
 */
final class AlignedXor {
  private static final VarHandle LANE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  /**
   * So much by one call: after a hundred calls or so a process runs compiled code, and until then
   * as much as was called for is interpreted.
   */
  private static final int CALL_BYTES = 4 * 1024;

  private AlignedXor() {}

  /** out = the sum of two to four terms, in [from, to). */
  static void set(byte[] out, byte[][] terms, int count, int from, int to) {
    int end;
    for (int at = from; at < to; at = end) {
      end = at + Math.min(CALL_BYTES, to - at);
      setPart(out, terms, count, at, end);
    }
  }

  /** out += the sum of one to four terms, in [from, to). */
  static void add(byte[] out, byte[][] terms, int count, int from, int to) {
    int end;
    for (int at = from; at < to; at = end) {
      end = at + Math.min(CALL_BYTES, to - at);
      addPart(out, terms, count, at, end);
    }
  }

  private static void setPart(byte[] out, byte[][] terms, int count, int from, int to) {
    switch (count) {
      case 2 -> set2(out, terms[0], terms[1], from, to);
      case 3 -> set3(out, terms[0], terms[1], terms[2], from, to);
      default -> set4(out, terms[0], terms[1], terms[2], terms[3], from, to);
    }
  }

  private static void addPart(byte[] out, byte[][] terms, int count, int from, int to) {
    switch (count) {
      case 1 -> add1(out, terms[0], from, to);
      case 2 -> add2(out, terms[0], terms[1], from, to);
      case 3 -> {
        add2(out, terms[0], terms[1], from, to);
        add1(out, terms[2], from, to);
      }
      default -> add4(out, terms[0], terms[1], terms[2], terms[3], from, to);
    }
  }

  private static void set2(byte[] out, byte[] a, byte[] b, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LANE.set(out, i, (long) LANE.get(a, i) ^ (long) LANE.get(b, i));
    }
    for (; i < to; i++) {
      out[i] = (byte) (a[i] ^ b[i]);
    }
  }

  private static void set3(byte[] out, byte[] a, byte[] b, byte[] c, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LANE.set(out, i, (long) LANE.get(a, i) ^ (long) LANE.get(b, i) ^ (long) LANE.get(c, i));
    }
    for (; i < to; i++) {
      out[i] = (byte) (a[i] ^ b[i] ^ c[i]);
    }
  }

  private static void set4(byte[] out, byte[] a, byte[] b, byte[] c, byte[] d, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LANE.set(
          out,
          i,
          (long) LANE.get(a, i)
              ^ (long) LANE.get(b, i)
              ^ (long) LANE.get(c, i)
              ^ (long) LANE.get(d, i));
    }
    for (; i < to; i++) {
      out[i] = (byte) (a[i] ^ b[i] ^ c[i] ^ d[i]);
    }
  }

  private static void add1(byte[] out, byte[] a, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LANE.set(out, i, (long) LANE.get(out, i) ^ (long) LANE.get(a, i));
    }
    for (; i < to; i++) {
      out[i] ^= a[i];
    }
  }

  private static void add2(byte[] out, byte[] a, byte[] b, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LANE.set(out, i, (long) LANE.get(out, i) ^ (long) LANE.get(a, i) ^ (long) LANE.get(b, i));
    }
    for (; i < to; i++) {
      out[i] ^= (byte) (a[i] ^ b[i]);
    }
  }

  private static void add4(byte[] out, byte[] a, byte[] b, byte[] c, byte[] d, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LANE.set(
          out,
          i,
          (long) LANE.get(out, i)
              ^ (long) LANE.get(a, i)
              ^ (long) LANE.get(b, i)
              ^ (long) LANE.get(c, i)
              ^ (long) LANE.get(d, i));
    }
    for (; i < to; i++) {
      out[i] ^= (byte) (a[i] ^ b[i] ^ c[i] ^ d[i]);
    }
  }
}
