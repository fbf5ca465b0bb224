package io.evenkeel.client.stream;

/**
 * What a program said when it opened a file about how it will read. Advice changes when lanes are
 * used, never the bytes.
 *
 * @param policy how it will read
 * @param endHint where it will stop for the time being, as the end of a split; lanes do not read
 *     ahead beyond
 */
public record ReadAdvice(Policy policy, long endHint) {
  /** Nothing was said. */
  public static final ReadAdvice NONE = new ReadAdvice(Policy.ADAPTIVE, Long.MAX_VALUE);

  /** How a file will be read. */
  public enum Policy {
    /** Found out from the reads: wide once enough was read in sequence, where that pays. */
    ADAPTIVE,

    /** All of it: wide from the first byte where nodes are known to be slower than callers. */
    WHOLE_FILE,

    /** Pieces here and there: wide for what one call asks for if that is large, and not beyond. */
    RANDOM
  }

  /**
   * Whether a sequential read is large enough to ask for parity and to think of reading wide.
   *
   * @param length what this call asks for
   * @param runBytes what was read in sequence before it
   */
  boolean isWorthALook(int length, long runBytes, Thresholds thresholds) {
    return switch (policy) {
      case ADAPTIVE -> Math.max(length, runBytes) >= thresholds.sequentialBytes();
      case WHOLE_FILE -> true;
      case RANDOM -> length >= thresholds.preadBytes();
    };
  }

  /** Where a session that starts at {@code at} for a call of {@code length} ends. */
  long sessionEnd(long at, int length, long fileLength) {
    long end = policy == Policy.RANDOM ? Math.min(fileLength, at + length) : fileLength;
    return at < endHint ? Math.min(end, endHint) : end;
  }

  /** Whether all that lanes would bring is known to be wanted. */
  boolean isCertain() {
    return policy == Policy.WHOLE_FILE || policy == Policy.RANDOM;
  }
}
