package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;

/**
 * The inner loops. Rows of zeros and ones are plain XOR; others are evaluated by Horner's rule, bit
 * by bit of the coefficients from the highest, with "double in GF(2^8)" on 64-bit lanes, in blocks
 * that stay in the first-level cache. Every loop over lanes indexes all its arrays alike: only then
 * does the compiler vectorise it.
 */
final class Kernels {
  /** 4 KiB blocks: ten inputs and an accumulator stay within a 48 KiB cache. */
  private static final int BLOCK_LANES = 512;

  private static final int LANE_BYTES = Long.BYTES;

  private Kernels() {}

  /** outputs[o] = sum over i of rows[o][i] * inputs[i]. */
  static void multiply(int[][] rows, ByteBuffer[] inputs, ByteBuffer[] outputs) {
    int length = outputs.length == 0 ? 0 : outputs[0].remaining();
    requireFit(inputs, outputs, length);
    int from = 0;
    while (from < length) {
      int to = nextCut(inputs, from, length);
      if (onlyZerosAndOnes(rows)) {
        for (int o = 0; o < outputs.length; o++) {
          XorKernel.set(outputs[o], from, to - from, chosen(rows[o], inputs, from));
        }
      } else {
        horner(rows, inputs, outputs, from, to);
      }
      from = to;
    }
  }

  /** parity[p] += coefficients[p] * data. */
  static void accumulate(int[] coefficients, ByteBuffer data, ByteBuffer[] parity) {
    int length = data.remaining();
    for (ByteBuffer target : parity) {
      if (target.remaining() < length) {
        throw new IllegalArgumentException(
            "a parity of " + target.remaining() + " bytes is shorter than data of " + length);
      }
    }
    if (onlyZerosAndOnes(new int[][] {coefficients})) {
      for (int p = 0; p < parity.length; p++) {
        if (coefficients[p] == 1) {
          XorKernel.add(parity[p], 0, length, data);
        }
      }
      return;
    }
    long[] power = new long[BLOCK_LANES];
    long[][] sums = new long[parity.length][BLOCK_LANES];
    Lanes source = new Lanes(data);
    Lanes[] targets = lanes(parity);
    for (int at = 0; at < length; at += BLOCK_LANES * LANE_BYTES) {
      int bytes = Math.min(BLOCK_LANES * LANE_BYTES, length - at);
      int lanes = (bytes + LANE_BYTES - 1) / LANE_BYTES;
      source.load(at, bytes, power);
      for (int p = 0; p < parity.length; p++) {
        targets[p].load(at, bytes, sums[p]);
      }
      for (int bit = 0; bit < 8; bit++) {
        for (int p = 0; p < parity.length; p++) {
          if (((coefficients[p] >> bit) & 1) != 0) {
            add(sums[p], power, lanes);
          }
        }
        twice(power, lanes);
      }
      for (int p = 0; p < parity.length; p++) {
        targets[p].store(at, bytes, sums[p]);
      }
    }
  }

  private static void horner(
      int[][] rows, ByteBuffer[] inputs, ByteBuffer[] outputs, int from, int to) {
    Lanes[] sources = lanes(inputs);
    Lanes[] targets = lanes(outputs);
    long[][] blocks = new long[inputs.length][BLOCK_LANES];
    long[] sum = new long[BLOCK_LANES];
    for (int at = from; at < to; at += BLOCK_LANES * LANE_BYTES) {
      int bytes = Math.min(BLOCK_LANES * LANE_BYTES, to - at);
      int lanes = (bytes + LANE_BYTES - 1) / LANE_BYTES;
      for (int i = 0; i < inputs.length; i++) {
        if (inputs[i].remaining() >= to) {
          sources[i].load(at, bytes, blocks[i]);
        } else {
          Arrays.fill(blocks[i], 0, lanes, 0);
        }
      }
      for (int o = 0; o < outputs.length; o++) {
        sum(rows[o], blocks, sum, lanes);
        targets[o].store(at, bytes, sum);
      }
    }
  }

  private static void sum(int[] row, long[][] blocks, long[] sum, int lanes) {
    Arrays.fill(sum, 0, lanes, 0);
    for (int bit = 7; bit >= 0; bit--) {
      if (bit < 7) {
        twice(sum, lanes);
      }
      long[] pending = null;
      for (int i = 0; i < row.length; i++) {
        if (((row[i] >> bit) & 1) != 0) {
          if (pending == null) {
            pending = blocks[i];
          } else {
            add(sum, pending, blocks[i], lanes);
            pending = null;
          }
        }
      }
      if (pending != null) {
        add(sum, pending, lanes);
      }
    }
  }

