package io.evenkeel.policy.layout;

import java.util.Locale;

/**
 * Which rows of an erasure-coded file are compared with one fragment more when they are decoded:
 * what is decoded from stored parity has no checksum of its own.
 */
public enum Verification {
  NEVER,
  /** The rows that are read together, one time in {@link #SAMPLED_EVERY}. */
  SAMPLE,
  ALWAYS;

  static final int SAMPLED_EVERY = 64;

  /**
   * By the name in the configuration.
   *
   * @throws IllegalArgumentException for another
   */
  public static Verification named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /**
   * Whether a band is one of those: by a hash, so that each has its chance in some group.
   *
   * @param band its number within the block group
   */
  boolean includes(int spreadSeed, int band) {
    long hash = spreadSeed * 0x9E3779B97F4A7C15L + band;
    hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    return this == ALWAYS
        || (this == SAMPLE && Long.remainderUnsigned(hash ^ (hash >>> 31), SAMPLED_EVERY) == 0);
  }
}
