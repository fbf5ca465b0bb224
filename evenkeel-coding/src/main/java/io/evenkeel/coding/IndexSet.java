package io.evenkeel.coding;

import java.util.BitSet;
import java.util.function.IntPredicate;

/** An immutable set of fragment indexes, in ascending order. */
public final class IndexSet {
  private static final IndexSet EMPTY = new IndexSet(new BitSet());
  private final BitSet bits;

  private IndexSet(BitSet bits) {
    this.bits = bits;
  }

  public static IndexSet empty() {
    return EMPTY;
  }

  public static IndexSet of(int... indexes) {
    BitSet bits = new BitSet();
    for (int index : indexes) {
      bits.set(index);
    }
    return new IndexSet(bits);
  }

  /** The indexes {@code [from, to)}. */
  public static IndexSet range(int from, int to) {
    BitSet bits = new BitSet();
    bits.set(from, to);
    return new IndexSet(bits);
  }

  public boolean contains(int index) {
    return bits.get(index);
  }

  public boolean containsAll(IndexSet others) {
    for (int i = others.bits.nextSetBit(0); i >= 0; i = others.bits.nextSetBit(i + 1)) {
      if (!bits.get(i)) {
        return false;
      }
    }
    return true;
  }

  public boolean isEmpty() {
    return bits.isEmpty();
  }

  public int size() {
    return bits.cardinality();
  }

  public int[] toArray() {
    int[] indexes = new int[bits.cardinality()];
    int count = 0;
    for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
      indexes[count++] = i;
    }
    return indexes;
  }

  public IndexSet with(int index) {
    if (contains(index)) {
      return this;
    }
    BitSet result = copy();
    result.set(index);
    return new IndexSet(result);
  }

  public IndexSet without(int index) {
    if (!contains(index)) {
      return this;
    }
    BitSet result = copy();
    result.clear(index);
    return new IndexSet(result);
  }

  public IndexSet union(IndexSet others) {
    BitSet result = copy();
    result.or(others.bits);
    return new IndexSet(result);
  }

  public IndexSet minus(IndexSet others) {
    BitSet result = copy();
    result.andNot(others.bits);
    return new IndexSet(result);
  }

  public IndexSet intersect(IndexSet others) {
    BitSet result = copy();
    result.and(others.bits);
    return new IndexSet(result);
  }

  /** The members for which {@code keep} holds. */
  public IndexSet filter(IntPredicate keep) {
    BitSet kept = new BitSet();
    for (int i = bits.nextSetBit(0); i >= 0; i = bits.nextSetBit(i + 1)) {
      kept.set(i, keep.test(i));
    }
    return new IndexSet(kept);
  }

  private BitSet copy() {
    return (BitSet) bits.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexSet set && bits.equals(set.bits);
  }

  @Override
  public int hashCode() {
    return bits.hashCode();
  }

  @Override
  public String toString() {
    return bits.toString();
  }
}
