package io.evenkeel.policy.reading;

/** What a short read is compared with: those of about its size, or other openings. */
public enum ReadKind {
  UP_TO_4_KIB(4 << 10),
  UP_TO_8_KIB(8 << 10),
  UP_TO_16_KIB(16 << 10),
  UP_TO_32_KIB(32 << 10),
  UP_TO_64_KIB(64 << 10),
  UP_TO_128_KIB(128 << 10),
  UP_TO_256_KIB(256 << 10),
  UP_TO_512_KIB(512 << 10),
  UP_TO_1_MIB(1 << 20),
  UP_TO_2_MIB(2 << 20),
  UP_TO_4_MIB(4 << 20),
  UP_TO_8_MIB(8 << 20),
  UP_TO_16_MIB(16 << 20),

  /**
   * The first bytes of a stream or of a large read at a new place, an answer and a packet: these
   * may have to connect first.
   */
  OPENING(Long.MAX_VALUE);

  private static final ReadKind[] ALL = values();

  private final long bytesMax;

  ReadKind(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** The kind of a positional read; of one of more than 16 MiB, its opening. */
  public static ReadKind of(long bytes) {
    for (ReadKind kind : ALL) {
      if (bytes <= kind.bytesMax) {
        return kind;
      }
    }
    return OPENING;
  }

  /** How long the longest of them is. */
  public long bytesMax() {
    return bytesMax;
  }

  /** The next larger size; null for a MiB, for the largest, and for openings. */
  ReadKind larger() {
    return this != UP_TO_1_MIB && bytesMax < UP_TO_16_MIB.bytesMax ? of(bytesMax + 1) : null;
  }

  /** Whether it is of more than a MiB, and no opening. */
  boolean isOfMiddle() {
    return this != OPENING && bytesMax > UP_TO_1_MIB.bytesMax;
  }

  /** The next smaller size; null for the smallest, and for openings. */
  ReadKind smaller() {
    return this != OPENING && bytesMax > UP_TO_4_KIB.bytesMax ? of(bytesMax / 2) : null;
  }
}
