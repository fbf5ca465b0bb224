package io.evenkeel.policy.cache;

import java.util.Arrays;

/**
 * How often and how recently keys were asked for, cached or not; at most so many keys, of which the
 * least recently asked for is forgotten first. Counts are exact and age: all that was counted
 * before weighs half as much after every half-life of {@value #ACCESSES_PER_KEY} accesses per known
 * key, at least {@value #MIN_HALF_LIFE_ACCESSES}; first accesses do not count, so that a scan makes
 * nothing old. A longer one finds the popular keys of a steady load a little better and those of a
 * changing one much later. Ageing raises what a new access weighs and leaves the old alone, so it
 * changes no order. About 70 bytes a key. Not thread-safe.
 */
public final class AccessHistory<K> {
  private static final int ALL = 0;
  private static final int ACCESSES_PER_KEY = 2;
  private static final int MIN_HALF_LIFE_ACCESSES = 4_096;
  private static final int EXPONENT_MAX = 500;

  private final KeyLists<K> keys = new KeyLists<>(1);
  private final int maxKeys;
  private double[] weights = new double[keys.slots()];
  private long[] turns = new long[keys.slots()];
  private long turn;
  private int exponent;
  private long rescaledBy;
  private long accessesOfHalfLife;

  /** Remembers at most that many keys. */
  public AccessHistory(int maxKeys) {
    if (maxKeys < 1) {
      throw new IllegalArgumentException("a history takes at least 1 key, got " + maxKeys);
    }
    this.maxKeys = maxKeys;
  }

  /** A key of that size has been asked for. */
  public void record(K key, long sizeBytes) {
    int slot = keys.find(key);
    if (slot == KeyLists.NONE) {
      if (keys.size() == maxKeys) {
        keys.remove(keys.first(ALL));
      }
      slot = keys.add(key, sizeBytes, ALL);
      if (weights.length < keys.slots()) {
        weights = Arrays.copyOf(weights, keys.slots());
        turns = Arrays.copyOf(turns, keys.slots());
      }
      weights[slot] = 0;
    } else {
      age();
      keys.resize(slot, sizeBytes);
      keys.move(slot, ALL);
    }
    weights[slot] += Math.scalb(1.0, exponent);
    turns[slot] = ++turn;
  }

  /** A key will not be asked for any more. */
  public void forget(K key) {
    int slot = keys.find(key);
    if (slot != KeyLists.NONE) {
      keys.remove(slot);
    }
  }

  /** Aged number of accesses; 0 if unknown. */
  public double frequency(K key) {
    int slot = keys.find(key);
    return slot == KeyLists.NONE ? 0 : Math.scalb(weights[slot], -exponent);
  }

  /**
   * The logarithm of the frequency against a fixed point in time: of two keys the more frequent has
   * the higher rank, whenever the two were asked for. Negative infinity if unknown.
   */
  public double rank(K key) {
    int slot = keys.find(key);
    return slot == KeyLists.NONE
        ? Double.NEGATIVE_INFINITY
        : rescaledBy + Math.log(weights[slot]) / Math.log(2);
  }

  /** The size it was last asked for with; 0 if unknown. */
  public long sizeBytes(K key) {
    int slot = keys.find(key);
    return slot == KeyLists.NONE ? 0 : keys.size(slot);
  }

  /** How many keys are known. */
  public int size() {
    return keys.size();
  }

  /** Whether it was asked for, and is not forgotten. */
  public boolean isKnown(K key) {
    return keys.find(key) != KeyLists.NONE;
  }

  /** Of two known keys, the one that was asked for later has the higher one. */
  public long turn(K key) {
    return turns[keys.find(key)];
  }

  private void age() {
    long halfLife = Math.max(MIN_HALF_LIFE_ACCESSES, (long) ACCESSES_PER_KEY * keys.size());
    if (++accessesOfHalfLife <= halfLife) {
      return;
    }
    accessesOfHalfLife = 1;
    if (++exponent == EXPONENT_MAX) {
      for (int slot = 0; slot < weights.length; slot++) {
        weights[slot] = Math.scalb(weights[slot], -exponent);
      }
      rescaledBy += exponent;
      exponent = 0;
    }
  }
}
