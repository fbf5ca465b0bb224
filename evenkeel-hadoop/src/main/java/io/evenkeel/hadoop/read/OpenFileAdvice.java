package io.evenkeel.hadoop.read;

import io.evenkeel.client.stream.ReadAdvice;
import io.evenkeel.client.stream.ReadAdvice.Policy;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Options.OpenFileOptions;

/** Reads what a program said at {@code openFile()}. */
public final class OpenFileAdvice {
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

  private OpenFileAdvice() {}

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
}
