package io.evenkeel.policy.reading;

/**
 * What one stream does: runs of bytes in sequence, with seeks between them. Says how far it is
 * worth reading ahead: never farther than the runs before went, of its first run those of others,
 * until this one has gone farther. Thread-safe, for streams are closed while they are read; no
 * clock.
 */
public final class ReadRun {
  private static final long REACH_MIN_BYTES = 256 << 10;

  /** No more is read for what other streams have done. */
  private static final long REACH_BY_OTHERS_BYTES_MAX = 4 << 20;

  private final RecentRuns recent;
  private final long fileBytes;
  private long start;
  private long longestBytes;
  private long bytes;
  private int runs;

  /**
   * @param recent of the process, this stream's included, but for what ended with its file: that
   *     says how long files are
   */
  public ReadRun(RecentRuns recent, long fileBytes) {
    this.recent = recent;
    this.fileBytes = fileBytes;
  }

  /** A run begins at this place. */
  public synchronized void begins(long position) {
    start = position;
  }

  /** How many bytes were read in sequence. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Whether nothing was read elsewhere: only then the file may be read as a whole. */
  public synchronized boolean isFirst() {
    return runs == 0;
  }

  public synchronized void read(long count) {
    bytes += count;
  }

  /** The next byte that is read, if any, is another than the one after the last. */
  public synchronized void sought() {
    if (bytes > 0) {
      if (bytes < fileBytes - start) {
        recent.ended(bytes);
      }
      // The latest counts most: a pattern may change.
      longestBytes = Math.max(bytes, longestBytes / 2);
      bytes = 0;
      runs++;
    }
  }

  /** How many bytes beyond the present place may be read before they are asked for. */
  public synchronized long reachBytes() {
    long usual = runs == 0 ? usualOfOthers() : longestBytes;
    if (usual == Long.MAX_VALUE) {
      return usual;
    }
    long expected = bytes < usual ? usual - bytes : bytes;
    return Math.max(REACH_MIN_BYTES, expected);
  }

  private long usualOfOthers() {
    long others = recent.usualBytes();
    // Who begins at the start of a file may, where others do not show otherwise.
    boolean mayWantAll = start == 0 && (others == 0 || others > REACH_BY_OTHERS_BYTES_MAX);
    return mayWantAll ? Long.MAX_VALUE : Math.min(REACH_BY_OTHERS_BYTES_MAX, others);
  }
}
