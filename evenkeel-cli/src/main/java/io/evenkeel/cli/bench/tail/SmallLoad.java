package io.evenkeel.cli.bench.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Positional reads of one stream.
 *
 * @param shortestBytes the least that is read at once
 * @param longestBytes the most
 */
record SmallLoad(int shortestBytes, int longestBytes, boolean verifies, int threads)
    implements Load {
  @Override
  public String text() {
    return "positional reads";
  }

  @Override
  public void run(Opened file, SplittableRandom random) throws IOException {
    int length = (int) bytes(random);
    int at = random.nextInt(file.content().capacity() - length);
    byte[] bytes = new byte[length];
    file.in().readFully(at, bytes);
    file.check(ByteBuffer.wrap(bytes), at);
  }

  @Override
  public long bytes(SplittableRandom random) {
    return random.nextLong(shortestBytes, longestBytes + 1L);
  }

  @Override
  public long blockBytes() {
    return 4L << 20;
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
