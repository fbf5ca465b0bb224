package io.evenkeel.core.model;

/** A half-open range {@code [start, end)} of bytes. */
public record ByteRange(long start, long end) {
  public ByteRange {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException(
          "a byte range needs 0 <= start <= end, got [" + start + ", " + end + ")");
    }
  }

  /** The range of {@code lengthBytes} bytes from {@code start}. */
  public static ByteRange of(long start, long lengthBytes) {
    return new ByteRange(start, Math.addExact(start, lengthBytes));
  }

  public long lengthBytes() {
    return end - start;
  }

  public boolean isEmpty() {
    return start == end;
  }

  /** Whether the byte at an offset is one of these. */
  public boolean contains(long offset) {
    return start <= offset && offset < end;
  }

  /** The bytes that both ranges hold; empty, at this range's start, when they share none. */
  public ByteRange intersect(ByteRange other) {
    long from = Math.max(start, other.start);
    long to = Math.min(end, other.end);
    return from < to ? new ByteRange(from, to) : new ByteRange(start, start);
  }

  @Override
  public String toString() {
    return "[" + start + ", " + end + ")";
  }
}
