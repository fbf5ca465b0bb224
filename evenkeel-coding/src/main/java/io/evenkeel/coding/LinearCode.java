package io.evenkeel.coding;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

/** Any systematic linear code, given by its generator matrix. */
final class LinearCode implements ErasureCode {
  private static final int CODES_KEPT_MAX = 64;
  private static final Map<CodeSpec, LinearCode> CODES = new ConcurrentHashMap<>();

  private final CodeSpec spec;
  private final IndexSet fragments;
  private final int[][] rows;

  /** Made by the first encoding: who only reads does without. */
  private volatile ByteMap encoding;

  private LinearCode(CodeSpec spec) {
    this.spec = spec;
    this.fragments = IndexSet.range(0, spec.totalCount());
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
    encoding().set(data, parity);
  }

  @Override
  public void begin(int dataIndex, ByteBuffer data, ByteBuffer[] parity) {
    requireData(dataIndex, parity);
    encoding().begin(dataIndex, data, parity);
  }

  @Override
  public void accumulate(int dataIndex, ByteBuffer data, ByteBuffer[] parity) {
    requireData(dataIndex, parity);
    encoding().add(dataIndex, data, parity);
  }

  private ByteMap encoding() {
    ByteMap made = encoding;
    if (made == null) {
      made =
          new ByteMap(
              IndexSet.range(0, spec.dataCount()).toArray(),
              IndexSet.range(spec.dataCount(), spec.totalCount()).toArray(),
              Arrays.copyOfRange(rows, spec.dataCount(), spec.totalCount()));
      encoding = made;
    }
    return made;
  }

  private void requireData(int dataIndex, ByteBuffer[] parity) {
    requireCount("parity", parity, parityCount());
    if (dataIndex < 0 || dataIndex >= dataCount()) {
      throw new IllegalArgumentException(
          spec + " has data 0 to " + (dataCount() - 1) + ", got index " + dataIndex);
    }
  }

  @Override
  public boolean canRecover(IndexSet arrived, IndexSet wanted) {
    requireKnown(arrived, wanted);
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
    Span span = span(arrived, wanted.minus(arrived));
    int[] outputs = wanted.toArray();
    int[][] combinations = new int[outputs.length][];
    IndexSet inputs = IndexSet.empty();
    for (int o = 0; o < outputs.length; o++) {
      combinations[o] =
          arrived.contains(outputs[o])
              ? itself(outputs[o])
              : span.combination(rows[outputs[o]], totalCount());
      for (int i = 0; i < totalCount(); i++) {
        inputs = combinations[o][i] == 0 ? inputs : inputs.with(i);
      }
    }
    return new LinearDecoder(spec, inputs, wanted, combinations);
  }

  private int[] itself(int index) {
    int[] combination = new int[totalCount()];
    combination[index] = 1;
    return combination;
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
    // No lambda here, which most codes would link for this alone.
    for (int i : arrived.toArray()) {
      span.add(i, rows[i]);
    }
    return span;
  }

  private void addIf(Span span, IndexSet arrived, IntPredicate keep) {
    for (int i : arrived.filter(keep).toArray()) {
      span.add(i, rows[i]);
    }
  }

  private void requireKnown(IndexSet arrived, IndexSet wanted) {
    if (!fragments.containsAll(arrived) || !fragments.containsAll(wanted)) {
      throw new IllegalArgumentException(
          spec
              + " has fragments 0 to "
              + (totalCount() - 1)
              + ", got arrived "
              + arrived
              + " and wanted "
              + wanted);
    }
  }

  private void requireCount(String what, ByteBuffer[] buffers, int count) {
    if (buffers.length != count) {
      throw new IllegalArgumentException(
          spec + " takes " + count + " " + what + " buffers, got " + buffers.length);
    }
  }
}
