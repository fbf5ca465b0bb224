package io.evenkeel.coding;

import java.nio.ByteBuffer;

/**
 * A linear map from some fragments to others, applied at every byte position. Rows of zeros and
 * ones are XOR, the others take Horner's rule. No streams or lambdas: linking them takes a new
 * process longer than decoding.
 */
final class ByteMap {
  private final int[] inputNames;
  private final int[] outputNames;
  private final int[][] rows;
  private final int[] xorRows;
  private final int[] hornerRows;
  private final HornerKernel horner;

  /** By input: the outputs that it is multiplied for. */
  private final int[][] productRows;

  /**
   * @param inputNames the fragment index of each input, for messages
   * @param outputNames the fragment index of each output
   * @param rows for each output its coefficients over the inputs
   */
  ByteMap(int[] inputNames, int[] outputNames, int[][] rows) {
    this.inputNames = inputNames;
    this.outputNames = outputNames;
    this.rows = rows;
    IndexSet xor = IndexSet.empty();
    for (int r = 0; r < rows.length; r++) {
      xor = isXor(rows[r]) ? xor.with(r) : xor;
    }
    this.xorRows = xor.toArray();
    this.hornerRows = IndexSet.range(0, rows.length).minus(xor).toArray();
    int[][] products = new int[hornerRows.length][];
    for (int i = 0; i < products.length; i++) {
      products[i] = rows[hornerRows[i]];
    }
    this.horner = products.length == 0 ? null : new HornerKernel(products, inputNames.length);
    this.productRows = new int[inputNames.length][];
    for (int i = 0; i < productRows.length; i++) {
      productRows[i] = productRows(rows, i);
    }
  }

  private static int[] productRows(int[][] rows, int input) {
    IndexSet found = IndexSet.empty();
    for (int r = 0; r < rows.length; r++) {
      found = rows[r][input] > 1 ? found.with(r) : found;
    }
    return found.toArray();
  }

  /** Overwrites the outputs. Checks all buffers before it writes any. */
  void set(ByteBuffer[] inputs, ByteBuffer[] outputs) {
    if (outputs.length == 0) {
      return;
    }
    requireWritable(outputs);
    int length = commonLength(outputs);
    for (int i = 0; i < inputs.length; i++) {
      requireFit(inputs[i], inputNames[i], length);
    }
    if (length == 0) {
      return;
    }
    for (int r : xorRows) {
      XorKernel.set(outputs[r], length, pick(inputs, ones(rows[r])));
    }
    if (horner != null) {
      horner.set(inputs, pick(outputs, hornerRows), length);
    }
  }

  /**
   * Overwrites the outputs, as far as the input goes, with what it contributes. Checks all buffers
   * before it writes any.
   */
  void begin(int inputAt, ByteBuffer input, ByteBuffer[] outputs) {
    requireOne(inputAt, input, outputs);
    for (int r = 0; r < outputs.length; r++) {
      if (rows[r][inputAt] == 1) {
        XorKernel.set(outputs[r], input.remaining(), input);
      } else {
        XorKernel.set(outputs[r], input.remaining());
      }
    }
    addProducts(inputAt, input, outputs);
  }

  /** Adds what one input contributes. Checks all buffers before it writes any. */
  void add(int inputAt, ByteBuffer input, ByteBuffer[] outputs) {
    requireOne(inputAt, input, outputs);
    for (int r = 0; r < outputs.length; r++) {
      if (rows[r][inputAt] == 1) {
        XorKernel.add(outputs[r], input);
      }
    }
    addProducts(inputAt, input, outputs);
  }

  private void requireOne(int inputAt, ByteBuffer input, ByteBuffer[] outputs) {
    requireWritable(outputs);
    for (ByteBuffer output : outputs) {
      requireFit(input, inputNames[inputAt], output.remaining());
    }
  }

  private void addProducts(int inputAt, ByteBuffer input, ByteBuffer[] outputs) {
    int[] products = productRows[inputAt];
    if (products.length > 0 && input.hasRemaining()) {
      int[] coefficients = new int[products.length];
      for (int i = 0; i < products.length; i++) {
        coefficients[i] = rows[products[i]][inputAt];
      }
      ProductKernel.add(coefficients, input, pick(outputs, products));
    }
  }

  private static boolean isXor(int[] row) {
    for (int coefficient : row) {
      if (coefficient > 1) {
        return false;
      }
    }
    return true;
  }

  private static int[] ones(int[] row) {
    IndexSet ones = IndexSet.empty();
    for (int i = 0; i < row.length; i++) {
      ones = row[i] == 1 ? ones.with(i) : ones;
    }
    return ones.toArray();
  }

  private static ByteBuffer[] pick(ByteBuffer[] from, int[] indexes) {
    ByteBuffer[] picked = new ByteBuffer[indexes.length];
    for (int i = 0; i < picked.length; i++) {
      picked[i] = from[indexes[i]];
    }
    return picked;
  }

  private void requireWritable(ByteBuffer[] outputs) {
    for (int o = 0; o < outputs.length; o++) {
      if (outputs[o] == null) {
        throw new IllegalArgumentException("there is no buffer for fragment " + outputNames[o]);
      }
      if (outputs[o].isReadOnly()) {
        throw new IllegalArgumentException(
            "the buffer for fragment " + outputNames[o] + " is read-only");
      }
    }
  }

  private int commonLength(ByteBuffer[] outputs) {
    for (int o = 1; o < outputs.length; o++) {
      if (outputs[o].remaining() != outputs[0].remaining()) {
        throw new IllegalArgumentException(
            "outputs must be equally long: fragment "
                + outputNames[0]
                + " has "
                + outputs[0].remaining()
                + " bytes, fragment "
                + outputNames[o]
                + " "
                + outputs[o].remaining());
      }
    }
    return outputs[0].remaining();
  }

  private void requireFit(ByteBuffer input, int name, int length) {
    if (input == null) {
      throw new IllegalArgumentException("there is no buffer of fragment " + name);
    }
    if (input.remaining() > length) {
      throw new IllegalArgumentException(
          "fragment "
              + name
              + ": an input of "
              + input.remaining()
              + " bytes is longer than outputs of "
              + length);
    }
  }
}
