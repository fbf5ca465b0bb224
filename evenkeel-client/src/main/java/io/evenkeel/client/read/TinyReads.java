package io.evenkeel.client.read;

import java.io.IOException;
import java.util.function.Consumer;

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

  private final Consumer<IOException> untold;
  private byte[] bytes;
  private int at;
  private int end;
  private int inARow;

  /**
   * @param untold takes what the source fails of after some bytes
   */
  public TinyReads(Consumer<IOException> untold) {
    this.untold = untold;
  }

  /** How many bytes the source is ahead of the caller. */
  public int ahead() {
    return end - at;
  }

  /** Whether a read of so many bytes is to be made through here. */
  private boolean takes(int length) {
    return at < end || (length <= TINY_BYTES && ++inARow > MANY);
  }

  /** One byte, or -1 at the end. */
  private int read(Source source) throws IOException {
    return at < end || fill(source) ? bytes[at++] & 0xff : -1;
  }

  /** As a stream's read: what is there, and the rest by one read of the source. */
  private int read(Source source, byte[] target, int offset, int length) throws IOException {
    int there = take(target, offset, length);
    if (there == length) {
      return there;
    }
    try {
      boolean isTiny = length <= TINY_BYTES;
      int more = more(source, isTiny, target, offset + there, length - there);
      return there == 0 ? more : there + Math.max(0, more);
    } catch (IOException e) {
      if (there == 0) {
        throw e;
      }
      untold.accept(e);
      return there;
    }
  }

  private int more(Source source, boolean isTiny, byte[] target, int offset, int length)
      throws IOException {
    if (!isTiny) {
      forget();
      return source.read(target, offset, length);
    }
    return fill(source) ? take(target, offset, length) : -1;
  }

  private int take(byte[] target, int offset, int length) {
    int count = Math.min(length, end - at);
    if (count > 0) {
      System.arraycopy(bytes, at, target, offset, count);
      at += count;
    }
    return count;
  }

  /**
   * One byte for a caller of whatever kind, or -1 at the end.
   *
   * @param closed whether nothing is to be read ahead any more: the source says so itself
   */
  public int readOne(Source source, boolean closed) throws IOException {
    if (!closed && takes(1)) {
      return read(source);
    }
    byte[] one = new byte[1];
    return source.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /** As {@link #readOne}, up to {@code length} bytes. */
  public int readSome(Source source, boolean closed, byte[] target, int offset, int length)
      throws IOException {
    if (!closed && takes(length)) {
      return read(source, target, offset, length);
    }
    if (!closed && length > TINY_BYTES) {
      forget();
    }
    return source.read(target, offset, length);
  }

  private boolean fill(Source source) throws IOException {
    if (bytes == null) {
      bytes = new byte[AHEAD_BYTES];
    }
    at = 0;
    end = 0;
    int count = source.read(bytes, 0, bytes.length);
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
