package io.evenkeel.policy.reading;

/**
 * What one stream does: runs of bytes in sequence, with seeks between them. Says how far it is
 * worth reading ahead: never farther than the runs before went, until this one has gone farther.
 * Not thread-safe; no clock.
 */
public final class ReadRun {
  private static final long REACH_MIN_BYTES = 256 << 10;

  private long longestBytes;
  private long bytes;
  private int runs;

  /** Who begins at the start of a file may want all of it. */
  private boolean isFromStart = true;

  /** A run begins at this place. */
  public void begins(long position) {
    isFromStart = position == 0;
  }

  /** How many bytes were read in sequence. */
  public long bytes() {
    return bytes;
  }

  /** Whether the stream has never been elsewhere: only then it may be read as a whole. */
  public boolean isFirst() {
    return runs == 0;
  }

  public void read(long count) {
    bytes += count;
  }

  /** The next byte that is read is another than the one after the last. */
  public void sought() {
    if (bytes > 0) {
      // The latest counts most: a pattern may change.
      longestBytes = Math.max(bytes, longestBytes / 2);
    }
    bytes = 0;
    runs++;
  }

  /** How many bytes beyond the present place may be read before they are asked for. */
  public long reachBytes() {
    if (runs == 0 && isFromStart) {
      return Long.MAX_VALUE;
    }
    long expected = bytes < longestBytes ? longestBytes - bytes : bytes;
    return Math.max(REACH_MIN_BYTES, expected);
  }
}
