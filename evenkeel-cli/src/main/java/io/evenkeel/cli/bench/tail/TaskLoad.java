package io.evenkeel.cli.bench.tail;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * What tasks of jobs do: open the file, and read their split of it, which is one block, or some
 * columns of that.
 *
 * @param columns how many column chunks lie in a split
 * @param columnBytes how long each is
 * @param isVectored whether they are asked for at once, as readers of Parquet and ORC do
 * @param isFourfold whether some are of four splits, which is of use with columns asked for at once
 */
record TaskLoad(String name, int columns, int columnBytes, boolean isVectored, boolean isFourfold)
    implements Load {
  private static final int SPLIT_BYTES = 16 << 20;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int COLUMN_BYTES = 300_000;

  static TaskLoad ofColumns() {
    return new TaskLoad("columns", 4, COLUMN_BYTES, false, false);
  }

  static TaskLoad ofColumnsAtOnce() {
    return new TaskLoad("vectored", 4, COLUMN_BYTES, true, false);
  }

  static TaskLoad ofSplits() {
    return new TaskLoad("split", 1, SPLIT_BYTES, false, false);
  }

  @Override
  public String text() {
    return "tasks, each of a split of a block of 16 MiB";
  }

  @Override
  public void run(Opened file, SplittableRandom random) throws IOException {
    int all = file.content().capacity() / SPLIT_BYTES;
    int splits = isFourfold && random.nextInt(NODES) == 0 ? FOURFOLD : 1;
    long split = (long) random.nextInt(all - splits + 1) * SPLIT_BYTES;
    int apart = SPLIT_BYTES / columns;
    try (FSDataInputStream in = file.fs().open(file.path())) {
      if (isVectored) {
        readVectored(file, in, split, splits * columns);
        return;
      }
      for (int i = 0; i < columns; i++) {
        read(file, in, split + (long) i * apart);
      }
    }
  }

  private void readVectored(Opened file, FSDataInputStream in, long split, int count)
      throws IOException {
    int apart = SPLIT_BYTES / columns;
    List<FileRange> ranges = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranges.add(FileRange.createFileRange(split + (long) i * apart, columnBytes));
    }
    in.readVectored(ranges, ByteBuffer::allocate);
    for (FileRange range : ranges) {
      file.check(FutureIO.awaitFuture(range.getData()), range.getOffset());
    }
  }

  private void read(Opened file, FSDataInputStream in, long from) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    in.seek(from);
    for (long at = from; at < from + columnBytes; ) {
      int got = in.read(buffer, 0, (int) Math.min(buffer.length, from + columnBytes - at));
      if (got < 0) {
        throw new EOFException(file.path() + " ends at " + at);
      }
      file.check(ByteBuffer.wrap(buffer, 0, got), at);
      at += got;
    }
  }

  @Override
  public Load fourfold() {
    return new TaskLoad(name, columns, columnBytes, isVectored, true);
  }

  @Override
  public long bytes(SplittableRandom random) {
    return (long) columns * columnBytes;
  }

  @Override
  public long blockBytes() {
    return SPLIT_BYTES;
  }

  @Override
  public int threads() {
    return 16;
  }

  @Override
  public boolean verifies() {
    return true;
  }

  @Override
  public int warmUps() {
    return 50;
  }

  @Override
  public int readsEach() {
    return columns;
  }

  @Override
  public int percentile() {
    return 95;
  }

  @Override
  public int firsts() {
    return 20;
  }
}
