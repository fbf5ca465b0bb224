package io.evenkeel.client.read;

import java.io.IOException;

/**
 * The bytes that a caller of tiny reads gets next: {@code readInt} is four reads of one byte, each
 * of which costs the stock stream ten times as much as the byte. Only a caller that has made many
 * in a row is read ahead for, by less than a packet. Not thread-safe.
 */
public final class TinyReads {
  /** Reads of more are made as they are. */
  public static final int TINY_BYTES = 256;

  private static final int AHEAD_BYTES = 4096;

  /** So many tiny reads in a row make a caller of tiny reads. */
  private static final int MANY = 64;

  /** Reads at the source's place, as a stream does. */
  @FunctionalInterface
  public interface Source {
    int read(byte[] target, int offset, int length) throws IOException;
  }

  private byte[] bytes;
  private int at;
  private int end;
  private int inARow;

  /** How many bytes the source is ahead of the caller. */
  public int ahead() {
    return end - at;
  }

  /** Whether a read of so many bytes is to be made through here. */
  public boolean takes(int length) {
    return at < end || (length <= TINY_BYTES && ++inARow > MANY);
  }

  /** One byte, or -1 at the end. */
  public int read(Source source) throws IOException {
    return at < end || fill(source) ? bytes[at++] & 0xff : -1;
  }

  /** As a stream's read; at most what is there without asking the source again. */
  public int read(Source source, byte[] target, int offset, int length) throws IOException {
    if (at >= end && !fill(source)) {
      return -1;
    }
    int count = Math.min(length, end - at);
    System.arraycopy(bytes, at, target, offset, count);
    at += count;
    return count;
  }

  private boolean fill(Source source) throws IOException {
    if (bytes == null) {
      bytes = new byte[AHEAD_BYTES];
    }
    at = 0;
    end = 0;
    int count = source.read(bytes, 0, AHEAD_BYTES);
    end = Math.max(0, count);
    return end > 0;
  }

  /** Moves within what is there; false when the place is not in it. */
  public boolean move(long bytesOn) {
    if (bytesOn < -at || bytesOn > end - at) {
      return false;
    }
    at += (int) bytesOn;
    return true;
  }

  /** The caller does something else: what is there is forgotten. */
  public void forget() {
    at = 0;
    end = 0;
    inARow = 0;
  }
}
