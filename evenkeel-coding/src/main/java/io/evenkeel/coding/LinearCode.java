package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/** Any systematic linear code, given by its generator matrix. */
final class LinearCode implements ErasureCode {
  private static final int CODES_KEPT_MAX = 64;
  private static final Map<CodeSpec, LinearCode> CODES = new ConcurrentHashMap<>();

  private final CodeSpec spec;
  private final int[][] rows;

  private LinearCode(CodeSpec spec) {
    this.spec = spec;
    this.rows = Generators.of(spec);
  }

  static LinearCode of(CodeSpec spec) {
    LinearCode known = CODES.get(spec);
    if (known != null) {
      return known;
    }
    LinearCode code = new LinearCode(spec);
    if (CODES.size() < CODES_KEPT_MAX) {
      CODES.put(spec, code);
    }
    return code;
  }

  @Override
  public CodeSpec spec() {
    return spec;
  }

  @Override
  public void encode(ByteBuffer[] data, ByteBuffer[] parity) {
    requireCount("data", data, dataCount());
    requireCount("parity", parity, parityCount());
    int[][] parityRows = new int[parityCount()][];
    System.arraycopy(rows, dataCount(), parityRows, 0, parityCount());
    Kernels.multiply(parityRows, data, parity);
  }

  @Override
  public void accumulate(int dataIndex, ByteBuffer data, ByteBuffer[] parity) {
    requireCount("parity", parity, parityCount());
    if (dataIndex < 0 || dataIndex >= dataCount()) {
      throw new IllegalArgumentException(
          spec + " has data 0 to " + (dataCount() - 1) + ", got index " + dataIndex);
    }
    int[] coefficients = new int[parityCount()];
    for (int p = 0; p < coefficients.length; p++) {
      coefficients[p] = rows[dataCount() + p][dataIndex];
    }
    Kernels.accumulate(coefficients, data, parity);
  }

  @Override
  public boolean canRecover(IndexSet arrived, IndexSet wanted) {
    IndexSet missing = wanted.minus(arrived);
    if (missing.isEmpty()) {
      return true;
    }
    if (spec.scheme() == CodeSpec.Scheme.NONE) {
      return false;
    }
    if (spec.scheme() != CodeSpec.Scheme.LRC) {
      return arrived.size() >= dataCount();
    }
    Span span = span(arrived, missing);
    for (int index : missing.toArray()) {
      if (span.combination(rows[index], totalCount()) == null) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Decoder decoder(IndexSet arrived, IndexSet wanted) {
    if (!canRecover(arrived, wanted)) {
      throw new IllegalArgumentException(spec + " cannot recover " + wanted + " from " + arrived);
    }
    Span span = span(arrived, wanted);
    int[][] combinations = new int[totalCount()][];
    IndexSet inputs = IndexSet.empty();
    for (int index : wanted.toArray()) {
      int[] combination = span.combination(rows[index], totalCount());
      combinations[index] = combination;
      for (int i = 0; i < combination.length; i++) {
        inputs = combination[i] != 0 ? inputs.with(i) : inputs;
      }
    }
    return new LinearDecoder(inputs, wanted, combinations);
  }

  /** Adds the wanted ones' own local groups first: a local repair reads least. */
  private Span span(IndexSet arrived, IndexSet wanted) {
    Span span = new Span(dataCount(), totalCount());
    if (spec.localGroups() > 0) {
      int groupSize = dataCount() / spec.localGroups();
      for (int index : wanted.toArray()) {
        int group = index < dataCount() ? index / groupSize : index - dataCount();
        addIf(span, arrived, i -> i < dataCount() && i / groupSize == group);
        addIf(span, arrived, i -> i == dataCount() + group);
      }
    }
    addIf(span, arrived, i -> true);
    return span;
  }

  private void addIf(Span span, IndexSet arrived, IntPredicate keep) {
    for (int i : arrived.filter(keep).toArray()) {
      span.add(i, rows[i]);
    }
  }

  private void requireCount(String what, ByteBuffer[] buffers, int count) {
    if (buffers.length != count) {
      throw new IllegalArgumentException(
          spec + " takes " + count + " " + what + " buffers, got " + buffers.length);
    }
  }

  private static final class LinearDecoder implements Decoder {
    private final IndexSet inputs;
    private final IndexSet outputs;
    private final int[][] combinations;

    LinearDecoder(IndexSet inputs, IndexSet outputs, int[][] combinations) {
      this.inputs = inputs;
      this.outputs = outputs;
      this.combinations = combinations;
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
      int[] inIndexes = inputs.toArray();
      int[] outIndexes = outputs.toArray();
      int[][] rows = new int[outIndexes.length][inIndexes.length];
      ByteBuffer[] sources = new ByteBuffer[inIndexes.length];
      ByteBuffer[] targets = new ByteBuffer[outIndexes.length];
      for (int i = 0; i < inIndexes.length; i++) {
        sources[i] = require(in, inIndexes[i], "input");
      }
      for (int o = 0; o < outIndexes.length; o++) {
        targets[o] = require(out, outIndexes[o], "output");
        for (int i = 0; i < inIndexes.length; i++) {
          rows[o][i] = combinations[outIndexes[o]][inIndexes[i]];
        }
      }
      Kernels.multiply(rows, sources, targets);
    }

    private ByteBuffer require(ByteBuffer[] buffers, int index, String what) {
      if (index >= buffers.length || buffers[index] == null) {
        throw new IllegalArgumentException(
            "decoding " + outputs + " from " + inputs + " lacks " + what + " " + index);
      }
      return buffers[index];
    }
  }
}
