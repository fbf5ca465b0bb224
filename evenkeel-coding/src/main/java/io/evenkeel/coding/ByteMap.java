package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/**
 * A linear map from some fragments to others, applied at every byte position. Rows of zeros and
 * ones are XOR, the others take Horner's rule.
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
    this.xorRows = IntStream.range(0, rows.length).filter(r -> isXor(rows[r])).toArray();
    this.hornerRows = IntStream.range(0, rows.length).filter(r -> !isXor(rows[r])).toArray();
    int[][] products = IntStream.of(hornerRows).mapToObj(r -> rows[r]).toArray(int[][]::new);
    this.horner = products.length == 0 ? null : new HornerKernel(products, inputNames.length);
    this.productRows = new int[inputNames.length][];
    for (int i = 0; i < productRows.length; i++) {
      int input = i;
      productRows[i] = IntStream.range(0, rows.length).filter(r -> rows[r][input] > 1).toArray();
    }
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
      XorKernel.set(outputs[r], length, chosen(rows[r], inputs));
    }
    if (horner != null) {
      horner.set(
          inputs,
          IntStream.of(hornerRows).mapToObj(r -> outputs[r]).toArray(ByteBuffer[]::new),
          length);
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
      ProductKernel.add(
          IntStream.of(products).map(r -> rows[r][inputAt]).toArray(),
          input,
          IntStream.of(products).mapToObj(r -> outputs[r]).toArray(ByteBuffer[]::new));
    }
  }

  private static boolean isXor(int[] row) {
    return IntStream.of(row).allMatch(coefficient -> coefficient <= 1);
  }

  private static ByteBuffer[] chosen(int[] row, ByteBuffer[] inputs) {
    return IntStream.range(0, row.length)
        .filter(i -> row[i] == 1)
        .mapToObj(i -> inputs[i])
        .toArray(ByteBuffer[]::new);
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
