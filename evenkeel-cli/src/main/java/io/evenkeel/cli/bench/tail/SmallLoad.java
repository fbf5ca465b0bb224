package io.evenkeel.cli.bench.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Positional reads of one stream.
 *
 * @param shortestBytes the least that is read at once
 * @param longestBytes the most
 * @param isFourfold whether some are of four blocks at once
 */
record SmallLoad(
    int shortestBytes, int longestBytes, boolean verifies, int threads, boolean isFourfold)
    implements Load {
  private static final int BLOCK_BYTES = 4 << 20;
  private static final ExecutorService BESIDE =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "fourfold");
            thread.setDaemon(true);
            return thread;
          });

  @Override
  public String text() {
    return "positional reads";
  }

  @Override
  public void run(Opened file, SplittableRandom random) throws IOException {
    int length = (int) bytes(random);
    int most = file.content().capacity() - length;
    int at = random.nextInt(most);
    List<Future<?>> beside = new ArrayList<>();
    if (isFourfold && random.nextInt(NODES) == 0) {
      for (int i = 1; i < FOURFOLD; i++) {
        int other = (at + i * BLOCK_BYTES) % most;
        beside.add(
            BESIDE.submit(
                () -> {
                  read(file, other, length);
                  return null;
                }));
      }
    }
    read(file, at, length);
    for (Future<?> other : beside) {
      FutureIO.awaitFuture(other);
    }
  }

  private static void read(Opened file, int at, int length) throws IOException {
    byte[] bytes = new byte[length];
    file.in().readFully(at, bytes);
    file.check(ByteBuffer.wrap(bytes), at);
  }

  @Override
  public Load fourfold() {
    return new SmallLoad(shortestBytes, longestBytes, verifies, threads, true);
  }

  @Override
  public long bytes(SplittableRandom random) {
    return random.nextLong(shortestBytes, longestBytes + 1L);
  }

  @Override
  public long blockBytes() {
    return BLOCK_BYTES;
  }

  @Override
  public int warmUps() {
    return 1000;
  }

  @Override
  public int readsEach() {
    return 1;
  }

  @Override
  public int percentile() {
    return 99;
  }

  @Override
  public int firsts() {
    return 1000;
  }
}
