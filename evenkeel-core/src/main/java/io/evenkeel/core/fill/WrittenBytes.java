package io.evenkeel.core.fill;

/**
 * Some of the bytes that a file was given, and what the file system knows of them already.
 *
 * @param from where the first one is in {@code bytes}
 * @param sums the CRC32C of every {@link #PIECE_BYTES} of what was given at once, or null
 * @param firstSum which of them is of the first piece here
 */
record WrittenBytes(byte[] bytes, int from, int length, int[] sums, int firstSum) {
  /** What HDFS has a checksum of, unless it is told otherwise. */
  static final int PIECE_BYTES = 512;

  static WrittenBytes of(byte[] bytes, int from, int length) {
    return new WrittenBytes(bytes, from, length, null, 0);
  }

  boolean hasSums() {
    return sums != null;
  }

  /** The next so many, after some; whole pieces both, where there are sums. */
  WrittenBytes part(int after, int count) {
    return new WrittenBytes(bytes, from + after, count, sums, firstSum + after / PIECE_BYTES);
  }

  WrittenBytes withoutSums() {
    return of(bytes, from, length);
  }
}
