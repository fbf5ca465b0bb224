package io.evenkeel.core.store;

import io.evenkeel.core.model.SubblockChecksums;

/**
 * What a value costs in a cache node's memory, as a model of Redis over jemalloc: the size classes
 * of both strings, plus an object header, a dictionary entry, an expiry entry and their share of
 * the hash tables for every key.
 */
public final class AllocatedBytes {
  private static final int STRING_HEADER_BYTES = 10;
  private static final int KEY_BYTES = 80;
  private static final int PER_KEY_BYTES = 16 + 32 + 32 + 2 * 16;
  private static final int MOST_CODE_TEXT_BYTES = 16;
  private static final int HEADER_FIXED_BYTES = 80;
  private static final int HEADER_BYTES_PER_DATA = 4;

  private AllocatedBytes() {}

  /** The size of the allocation that holds {@code bytes}: four classes for every doubling. */
  public static long sizeClass(long bytes) {
    if (bytes <= 8) {
      return 8;
    }
    if (bytes <= 128) {
      return (bytes + 15) / 16 * 16;
    }
    long spacing = Long.highestOneBit(bytes - 1) / 4;
    return (bytes + spacing - 1) / spacing * spacing;
  }

  /**
   * What a fragment takes.
   *
   * @param dataCount how many data subblocks its header describes, each as long as the payload
   */
  public static long of(int payloadBytes, int dataCount) {
    int chunks = SubblockChecksums.chunksOf(payloadBytes);
    int headerBytes =
        HEADER_FIXED_BYTES
            + MOST_CODE_TEXT_BYTES
            + dataCount * (HEADER_BYTES_PER_DATA + 4 * chunks);
    int bodyBytes = FragmentCodec.bodyBytes(payloadBytes);
    long head = ofValue(headerBytes + payloadBytes - bodyBytes);
    return bodyBytes == 0 ? head : head + ofValue(bodyBytes);
  }

  /** What one value takes under one key. */
  public static long ofValue(int valueBytes) {
    return sizeClass(valueBytes + STRING_HEADER_BYTES) + KEY_BYTES + PER_KEY_BYTES;
  }
}
