package io.evenkeel.core.model;

import java.util.Arrays;

/**
 * Whole numbers as bytes, 7 bits a byte, small ones first: written one after the other, or read.
 */
public final class Packed {
  private static final int LOW_BITS = 0x7F;
  private static final int MORE = 0x80;
  private static final int BITS = 7;
  private static final int LONGEST = 10;
  private byte[] bytes = new byte[64];
  private int at;

  /** An empty one to write. */
  public Packed() {}

  /** One to read. */
  public Packed(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Empties it. */
  public Packed clear() {
    at = 0;
    return this;
  }

  /** Writes any number; those near 0 are short. */
  public Packed write(long value) {
    if (at + LONGEST > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    long rest = (value << 1) ^ (value >> (Long.SIZE - 1));
    while ((rest & ~LOW_BITS) != 0) {
      bytes[at++] = (byte) (rest & LOW_BITS | MORE);
      rest >>>= BITS;
    }
    bytes[at++] = (byte) rest;
    return this;
  }

  /** The bytes written so far, as an array of their own. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, at);
  }

  /** How many bytes were read or written. */
  public int position() {
    return at;
  }

  public boolean hasMore() {
    return at < bytes.length;
  }

  public long read() {
    long rest = 0;
    int shift = 0;
    byte next;
    do {
      next = bytes[at++];
      rest |= (long) (next & LOW_BITS) << shift;
      shift += BITS;
    } while ((next & MORE) != 0);
    return (rest >>> 1) ^ -(rest & 1);
  }
}
