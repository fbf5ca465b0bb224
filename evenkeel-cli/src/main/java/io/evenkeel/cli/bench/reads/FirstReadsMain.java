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
 * A file whole by {@code read(buffer)}, or by {@code read()} for a buffer of one byte, several
 * times in one new process. Arguments: the path, the buffer's bytes, how many times. Prints a line
 * for each: nanoseconds from open to close, CRC32C. Runs on a client's class path, where there is
 * nothing but Hadoop.
 */
public final class FirstReadsMain {
  private static final int COLLECTED_BYTES = 64 << 10;

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
          if (buffer.length == 1) {
            readSingly(in, crc);
          } else {
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
              crc.update(buffer, 0, got);
            }
          }
        }
        lines.add(System.nanoTime() - start + " " + crc.getValue());
      }
    }
    lines.forEach(System.out::println);
  }

  private static void readSingly(FSDataInputStream in, CRC32C crc) throws IOException {
    byte[] collected = new byte[COLLECTED_BYTES];
    int count = 0;
    for (int value = in.read(); value >= 0; value = in.read()) {
      collected[count++] = (byte) value;
      if (count == collected.length) {
        crc.update(collected);
        count = 0;
      }
    }
    crc.update(collected, 0, count);
  }

  /**
   * The nanoseconds that this program has printed.
   *
   * @param crc of the file's content
   */
  public static List<Long> times(List<String> lines, long crc) throws IOException {
    List<Long> nanos = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      if (Long.parseLong(words[1]) != crc) {
        throw new IOException(
            "wrong bytes: read with CRC32C " + words[1] + ", written were " + crc);
      }
      nanos.add(Long.parseLong(words[0]));
    }
    return List.copyOf(nanos);
  }
}
