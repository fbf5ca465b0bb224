package io.evenkeel.core.fill;

/**
 * Some of the bytes that a file was given, and what the file system knows of them already.
 *
 * @param from where the first one is in {@code bytes}
 * @param sums the CRC32C of every {@link ParityEncoder#SUMMED_BYTES} of what was given at once, or
 *     null
 * @param firstSum which of them is of the first piece here
 */
record WrittenBytes(byte[] bytes, int from, int length, int[] sums, int firstSum) {
  static WrittenBytes of(byte[] bytes, int from, int length) {
    return new WrittenBytes(bytes, from, length, null, 0);
  }

  boolean hasSums() {
    return sums != null;
  }

  /** The next so many, after some; whole pieces both, where there are sums. */
  WrittenBytes part(int after, int count) {
    int sum = firstSum + after / ParityEncoder.SUMMED_BYTES;
    return new WrittenBytes(bytes, from + after, count, sums, sum);
  }

  WrittenBytes withoutSums() {
    return of(bytes, from, length);
  }
}