  private static void add(long[] sum, long[] a, int lanes) {
    for (int i = 0; i < lanes; i++) {
      sum[i] ^= a[i];
    }
  }

  private static void add(long[] sum, long[] a, long[] b, int lanes) {
    for (int i = 0; i < lanes; i++) {
      sum[i] ^= a[i] ^ b[i];
    }
  }

  /** Doubles eight field elements a lane: shift, and fold the bits shifted out back as 0x1d. */
  private static void twice(long[] lanes, int count) {
    for (int i = 0; i < count; i++) {
      long high = lanes[i] & 0x8080808080808080L;
      long carry = high >>> 7;
      lanes[i] = ((lanes[i] ^ high) << 1) ^ carry ^ (carry << 2) ^ (carry << 3) ^ (carry << 4);
    }
  }

  private static boolean onlyZerosAndOnes(int[][] rows) {
    for (int[] row : rows) {
      for (int coefficient : row) {
        if (coefficient > 1) {
          return false;
        }
      }
    }
    return true;
  }

  private static ByteBuffer[] chosen(int[] row, ByteBuffer[] inputs, int from) {
    ByteBuffer[] chosen = new ByteBuffer[row.length];
    int count = 0;
    for (int i = 0; i < row.length; i++) {
      if (row[i] == 1 && inputs[i].remaining() > from) {
        chosen[count++] = inputs[i];
      }
    }
    return Arrays.copyOf(chosen, count);
  }

  /** Up to where the same inputs have bytes. */
  private static int nextCut(ByteBuffer[] inputs, int from, int length) {
    int cut = length;
    for (ByteBuffer input : inputs) {
      int end = input.remaining();
      cut = end > from && end < cut ? end : cut;
    }
    return cut;
  }

  private static void requireFit(ByteBuffer[] inputs, ByteBuffer[] outputs, int length) {
    for (ByteBuffer output : outputs) {
      if (output.remaining() != length) {
        throw new IllegalArgumentException(
            "outputs must be equally long, got "
                + length
                + " and "
                + output.remaining()
                + " bytes");
      }
    }
    for (ByteBuffer input : inputs) {
      if (input.remaining() > length) {
        throw new IllegalArgumentException(
            "an input of " + input.remaining() + " bytes is longer than outputs of " + length);
      }
    }
  }

  private static Lanes[] lanes(ByteBuffer[] buffers) {
    Lanes[] lanes = new Lanes[buffers.length];
    Arrays.setAll(lanes, i -> new Lanes(buffers[i]));
    return lanes;
  }

  /** A buffer seen as 64-bit lanes; the last lane may be partial. */
  private static final class Lanes {
    private final ByteBuffer bytes;
    private final LongBuffer longs;

    Lanes(ByteBuffer buffer) {
      this.bytes = buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
      this.longs = bytes.asLongBuffer();
    }

    void load(int at, int count, long[] block) {
      if (at % LANE_BYTES != 0) {
        loadUnaligned(at, count, block);
        return;
      }
      int whole = count / LANE_BYTES;
      longs.get(at / LANE_BYTES, block, 0, whole);
      if (whole * LANE_BYTES < count) {
        block[whole] = 0;
        for (int i = whole * LANE_BYTES; i < count; i++) {
          block[whole] |= (bytes.get(at + i) & 0xffL) << (8 * (i % LANE_BYTES));
        }
      }
    }

    private void loadUnaligned(int at, int count, long[] block) {
      Arrays.fill(block, 0, (count + LANE_BYTES - 1) / LANE_BYTES, 0);
      for (int i = 0; i < count; i++) {
        block[i / LANE_BYTES] |= (bytes.get(at + i) & 0xffL) << (8 * (i % LANE_BYTES));
      }
    }

    void store(int at, int count, long[] block) {
      int whole = at % LANE_BYTES == 0 ? count / LANE_BYTES : 0;
      if (whole > 0) {
        longs.put(at / LANE_BYTES, block, 0, whole);
      }
      for (int i = whole * LANE_BYTES; i < count; i++) {
        bytes.put(at + i, (byte) (block[i / LANE_BYTES] >>> (8 * (i % LANE_BYTES))));
      }
    }
  }
}
