package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * XOR of buffers over heap arrays, up to four inputs in one pass, block by block, so that an output
 * that takes several passes stays in the first-level cache. Buffers without an accessible array
 * (direct, read-only) go through a smaller block.
 */
final class XorKernel {
  private static final int TERMS_MAX = 4;
  private static final int ONE_PASS_BLOCK_BYTES = 64 * 1024;
  private static final int BLOCK_BYTES = 16 * 1024;

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
    int most = inputs.length <= TERMS_MAX ? ONE_PASS_BLOCK_BYTES : BLOCK_BYTES;
    this.blockBytes = Math.min(length, staging ? STAGED_BLOCK_BYTES : most);
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
    if (count == 0) {
      if (!add) {
        Arrays.fill(out, outOffset, outOffset + bytes, (byte) 0);
      }
    } else if (count == 1 && !add) {
      System.arraycopy(arrays[0], offsets[0], out, outOffset, bytes);
    } else if (allStartAt(outOffset, count)) {
      if (add) {
        AlignedXor.add(out, arrays, count, outOffset, outOffset + bytes);
      } else {
        AlignedXor.set(out, arrays, count, outOffset, outOffset + bytes);
      }
    } else {
      ShiftedXor.apply(out, outOffset, arrays, offsets, count, bytes, add);
    }
  }

  private boolean allStartAt(int offset, int count) {
    for (int i = 0; i < count; i++) {
      if (offsets[i] != offset) {
        return false;
      }
    }
    return true;
  }
}
