package io.evenkeel.core.model;

/** Where randomness comes from: seeded in simulation, the system's in a client. */
@FunctionalInterface
public interface RandomSource {
  /** 64 uniformly random bits. */
  long nextLong();

  /** A uniformly random double in {@code [0, 1)}. */
  default double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** A uniformly random int in {@code [0, bound)}. */
  default int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be > 0, got " + bound);
    }
    return (int) Long.remainderUnsigned(nextLong(), bound);
  }
}
