package io.evenkeel.cli.bench.reads;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/** The ways in which programs read files. */
final class ReadPatterns {
  private static final int COPY_BYTES = 64 << 10;
  static final long HASH_PRIME = 31;

  /** Kept from read to read: a thread that ends takes its CPU count with it. */
  private static final ExecutorService READERS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "bench-reader");
            thread.setDaemon(true);
            return thread;
          });

  private ReadPatterns() {}

  /** The whole file in calls of {@code read(buffer)}. */
  static ReadPattern whole(ReadFile file, int bufferBytes) {
    return (fs, folder) -> {
      CheckedStream stream = open(fs, folder, file);
      stream.readToEnd(new byte[bufferBytes]);
      return stream.close();
    };
  }

  /** The whole file in calls of {@code read(ByteBuffer)} with a direct buffer. */
  static ReadPattern direct(ReadFile file, int bufferBytes) {
    return (fs, folder) -> {
      CheckedStream stream = open(fs, folder, file);
      stream.readToEnd(ByteBuffer.allocateDirect(bufferBytes));
      return stream.close();
    };
  }

  /** So many times {@code readInt()} from the start. */
  static ReadPattern ints(ReadFile file, int count) {
    return (fs, folder) -> {
      CheckedStream stream = open(fs, folder, file);
      FSDataInputStream in = stream.in();
      long hash = 0;
      for (int i = 0; i < count; i++) {
        hash = hash * HASH_PRIME + in.readInt();
      }
      return stream.close((long) count * Integer.BYTES, hash);
    };
  }

  /** So many times {@code read()} from the start. */
  static ReadPattern single(ReadFile file, int count) {
    return (fs, folder) -> {
      CheckedStream stream = open(fs, folder, file);
      FSDataInputStream in = stream.in();
      long hash = 0;
      for (int i = 0; i < count; i++) {
        hash = hash * HASH_PRIME + in.read();
      }
      return stream.close(count, hash);
    };
  }

  /** Positional reads at places that a seed draws, the same at every call. */
  static ReadPattern positional(ReadFile file, int count, int bytes) {
    return (fs, folder) -> {
      SplittableRandom random = new SplittableRandom(file.seed());
      byte[] buffer = new byte[bytes];
      CheckedStream stream = open(fs, folder, file);
      for (int i = 0; i < count; i++) {
        stream.readFully(random.nextLong(file.bytes() - bytes), buffer);
      }
      return stream.close();
    };
  }

  /** At every {@code step}: seek, and read {@code bytes} from there. */
  static ReadPattern strides(ReadFile file, long step, long bytes) {
    return (fs, folder) -> {
      byte[] buffer = new byte[COPY_BYTES];
      CheckedStream stream = open(fs, folder, file);
      for (long at = 0; at + bytes <= file.bytes(); at += step) {
        stream.in().seek(at);
        stream.read(buffer, bytes);
      }
      return stream.close();
    };
  }

  /** Opens the file anew for each split, seeks to its start and reads to its end. */
  static ReadPattern splits(ReadFile file, int count, long splitBytes, boolean withOptions) {
    return (fs, folder) -> {
      byte[] buffer = new byte[COPY_BYTES];
      Reading all = Reading.NOTHING;
      for (int i = 0; i < count; i++) {
        long start = i * splitBytes;
        CheckedStream stream =
            withOptions
                ? openSplit(fs, folder, file, start, start + splitBytes)
                : open(fs, folder, file);
        stream.in().seek(start);
        stream.read(buffer, splitBytes);
        all = all.then(stream.close());
      }
      return all;
    };
  }

  /** As Hadoop's LineRecordReader opens one. */
  private static CheckedStream openSplit(
      FileSystem fs, Path folder, ReadFile file, long start, long end) throws IOException {
    FutureDataInputStreamBuilder builder = fs.openFile(new Path(folder, file.name()));
    builder.optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_START, start);
    builder.optLong(OpenFileOptions.FS_OPTION_OPENFILE_SPLIT_END, end);
    return new CheckedStream(FutureIO.awaitFuture(builder.build()));
  }

  /** One {@code readVectored} for each start in steps, of ranges that lie apart. */
  static ReadPattern vectored(ReadFile file, int calls, int ranges, int bytes) {
    long distance = file.bytes() / ranges;
    long shift = distance / calls;
    return (fs, folder) -> {
      CheckedStream stream = open(fs, folder, file);
      for (int call = 0; call < calls; call++) {
        List<FileRange> asked = new ArrayList<>();
        for (int range = 0; range < ranges; range++) {
          asked.add(FileRange.createFileRange(range * distance + call * shift, bytes));
        }
        stream.in().readVectored(asked, ByteBuffer::allocate);
        for (FileRange range : asked) {
          stream.take(FutureIO.awaitFuture(range.getData()));
        }
      }
      return stream.close();
    };
  }

  /** Every file whole by a thread of its own, which pauses after each MiB. */
  static ReadPattern threads(List<ReadFile> files, long pauseMillis) {
    return (fs, folder) -> {
      List<Callable<Reading>> readers = new ArrayList<>();
      for (ReadFile file : files) {
        readers.add(() -> paused(fs, folder, file, pauseMillis));
      }
      return atOnce(readers);
    };
  }

  /** Threads that read a file side by side in all these ways, so many times each. */
  static ReadPattern mixed(ReadFile file, int threads, int count) {
    return (fs, folder) -> {
      Path path = new Path(folder, file.name());
      List<Callable<Reading>> readers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        MixedReads reads = new MixedReads(fs, path, file, file.seed() + i);
        readers.add(() -> reads.read(count));
      }
      return atOnce(readers);
    };
  }

  private static Reading atOnce(List<Callable<Reading>> readers) throws IOException {
    List<Future<Reading>> readings = readers.stream().map(READERS::submit).toList();
    Reading all = Reading.NOTHING;
    for (Future<Reading> reading : readings) {
      all = all.then(await(reading));
    }
    return all;
  }

  private static Reading paused(FileSystem fs, Path folder, ReadFile file, long pauseMillis)
      throws IOException, InterruptedException {
    byte[] buffer = new byte[COPY_BYTES];
    CheckedStream stream = open(fs, folder, file);
    for (int piece = 0; piece < file.pieces(); piece++) {
      stream.read(buffer, ReadFile.MIB);
      if (pauseMillis > 0) {
        TimeUnit.MILLISECONDS.sleep(pauseMillis);
      }
    }
    return stream.close();
  }

  private static Reading await(Future<Reading> reading) throws IOException {
    try {
      return reading.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while other threads read", e);
    } catch (ExecutionException e) {
      throw new IOException("a reading thread failed: " + e.getCause(), e.getCause());
    }
  }

  private static CheckedStream open(FileSystem fs, Path folder, ReadFile file) throws IOException {
    return new CheckedStream(fs.open(new Path(folder, file.name())));
  }
}
