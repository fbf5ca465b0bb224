package io.evenkeel.manager;

import io.evenkeel.core.model.RandomSource;

/**
 * Hashes of what clients choose: others in every manager, so that nobody can choose many that are
 * the same, which a table would have to go through one by one. Nothing goes by their order.
 */
final class SecretHash {
  private final long seed;
  private final long factor;
  private final long second;

  SecretHash(RandomSource random) {
    seed = spread(random.nextLong());
    factor = spread(seed + random.nextLong()) | 1;
    second = spread(factor + random.nextLong()) | 1;
  }

  /** A small factor would leave the high half empty (the end of MurmurHash3). */
  private static long spread(long value) {
    long once = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
    long twice = (once ^ once >>> 33) * 0xc4ceb9fe1a85ec53L;
    return twice ^ twice >>> 33;
  }

  int of(byte[] bytes) {
    long hash = seed + bytes.length;
    for (byte each : bytes) {
      hash = mixed(hash, each);
    }
    return (int) (hash >>> Integer.SIZE);
  }

  int of(long first, long second, int third) {
    return (int) (mixed(mixed(mixed(seed, first), second), third) >>> Integer.SIZE);
  }

  /** Twice: what differs in its high bits alone differs in high bits alone after the first. */
  private long mixed(long hash, long value) {
    long once = (hash ^ value) * factor;
    long twice = (once ^ once >>> Integer.SIZE) * second;
    return twice ^ twice >>> Integer.SIZE;
  }
}
