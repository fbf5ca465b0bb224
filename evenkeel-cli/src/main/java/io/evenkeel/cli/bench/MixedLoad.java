package io.evenkeel.cli.bench;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Clients that go on reading and writing in the background until they are closed: whole files by
 * popularity, parts of files, and now and then a new file. Every byte is checked.
 */
final class MixedLoad implements AutoCloseable {
  private static final int WHOLE_PERCENT = 70;
  private static final int PART_PERCENT = 25;
  private static final int WRITTEN_FILES = 4;

  private final LocalCluster cluster;
  private final String scheme;
  private final int files;
  private final int pieces;
  private final double[] cumulated;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Exception> trouble = new AtomicReference<>();
  private final AtomicLong operations = new AtomicLong();
  private volatile boolean over;

  /**
   * What the clients do.
   *
   * @param scheme how they read
   * @param zipf how uneven the files' popularity is; 0 for even
   */
  record Kind(int clients, String scheme, double zipf) {}

  /**
   * Starts them.
   *
   * @param files how many files {@link #path} names, each of so many MiB
   */
  MixedLoad(LocalCluster cluster, Kind kind, int files, int pieces, long seed) {
    this.cluster = cluster;
    this.scheme = kind.scheme();
    this.files = files;
    this.pieces = pieces;
    cumulated = new double[files];
    double sum = 0;
    for (int i = 0; i < files; i++) {
      sum += Math.pow(i + 1, -kind.zipf());
      cumulated[i] = sum;
    }
    for (int client = 0; client < kind.clients(); client++) {
      int number = client;
      Thread thread =
          new Thread(() -> run(number, new SplittableRandom(seed + number)), "load-" + number);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  static Path path(int file) {
    return new Path("/load/" + file);
  }

  private void run(int client, SplittableRandom random) {
    Configuration conf = cluster.evenkeelConfiguration();
    conf.set(EvenkeelKeys.SCHEME.name(), scheme);
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      while (!over) {
        int percent = random.nextInt(100);
        int file = byPopularity(random);
        if (percent < WHOLE_PERCENT) {
          BenchFiles.read(fs, path(file), pieces, file);
        } else if (percent < WHOLE_PERCENT + PART_PERCENT) {
          readPart(fs, file, random.nextInt(pieces - 1));
        } else {
          write(fs, new Path("/load/new-" + client + "-" + random.nextInt(WRITTEN_FILES)));
        }
        operations.incrementAndGet();
      }
    } catch (IOException | RuntimeException e) {
      trouble.compareAndSet(null, e);
    }
  }

  private int byPopularity(SplittableRandom random) {
    int found = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[files - 1]);
    return Math.min(files - 1, found < 0 ? -found - 1 : found);
  }

  private static void readPart(FileSystem fs, int file, int from) throws IOException {
    byte[] bytes = new byte[2 * BenchFiles.PIECE_BYTES];
    try (FSDataInputStream in = fs.open(path(file))) {
      in.readFully((long) from * BenchFiles.PIECE_BYTES, bytes);
    }
    for (int piece = 0; piece < 2; piece++) {
      byte[] expected = BenchFiles.piece(file, from + piece);
      int start = piece * BenchFiles.PIECE_BYTES;
      if (!Arrays.equals(bytes, start, start + expected.length, expected, 0, expected.length)) {
        throw new IOException("wrong bytes in MiB " + (from + piece) + " of " + path(file));
      }
    }
  }

  private void write(FileSystem fs, Path path) throws IOException {
    try (FSDataOutputStream out = fs.create(path, true)) {
      for (int i = 0; i < pieces; i++) {
        out.write(BenchFiles.piece(-1, i));
      }
    }
  }

  /** How many operations are done. */
  long operations() {
    return operations.get();
  }

  /** Throws what went wrong so far, if anything did. */
  void check() throws IOException {
    Exception cause = trouble.get();
    if (cause != null) {
      throw new IOException("the load failed: " + cause.getMessage(), cause);
    }
  }

  @Override
  public void close() throws IOException {
    over = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
    check();
  }
}
