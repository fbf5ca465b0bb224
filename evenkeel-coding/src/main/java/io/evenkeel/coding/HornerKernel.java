package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sums of products over GF(2^8) by Horner's rule on the bits of the coefficients: from the highest
 * bit down, double what there is and add the inputs whose coefficient has the bit. Inputs are taken
 * three at a time and the sums of their subsets are made once for all rows and bits (the method of
 * four Russians), in blocks that stay in the first-level cache.
 */
final class HornerKernel {
  /** 2 KiB blocks: ten inputs, their subset sums and an accumulator are about 48 KiB. */
  static final int BLOCK_LANES = 256;

  private static final int BITS = 8;
  private static final int NONE = -1;

  /** A block that is the sum of some inputs of a group. */
  private record Subset(int[] inputs) {}

  private final int inputCount;

  /** The blocks after those of the inputs themselves. */
  private final List<Subset> subsets = new ArrayList<>();

  /** By row and bit, the blocks to add. */
  private final int[][][] terms;

  /**
   * @param rows one for each output, one coefficient for each input
   */
  HornerKernel(int[][] rows, int inputCount) {
    this.inputCount = inputCount;
    this.terms = new int[rows.length][BITS][];
    // A single row rarely uses a subset twice, so larger groups would not pay.
    int groupSize = rows.length == 1 ? 2 : 3;
    int[][] known = new int[(inputCount + groupSize - 1) / groupSize][1 << groupSize];
    for (int[] blocks : known) {
      Arrays.fill(blocks, NONE);
    }
    for (int r = 0; r < rows.length; r++) {
      for (int bit = 0; bit < BITS; bit++) {
        int[] chosen = new int[known.length];
        int count = 0;
        for (int group = 0; group < known.length; group++) {
          int mask = mask(rows[r], bit, group * groupSize, groupSize);
          if (mask != 0) {
            chosen[count++] = block(known[group], mask, group * groupSize);
          }
        }
        terms[r][bit] = Arrays.copyOf(chosen, count);
      }
    }
  }

  private static int mask(int[] row, int bit, int from, int groupSize) {
    int mask = 0;
    for (int i = from; i < Math.min(row.length, from + groupSize); i++) {
      mask |= ((row[i] >> bit) & 1) << (i - from);
    }
    return mask;
  }

  private int block(int[] known, int mask, int from) {
    if (known[mask] == NONE) {
      int[] inputs = new int[Integer.bitCount(mask)];
      int count = 0;
      for (int i = 0; mask >> i != 0; i++) {
        if (((mask >> i) & 1) != 0) {
          inputs[count++] = from + i;
        }
      }
      if (count == 1) {
        known[mask] = inputs[0];
      } else {
        known[mask] = inputCount + subsets.size();
        subsets.add(new Subset(inputs));
      }
    }
    return known[mask];
  }

  /** outputs[r] = the sum of rows[r][i] * inputs[i]; inputs are cut to the outputs' length. */
  void set(ByteBuffer[] inputs, ByteBuffer[] outputs, int length) {
    int lanesInAll = LaneBuffer.lanes(length);
    int blockLanes = Math.min(BLOCK_LANES, lanesInAll);
    LaneBuffer[] sources = LaneBuffer.of(inputs);
    LaneBuffer[] targets = LaneBuffer.of(outputs);
    long[][] blocks = new long[inputCount + subsets.size()][blockLanes];
    long[] sum = new long[blockLanes];
    long[][][] subsetTerms = new long[subsets.size()][][];
    for (int s = 0; s < subsetTerms.length; s++) {
      subsetTerms[s] = pick(blocks, subsets.get(s).inputs());
    }
    long[][][][] rowTerms = new long[terms.length][BITS][][];
    for (int r = 0; r < terms.length; r++) {
      for (int bit = 0; bit < BITS; bit++) {
        rowTerms[r][bit] = pick(blocks, terms[r][bit]);
      }
    }
    for (int at = 0; at < lanesInAll; at += BLOCK_LANES) {
      int lanes = Math.min(BLOCK_LANES, lanesInAll - at);
      for (int i = 0; i < inputCount; i++) {
        sources[i].load(at, lanes, blocks[i]);
      }
      for (int s = 0; s < subsetTerms.length; s++) {
        LaneKernel.sum(blocks[inputCount + s], subsetTerms[s], lanes);
      }
      for (int r = 0; r < rowTerms.length; r++) {
        evaluate(sum, rowTerms[r], lanes);
        targets[r].store(at, lanes, sum);
      }
    }
  }

  private static void evaluate(long[] sum, long[][][] byBit, int lanes) {
    int bit = BITS - 1;
    while (byBit[bit].length == 0) {
      bit--;
    }
    LaneKernel.sum(sum, byBit[bit], lanes);
    while (--bit >= 0) {
      LaneKernel.twiceAdd(sum, byBit[bit], lanes);
    }
  }

  private static long[][] pick(long[][] blocks, int[] chosen) {
    long[][] picked = new long[chosen.length][];
    for (int i = 0; i < chosen.length; i++) {
      picked[i] = blocks[chosen[i]];
    }
    return picked;
  }
}
