package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Adds the products of one input with several coefficients to as many outputs: the input is doubled
 * seven times, and each output adds the doublings that its coefficient has bits for.
 */
final class ProductKernel {
  private static final int BITS = 8;

  private ProductKernel() {}

  /** outputs[o] += coefficients[o] * input, over the length of the input. */
  static void add(int[] coefficients, ByteBuffer input, ByteBuffer[] outputs) {
    int length = input.remaining();
    int lanesInAll = LaneBuffer.lanes(length);
    int blockLanes = Math.min(HornerKernel.BLOCK_LANES, lanesInAll);
    int highest = 0;
    LaneBuffer[] targets = new LaneBuffer[outputs.length];
    long[][] powers = new long[BITS][blockLanes];
    long[][][] terms = new long[outputs.length][][];
    for (int o = 0; o < outputs.length; o++) {
      int coefficient = coefficients[o];
      highest |= coefficient;
      ByteBuffer target = outputs[o];
      targets[o] = new LaneBuffer(target.slice(target.position(), length));
      terms[o] = pick(powers, coefficient);
    }
    LaneBuffer source = new LaneBuffer(input);
    long[] sum = new long[blockLanes];
    for (int at = 0; at < lanesInAll; at += HornerKernel.BLOCK_LANES) {
      int lanes = Math.min(HornerKernel.BLOCK_LANES, lanesInAll - at);
      source.load(at, lanes, powers[0]);
      for (int bit = 1; highest >> bit != 0; bit++) {
        LaneKernel.twice(powers[bit], powers[bit - 1], lanes);
      }
      for (int o = 0; o < outputs.length; o++) {
        if (terms[o].length > 0) {
          targets[o].load(at, lanes, sum);
          LaneKernel.add(sum, terms[o], lanes);
          targets[o].store(at, lanes, sum);
        }
      }
    }
  }

  private static long[][] pick(long[][] powers, int coefficient) {
    long[][] chosen = new long[BITS][];
    int count = 0;
    for (int bit = 0; bit < BITS; bit++) {
      if (((coefficient >> bit) & 1) != 0) {
        chosen[count++] = powers[bit];
      }
    }
    return Arrays.copyOf(chosen, count);
  }
}
