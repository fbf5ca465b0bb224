package io.evenkeel.cli.demo;

import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * HDFS's own hedged reads in a JVM of their own: the pool is static, and once it is on, every
 * client in the JVM hedges. Arguments: the file system, the path, its length. For every line on
 * standard input it reads the file by positional reads of 1 MiB, and answers with the nanoseconds
 * (a long) and the file's bytes.
 */
public final class HedgedReaderMain {
  private static final int PIECE_BYTES = 1 << 20;

  /**
   * More than ever hang at once: of each piece the slow replica is still read when the other has
   * come, and without a free thread the caller reads it itself.
   */
  private static final int HEDGING_THREADS = 512;

  private HedgedReaderMain() {}

  public static void main(String[] args) throws IOException {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", args[0]);
    conf.setInt("dfs.client.hedged.read.threadpool.size", HEDGING_THREADS);
    conf.setInt("dfs.client.hedged.read.threshold.millis", 0);
    Path path = new Path(args[1]);
    byte[] target = new byte[Integer.parseInt(args[2])];
    OutputStream out = System.out;
    System.setOut(System.err);
    try (FileSystem fs = FileSystem.get(conf);
        DataOutputStream answers = new DataOutputStream(out);
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      while (commands.readLine() != null) {
        answers.writeLong(read(fs, path, target));
        answers.write(target);
        answers.flush();
      }
    }
    // The hedging pool's threads would keep the JVM.
    Runtime.getRuntime().halt(0);
  }

  private static long read(FileSystem fs, Path path, byte[] target) throws IOException {
    long start = System.nanoTime();
    try (FSDataInputStream in = fs.open(path)) {
      for (int at = 0; at < target.length; at += PIECE_BYTES) {
        in.readFully(at, target, at, Math.min(PIECE_BYTES, target.length - at));
      }
    }
    return System.nanoTime() - start;
  }
}
