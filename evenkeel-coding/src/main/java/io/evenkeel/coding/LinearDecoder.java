package io.evenkeel.coding;

import java.nio.ByteBuffer;

/** Makes fragments as linear combinations of others. */
final class LinearDecoder implements Decoder {
  private final CodeSpec spec;
  private final IndexSet inputs;
  private final IndexSet outputs;
  private final ByteMap map;

  /**
   * @param combinations for each output, ascending, a coefficient for each fragment of the code;
   *     those outside the inputs are 0
   */
  LinearDecoder(CodeSpec spec, IndexSet inputs, IndexSet outputs, int[][] combinations) {
    this.spec = spec;
    this.inputs = inputs;
    this.outputs = outputs;
    int[] names = inputs.toArray();
    int[][] rows = new int[combinations.length][names.length];
    for (int o = 0; o < rows.length; o++) {
      for (int i = 0; i < names.length; i++) {
        rows[o][i] = combinations[o][names[i]];
      }
    }
    this.map = new ByteMap(names, outputs.toArray(), rows);
  }

  @Override
  public IndexSet inputs() {
    return inputs;
  }

  @Override
  public IndexSet outputs() {
    return outputs;
  }

  @Override
  public void decode(ByteBuffer[] in, ByteBuffer[] out) {
    map.set(pick(in, inputs, "inputs"), pick(out, outputs, "outputs"));
  }

  private ByteBuffer[] pick(ByteBuffer[] buffers, IndexSet indexes, String what) {
    if (buffers.length != spec.totalCount()) {
      throw new IllegalArgumentException(
          spec
              + ": "
              + what
              + " by fragment index must be "
              + spec.totalCount()
              + ", got "
              + buffers.length);
    }
    int[] names = indexes.toArray();
    ByteBuffer[] picked = new ByteBuffer[names.length];
    for (int i = 0; i < names.length; i++) {
      picked[i] = buffers[names[i]];
    }
    return picked;
  }

  @Override
  public String toString() {
    return spec + ": " + outputs + " from " + inputs;
  }
}
