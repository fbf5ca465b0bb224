package io.evenkeel.hadoop.read;

import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Options.OpenFileOptions;

/**
 * What a program said at {@code openFile()} about how it will read. Advice changes when lanes are
 * used, never the bytes.
 *
 * @param policy how it will read
 * @param endHint where it will stop for the time being, as the end of a split; lanes do not read
 *     ahead beyond
 */
public record ReadAdvice(Policy policy, long endHint) {
  /** Nothing was said. */
  public static final ReadAdvice NONE = new ReadAdvice(Policy.ADAPTIVE, Long.MAX_VALUE);

  private static final Set<String> ADAPTIVE =
      Set.of(
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_ADAPTIVE,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_DEFAULT,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_SEQUENTIAL,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_AVRO,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_CSV,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_JSON);
  private static final Set<String> RANDOM =
      Set.of(
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_VECTOR,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_COLUMNAR,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_ORC,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_PARQUET,
          OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_HBASE);

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
   * Reads the options of {@code openFile()}. The read policy is a list by preference, of which the
   * first known one counts; unknown policies and unreadable numbers are passed over, as Hadoop's
   * specification of these options has it. A file length is not needed: HDFS tells it at the open.
   */
  public static ReadAdvice of(Configuration options) {
    String[] named =
        options.getTrimmedStrings(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, new String[0]);
    Policy policy = Policy.ADAPTIVE;
    for (int i = 0; i < named.length; i++) {
      Policy known = named(named[i]);
      if (known != null) {
        policy = known;
        break;
      }
    }
    return new ReadAdvice(policy, positive(options, OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END));
  }

  private static Policy named(String name) {
    if (ADAPTIVE.contains(name)) {
      return Policy.ADAPTIVE;
    }
    if (RANDOM.contains(name)) {
      return Policy.RANDOM;
    }
    return name.equals(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_WHOLE_FILE)
        ? Policy.WHOLE_FILE
        : null;
  }

  private static long positive(Configuration options, String key) {
    try {
      long value = options.getLong(key, Long.MAX_VALUE);
      return value > 0 ? value : Long.MAX_VALUE;
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
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
