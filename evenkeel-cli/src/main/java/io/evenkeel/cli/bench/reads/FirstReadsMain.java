package io.evenkeel.cli.bench.reads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file whole by {@code read(buffer)}, several times in one new process. Arguments: the path, the
 * buffer's bytes, how many times. Prints a line for each: nanoseconds from open to close, CRC32C.
 * Runs on a client's class path, where there is nothing but Hadoop.
 */
public final class FirstReadsMain {
  private FirstReadsMain() {}

  public static void main(String[] arguments) throws IOException {
    Path path = new Path(arguments[0]);
    byte[] buffer = new byte[Integer.parseInt(arguments[1])];
    List<String> lines = new ArrayList<>();
    try (FileSystem fs = path.getFileSystem(new Configuration())) {
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        CRC32C crc = new CRC32C();
        long start = System.nanoTime();
        try (FSDataInputStream in = fs.open(path)) {
          for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
            crc.update(buffer, 0, got);
          }
        }
        lines.add(System.nanoTime() - start + " " + crc.getValue());
      }
    }
    lines.forEach(System.out::println);
  }
}
