package io.evenkeel.sim.cluster;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of a made-up file, each a function of a seed and its place: nothing is stored. */
final class PseudoRandomBytes {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private PseudoRandomBytes() {}

  /** The eight bytes at eight times that place, the first in the lowest bits. */
  private static long word(long seed, long place) {
    long z = seed + place * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Puts so many bytes from a place of the file on. */
  static void put(long seed, long from, int lengthBytes, ByteBuffer into) {
    ByteOrder order = into.order();
    into.order(ByteOrder.LITTLE_ENDIAN);
    long at = from;
    long end = from + lengthBytes;
    for (; at < end && at % Long.BYTES != 0; at++) {
      into.put(at(seed, at));
    }
    for (; end - at >= Long.BYTES; at += Long.BYTES) {
      into.putLong(word(seed, at / Long.BYTES));
    }
    for (; at < end; at++) {
      into.put(at(seed, at));
    }
    into.order(order);
  }

  /** Whether the rest of a buffer holds the bytes from a place of the file on. */
  static boolean areAt(long seed, long from, ByteBuffer bytes) {
    ByteBuffer view = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    long at = from;
    boolean same = true;
    for (; view.hasRemaining() && at % Long.BYTES != 0; at++) {
      same &= view.get() == at(seed, at);
    }
    for (; view.remaining() >= Long.BYTES; at += Long.BYTES) {
      same &= view.getLong() == word(seed, at / Long.BYTES);
    }
    for (; view.hasRemaining(); at++) {
      same &= view.get() == at(seed, at);
    }
    return same;
  }

  private static byte at(long seed, long place) {
    return (byte) (word(seed, place / Long.BYTES) >>> Byte.SIZE * (place % Long.BYTES));
  }
}
