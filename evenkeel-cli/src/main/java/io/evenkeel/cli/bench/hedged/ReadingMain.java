package io.evenkeel.cli.bench.hedged;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads one file in a process of its own, again and again: HDFS's hedged reads are the whole
 * process's or nobody's. Arguments: the path, its bytes, how. For a line {@code COUNT SEED} on
 * standard input it makes so many reads, and prints for each its nanoseconds, where it began, its
 * bytes and their CRC32C; it ends with its standard input. Runs on a client's class path, where
 * there is nothing but Hadoop.
 */
public final class ReadingMain {
  /** The ways to read. */
  enum How {
    /** The file by {@code read(buffer)}. */
    STREAM,
    /** The file by positional reads of 1 MiB one after the other. */
    PIECES,
    /** Positional reads of {@value HedgedRow#SMALL_BYTES} bytes anywhere. */
    SMALL
  }

  private static final int BUFFER_BYTES = 128 << 10;
  private static final int PIECE_BYTES = 1 << 20;

  private final FileSystem fs;
  private final Path path;
  private final byte[] content;
  private final PrintStream answers;

  private ReadingMain(FileSystem fs, Path path, int bytes, PrintStream answers) {
    this.fs = fs;
    this.path = path;
    this.content = new byte[bytes];
    this.answers = answers;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream answers = System.out;
    // What anybody else prints must not be taken for an answer.
    System.setOut(System.err);
    Path path = new Path(arguments[0]);
    How how = How.valueOf(arguments[2]);
    BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    Thread input = new Thread(() -> readInput(commands), "commands");
    input.setDaemon(true);
    input.start();
    try (FileSystem fs = path.getFileSystem(new Configuration());
        FSDataInputStream shared = fs.open(path)) {
      ReadingMain reading = new ReadingMain(fs, path, Integer.parseInt(arguments[1]), answers);
      while (true) {
        reading.obey(commands.take(), how, shared);
      }
    }
  }

  /** Whoever gives the commands may have gone in the middle of one. */
  private static void readInput(BlockingQueue<String> commands) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        commands.add(line);
      }
    } catch (IOException e) {
      // As its end.
    }
    // Threads of the hedging pool that hang would keep the process.
    Runtime.getRuntime().halt(0);
  }

  private void obey(String command, How how, FSDataInputStream shared) throws IOException {
    String[] words = command.split(" ", -1);
    SplittableRandom random = new SplittableRandom(Long.parseLong(words[1]));
    for (int i = Integer.parseInt(words[0]); i > 0; i--) {
      if (how == How.SMALL) {
        small(shared, random);
      } else {
        whole(how);
        // Whoever waits gives each of them its time, not all together.
        answers.flush();
      }
    }
    answers.flush();
  }

  private void whole(How how) throws IOException {
    long start = System.nanoTime();
    try (FSDataInputStream in = fs.open(path)) {
      int most = how == How.STREAM ? BUFFER_BYTES : PIECE_BYTES;
      for (int at = 0; at < content.length; ) {
        int length = Math.min(most, content.length - at);
        if (how == How.STREAM) {
          at += Math.max(0, in.read(content, at, length));
        } else {
          in.readFully(at, content, at, length);
          at += length;
        }
      }
    }
    answer(System.nanoTime() - start, 0, content.length);
  }

  private void small(FSDataInputStream in, SplittableRandom random) throws IOException {
    int at = random.nextInt(content.length - HedgedRow.SMALL_BYTES);
    long start = System.nanoTime();
    in.readFully(at, content, 0, HedgedRow.SMALL_BYTES);
    answer(System.nanoTime() - start, at, HedgedRow.SMALL_BYTES);
  }

  private void answer(long nanos, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, length);
    answers.println(nanos + " " + at + " " + length + " " + crc.getValue());
  }
}
