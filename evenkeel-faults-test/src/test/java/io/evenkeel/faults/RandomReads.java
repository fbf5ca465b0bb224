package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** One file, an open stream of it, and random reads that are compared to a reference. */
final class RandomReads implements AutoCloseable {
  private static final int PREADERS = 3;

  private enum Kind {
    SEEK_AND_READ,
    PREAD,
    READ_FULLY,
    SKIP,
    READ_ON,
    BYTE_BUFFER,
    DIRECT_BUFFER,
    UNBUFFER,
    REOPEN,
    PREADS_AT_ONCE
  }

  private static final List<Kind> KINDS = List.of(Kind.values());

  private final FileSystem fs;
  private final Path path;
  private final byte[] bytes;
  private FSDataInputStream in;
  private Kind kind;
  private int[] at;
  private int[] length;

  RandomReads(FileSystem fs, Path path, byte[] bytes) throws IOException {
    this.fs = fs;
    this.path = path;
    this.bytes = bytes;
    this.in = fs.open(path);
  }

  Path path() {
    return path;
  }

  /** Decides on the next operation; says what it is. */
  String next(SplittableRandom random) {
    kind = KINDS.get(random.nextInt(KINDS.size()));
    at = new int[PREADERS];
    length = new int[PREADERS];
    for (int i = 0; i < PREADERS; i++) {
      at[i] = random.nextInt(bytes.length + 1);
      length[i] = Math.min(length(random), bytes.length - at[i]);
    }
    return kind + " of " + path + " at " + Arrays.toString(at) + ", " + Arrays.toString(length);
  }

  /** Mostly small, so that there are many; sometimes several stripes. */
  private static int length(SplittableRandom random) {
    int choice = random.nextInt(100);
    if (choice < 60) {
      return random.nextInt(5_000);
    }
    return random.nextInt(choice < 98 ? 200_000 : 6 << 20);
  }

  /** Does what was decided. */
  void run() throws Exception {
    switch (kind) {
      case SEEK_AND_READ -> {
        in.seek(at[0]);
        compare(in.readNBytes(length[0]), at[0], length[0]);
        assertThat(in.getPos()).isEqualTo(at[0] + length[0]);
      }
      case PREAD -> pread(at[0], length[0]);
      case READ_FULLY -> readFully(at[0], length[0]);
      case SKIP -> skip();
      case READ_ON -> {
        int position = (int) in.getPos();
        int fits = Math.min(length[0], bytes.length - position);
        compare(in.readNBytes(fits), position, fits);
      }
      case BYTE_BUFFER -> readInto(ByteBuffer.allocate(length[0]));
      case DIRECT_BUFFER -> readInto(ByteBuffer.allocateDirect(length[0]));
      case UNBUFFER -> in.unbuffer();
      case REOPEN -> {
        in.close();
        in = fs.open(path);
      }
      case PREADS_AT_ONCE -> preadsAtOnce();
    }
  }

  private void compare(byte[] found, int from, int count) {
    FaultCluster.assertSame(found, Arrays.copyOfRange(bytes, from, from + count), path.toString());
  }

  private void pread(int from, int count) throws IOException {
    byte[] target = new byte[count + 1];
    int found = in.read(from, target, 1, count);
    if (count == 0) {
      assertThat(found).isLessThanOrEqualTo(0);
    } else {
      assertThat(found).isBetween(1, count);
      compare(Arrays.copyOfRange(target, 1, 1 + found), from, found);
    }
  }

  private void readFully(int from, int count) throws IOException {
    byte[] target = new byte[count];
    in.readFully(from, target);
    compare(target, from, count);
  }

  private void skip() throws IOException {
    in.seek(at[0]);
    assertThat(in.skip(length[0])).isEqualTo(length[0]);
    int next = at[0] + length[0];
    assertThat(in.read()).isEqualTo(next < bytes.length ? bytes[next] & 0xff : -1);
  }

  private void readInto(ByteBuffer target) throws IOException {
    in.seek(at[0]);
    while (target.hasRemaining()) {
      assertThat(in.read(target)).isPositive();
    }
    byte[] found = new byte[target.flip().remaining()];
    target.get(found);
    compare(found, at[0], length[0]);
  }

  private void preadsAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(PREADERS);
    try {
      List<Callable<Void>> reads = new ArrayList<>();
      for (int i = 0; i < PREADERS; i++) {
        int from = at[i];
        int count = length[i];
        reads.add(
            () -> {
              readFully(from, count);
              return null;
            });
      }
      for (Future<Void> read :
          threads.invokeAll(reads, FaultCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        read.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("one of " + PREADERS + " reads at once: " + e.getCause(), e);
    } finally {
      threads.shutdownNow();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
