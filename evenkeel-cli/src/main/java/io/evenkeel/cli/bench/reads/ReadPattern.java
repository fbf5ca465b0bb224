package io.evenkeel.cli.bench.reads;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A way to read; the same for every file system, so that what it reads can be compared. */
@FunctionalInterface
interface ReadPattern {
  /** Opens, reads and closes files of {@code folder}; every byte read counts in the digest. */
  Reading read(FileSystem fs, Path folder) throws IOException;
}
