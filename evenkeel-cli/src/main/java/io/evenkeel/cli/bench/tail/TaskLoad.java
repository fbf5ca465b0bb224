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
 * @param splits how many, one after the other in the file
 * @param columns how many column chunks lie in a split
 * @param columnBytes how long each is
 * @param isVectored whether they are asked for at once, as readers of Parquet and ORC do
 */
record TaskLoad(String name, int splits, int columns, int columnBytes, boolean isVectored)
    implements Load {
  private static final int SPLIT_BYTES = 16 << 20;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int COLUMN_BYTES = 300_000;

  static TaskLoad ofColumns() {
    return new TaskLoad("columns", 1, 4, COLUMN_BYTES, false);
  }

  static TaskLoad ofColumnsAtOnce() {
    return new TaskLoad("vectored", 1, 4, COLUMN_BYTES, true);
  }

  /** As many bytes of as many blocks as when one block's columns are decoded from four others. */
  static TaskLoad ofFourfoldColumns() {
    return new TaskLoad("fourfold", 4, 4, COLUMN_BYTES, true);
  }

  static TaskLoad ofSplits() {
    return new TaskLoad("split", 1, 1, SPLIT_BYTES, false);
  }

  @Override
  public String text() {
    return "tasks, each of a split of a block of 16 MiB";
  }

  @Override
  public void run(Opened file, SplittableRandom random) throws IOException {
    int all = file.content().capacity() / SPLIT_BYTES;
    long split = (long) random.nextInt(all - splits + 1) * SPLIT_BYTES;
    int apart = SPLIT_BYTES / columns;
    try (FSDataInputStream in = file.fs().open(file.path())) {
      if (isVectored) {
        readVectored(file, in, split, apart);
        return;
      }
      for (int i = 0; i < columns; i++) {
        read(file, in, split + (long) i * apart);
      }
    }
  }

  private void readVectored(Opened file, FSDataInputStream in, long split, int apart)
      throws IOException {
    List<FileRange> ranges = new ArrayList<>();
    for (int i = 0; i < splits * columns; i++) {
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
  public long bytes(SplittableRandom random) {
    return (long) splits * columns * columnBytes;
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
    return splits * columns;
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
