package io.evenkeel.coding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * XOR of buffers, by 64-bit lanes over heap arrays. Where all arrays start at the same offset, one
 * index serves all and the loop runs at the memory's speed. Direct and read-only buffers are copied
 * through a small block.
 */
final class XorKernel {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int COPY_BYTES = 16 * 1024;

  private XorKernel() {}

  /** target[at, at + length) = the XOR of the inputs there. */
  static void set(ByteBuffer target, int at, int length, ByteBuffer[] inputs) {
    if (inputs.length >= 2 && inputs.length <= 4 && sameOffsets(target, inputs)) {
      byte[] last = inputs[inputs.length - 1].array();
      byte[] a = inputs[0].array();
      byte[] b = inputs[1].array();
      byte[] c = inputs.length > 2 ? inputs[2].array() : last;
      int start = offset(target) + at;
      switch (inputs.length) {
        case 2 -> set2(target.array(), a, b, start, start + length);
        case 3 -> set3(target.array(), a, b, c, start, start + length);
        default -> set4(target.array(), a, b, c, last, start, start + length);
      }
      return;
    }
    ByteBuffer window = window(target, at, length);
    if (inputs.length == 0) {
      while (window.remaining() >= Long.BYTES) {
        window.putLong(0);
      }
      while (window.hasRemaining()) {
        window.put((byte) 0);
      }
      return;
    }
    window.put(window(inputs[0], at, length));
    for (int i = 1; i < inputs.length; i++) {
      add(target, at, length, inputs[i]);
    }
  }

  /** target[at, at + length) ^= input there. */
  static void add(ByteBuffer target, int at, int length, ByteBuffer input) {
    if (target.hasArray() && input.hasArray()) {
      int to = offset(target) + at;
      int from = offset(input) + at;
      if (to == from) {
        add(target.array(), input.array(), to, to + length);
      } else {
        add(target.array(), to, input.array(), from, length);
      }
      return;
    }
    byte[] sum = new byte[COPY_BYTES];
    byte[] term = new byte[COPY_BYTES];
    for (int done = 0; done < length; done += COPY_BYTES) {
      int bytes = Math.min(COPY_BYTES, length - done);
      window(target, at + done, bytes).get(sum, 0, bytes);
      window(input, at + done, bytes).get(term, 0, bytes);
      add(sum, term, 0, bytes);
      window(target, at + done, bytes).put(sum, 0, bytes);
    }
  }

  private static boolean sameOffsets(ByteBuffer target, ByteBuffer[] inputs) {
    if (!target.hasArray()) {
      return false;
    }
    for (ByteBuffer input : inputs) {
      if (!input.hasArray() || offset(input) != offset(target)) {
        return false;
      }
    }
    return true;
  }

  private static int offset(ByteBuffer buffer) {
    return buffer.arrayOffset() + buffer.position();
  }

  private static ByteBuffer window(ByteBuffer buffer, int at, int length) {
    return buffer.slice(buffer.position() + at, length);
  }

  private static void set2(byte[] out, byte[] a, byte[] b, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LONG.set(out, i, (long) LONG.get(a, i) ^ (long) LONG.get(b, i));
    }
    for (; i < to; i++) {
      out[i] = (byte) (a[i] ^ b[i]);
    }
  }

  private static void set3(byte[] out, byte[] a, byte[] b, byte[] c, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LONG.set(out, i, (long) LONG.get(a, i) ^ (long) LONG.get(b, i) ^ (long) LONG.get(c, i));
    }
    for (; i < to; i++) {
      out[i] = (byte) (a[i] ^ b[i] ^ c[i]);
    }
  }

  private static void set4(byte[] out, byte[] a, byte[] b, byte[] c, byte[] d, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      long left = (long) LONG.get(a, i) ^ (long) LONG.get(b, i);
      LONG.set(out, i, left ^ (long) LONG.get(c, i) ^ (long) LONG.get(d, i));
    }
    for (; i < to; i++) {
      out[i] = (byte) (a[i] ^ b[i] ^ c[i] ^ d[i]);
    }
  }

  private static void add(byte[] out, byte[] a, int from, int to) {
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      LONG.set(out, i, (long) LONG.get(out, i) ^ (long) LONG.get(a, i));
    }
    for (; i < to; i++) {
      out[i] ^= a[i];
    }
  }

  private static void add(byte[] out, int to, byte[] a, int from, int length) {
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      LONG.set(out, to + i, (long) LONG.get(out, to + i) ^ (long) LONG.get(a, from + i));
    }
    for (; i < length; i++) {
      out[to + i] ^= a[from + i];
    }
  }
}
