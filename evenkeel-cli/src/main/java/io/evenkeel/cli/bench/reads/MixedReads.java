package io.evenkeel.cli.bench.reads;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/** One thread's reads of all kinds, each of a stream of its own, at places that a seed draws. */
final class MixedReads {
  private static final int KIB = 1 << 10;
  private static final int[] POSITIONAL_BYTES = {4 * KIB, 64 * KIB, 1024 * KIB};
  private static final int COLUMN_BYTES = 300_000;
  private static final int COLUMNS = 4;
  private static final int COLUMN_BUFFER_BYTES = 4 * KIB;
  private static final int RUN_BYTES = 4096 * KIB;
  private static final int RUN_BUFFER_BYTES = 64 * KIB;
  private static final int SINGLE_BYTES = 2 * KIB;
  private static final int KINDS = POSITIONAL_BYTES.length + 4;

  private final FileSystem fs;
  private final Path path;
  private final ReadFile file;
  private final SplittableRandom random;

  MixedReads(FileSystem fs, Path path, ReadFile file, long seed) {
    this.fs = fs;
    this.path = path;
    this.file = file;
    this.random = new SplittableRandom(seed);
  }

  /** So many, one after the other. */
  Reading read(int count) throws IOException {
    Reading all = Reading.NOTHING;
    for (int i = 0; i < count; i++) {
      all = all.then(one(random.nextInt(KINDS)));
    }
    return all;
  }

  private Reading one(int kind) throws IOException {
    CheckedStream stream = new CheckedStream(fs.open(path));
    if (kind < POSITIONAL_BYTES.length) {
      byte[] buffer = new byte[POSITIONAL_BYTES[kind]];
      stream.readFully(place(buffer.length), buffer);
      return stream.close();
    }
    return switch (kind - POSITIONAL_BYTES.length) {
      case 0 -> run(stream, COLUMN_BYTES, COLUMN_BUFFER_BYTES);
      case 1 -> run(stream, RUN_BYTES, RUN_BUFFER_BYTES);
      case 2 -> columnsAtOnce(stream);
      default -> singleBytes(stream);
    };
  }

  private long place(int bytes) {
    return random.nextLong(file.bytes() - bytes);
  }

  private Reading run(CheckedStream stream, int bytes, int bufferBytes) throws IOException {
    stream.in().seek(place(bytes));
    stream.read(new byte[bufferBytes], bytes);
    return stream.close();
  }

  private Reading columnsAtOnce(CheckedStream stream) throws IOException {
    int apart = RUN_BYTES;
    long start = place(COLUMNS * apart);
    List<FileRange> ranges = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      ranges.add(FileRange.createFileRange(start + (long) i * apart, COLUMN_BYTES));
    }
    stream.in().readVectored(ranges, ByteBuffer::allocate);
    for (FileRange range : ranges) {
      stream.take(FutureIO.awaitFuture(range.getData()));
    }
    return stream.close();
  }

  private Reading singleBytes(CheckedStream stream) throws IOException {
    FSDataInputStream in = stream.in();
    in.seek(place(SINGLE_BYTES));
    long digest = 0;
    for (int i = 0; i < SINGLE_BYTES; i++) {
      digest = digest * ReadPatterns.HASH_PRIME + in.read();
    }
    return stream.close(SINGLE_BYTES, digest);
  }
}
