package io.evenkeel.coding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * XOR of buffers by 64-bit lanes over heap arrays, up to four inputs in one pass. An output that
 * takes several passes is made block by block, so that it stays in the first-level cache. Buffers
 * without an accessible array (direct, read-only) go through a small block.
 */
final class XorKernel {
  private static final VarHandle LANE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final int TERMS_MAX = 4;
  private static final int BLOCK_BYTES = 8 * 1024;

  /** Smaller, because up to five of them are in use at once. */
  private static final int STAGED_BLOCK_BYTES = 2 * 1024;

  private final ByteBuffer output;
  private final ByteBuffer[] inputs;
  private final int length;
  private final int blockBytes;

  /** The array that is written: the output's own, or a block that is copied there. */
  private final byte[] out;

  private final byte[][] staged = new byte[TERMS_MAX][];
  private final byte[][] arrays = new byte[TERMS_MAX][];
  private final int[] offsets = new int[TERMS_MAX];
  private int outOffset;

  private XorKernel(ByteBuffer output, int length, ByteBuffer[] inputs) {
    this.output = output;
    this.inputs = inputs;
    this.length = length;
    boolean staging = !output.hasArray();
    for (ByteBuffer input : inputs) {
      staging |= !input.hasArray();
    }
    int most = staging ? STAGED_BLOCK_BYTES : inputs.length <= TERMS_MAX ? length : BLOCK_BYTES;
    this.blockBytes = Math.min(length, most);
    this.out = output.hasArray() ? output.array() : new byte[blockBytes];
  }

  /** output = the sum of the inputs over the given length; shorter inputs are extended by zeros. */
  static void set(ByteBuffer output, int length, ByteBuffer... inputs) {
    new XorKernel(output, length, inputs).run(false);
  }

  /** output += input, over the length of the input. */
  static void add(ByteBuffer output, ByteBuffer input) {
    new XorKernel(output, input.remaining(), new ByteBuffer[] {input}).run(true);
  }

  private void run(boolean add) {
    int at = 0;
    while (at < length) {
      // A block ends where an input ends, so that every input covers it whole or not at all.
      int bytes = Math.min(blockBytes, length - at);
      for (ByteBuffer input : inputs) {
        int rest = input.remaining() - at;
        bytes = rest > 0 ? Math.min(bytes, rest) : bytes;
      }
      block(at, bytes, add);
      at += bytes;
    }
  }

  private void block(int at, int bytes, boolean add) {
    int outAt = output.position() + at;
    outOffset = output.hasArray() ? output.arrayOffset() + outAt : 0;
    if (add && !output.hasArray()) {
      output.get(outAt, out, 0, bytes);
    }
    boolean filled = add;
    int count = 0;
    for (ByteBuffer input : inputs) {
      if (input.remaining() <= at) {
        continue;
      }
      term(count++, input, at, bytes);
      if (count == TERMS_MAX) {
        flush(count, bytes, filled);
        filled = true;
        count = 0;
      }
    }
    flush(count, bytes, filled);
    if (!output.hasArray()) {
      output.put(outAt, out, 0, bytes);
    }
  }

  private void term(int slot, ByteBuffer input, int at, int bytes) {
    if (input.hasArray()) {
      arrays[slot] = input.array();
      offsets[slot] = input.arrayOffset() + input.position() + at;
      return;
    }
    if (staged[slot] == null) {
      staged[slot] = new byte[blockBytes];
    }
    input.get(input.position() + at, staged[slot], 0, bytes);
    arrays[slot] = staged[slot];
    offsets[slot] = 0;
  }

  private void flush(int count, int bytes, boolean add) {
    if (add) {
      add(count, bytes);
    } else {
      set(count, bytes);
    }
  }

  private void set(int count, int bytes) {
    byte[][] a = arrays;
    int[] o = offsets;
    int to = outOffset;
    switch (count) {
      case 0 -> Arrays.fill(out, to, to + bytes, (byte) 0);
      case 1 -> System.arraycopy(a[0], o[0], out, to, bytes);
      case 2 -> set2(out, to, a[0], o[0], a[1], o[1], bytes);
      case 3 -> set3(out, to, a[0], o[0], a[1], o[1], a[2], o[2], bytes);
      default -> set4(out, to, a[0], o[0], a[1], o[1], a[2], o[2], a[3], o[3], bytes);
    }
  }

  private void add(int count, int bytes) {
    byte[][] a = arrays;
    int[] o = offsets;
    int to = outOffset;
    switch (count) {
      case 0 -> {}
      case 1 -> add1(out, to, a[0], o[0], bytes);
      case 2 -> add2(out, to, a[0], o[0], a[1], o[1], bytes);
      case 3 -> {
        add2(out, to, a[0], o[0], a[1], o[1], bytes);
        add1(out, to, a[2], o[2], bytes);
      }
      default -> add4(out, to, a[0], o[0], a[1], o[1], a[2], o[2], a[3], o[3], bytes);
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

  private static void set3(
      byte[] out, int to, byte[] a, int aAt, byte[] b, int bAt, byte[] c, int cAt, int bytes) {
    int i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      LANE.set(
          out,
          to + i,
          (long) LANE.get(a, aAt + i) ^ (long) LANE.get(b, bAt + i) ^ (long) LANE.get(c, cAt + i));
    }
    for (; i < bytes; i++) {
      out[to + i] = (byte) (a[aAt + i] ^ b[bAt + i] ^ c[cAt + i]);
    }
  }

  private static void set4(
      byte[] out,
      int to,
      byte[] a,
      int aAt,
      byte[] b,
      int bAt,
      byte[] c,
      int cAt,
      byte[] d,
      int dAt,
      int bytes) {
    int i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      LANE.set(
          out,
          to + i,
          (long) LANE.get(a, aAt + i)
              ^ (long) LANE.get(b, bAt + i)
              ^ (long) LANE.get(c, cAt + i)
              ^ (long) LANE.get(d, dAt + i));
    }
    for (; i < bytes; i++) {
      out[to + i] = (byte) (a[aAt + i] ^ b[bAt + i] ^ c[cAt + i] ^ d[dAt + i]);
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

  private static void add4(
      byte[] out,
      int to,
      byte[] a,
      int aAt,
      byte[] b,
      int bAt,
      byte[] c,
      int cAt,
      byte[] d,
      int dAt,
      int bytes) {
    int i = 0;
    for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
      LANE.set(
          out,
          to + i,
          (long) LANE.get(out, to + i)
              ^ (long) LANE.get(a, aAt + i)
              ^ (long) LANE.get(b, bAt + i)
              ^ (long) LANE.get(c, cAt + i)
              ^ (long) LANE.get(d, dAt + i));
    }
    for (; i < bytes; i++) {
      out[to + i] ^= (byte) (a[aAt + i] ^ b[bAt + i] ^ c[cAt + i] ^ d[dAt + i]);
    }
  }
}
