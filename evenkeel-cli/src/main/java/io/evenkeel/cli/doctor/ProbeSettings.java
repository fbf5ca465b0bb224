package io.evenkeel.cli.doctor;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.Path;

/**
 * What is to be written and read.
 *
 * @param wanted whether anything is
 * @param folder where; what of it is not there is made, and removed again
 * @param lengthBytes how much
 */
record ProbeSettings(boolean wanted, Path folder, long lengthBytes) {
  ProbeSettings {
    if (lengthBytes < 1) {
      throw new IllegalArgumentException("a probe has at least a byte, got " + lengthBytes);
    }
  }

  /** A folder that nobody else has. */
  static Path newFolder() {
    return new Path("/tmp", newName());
  }

  /** A name that nobody else uses. */
  static String newName() {
    return "evenkeel-doctor-"
        + String.format(Locale.ROOT, "%016x", ThreadLocalRandom.current().nextLong());
  }
}
