package io.evenkeel.hadoop.read;

import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;

/** One range of a vectored read, the buffer it goes to and whoever waits for it. */
final class VectoredRange {
  private final FileRange range;

  /** As much is left of it as the range is long. */
  private final ByteBuffer target;

  private final CompletableFuture<ByteBuffer> data = new CompletableFuture<>();
  private Throwable failure;

  private VectoredRange(FileRange range, ByteBuffer target) {
    this.range = range;
    this.target = target;
  }

  /**
   * Checks what was asked for as Hadoop's own default does.
   *
   * @return in the order of the file
   * @throws NullPointerException for no list, or no range in it
   * @throws IllegalArgumentException for a negative length, or ranges that overlap
   * @throws EOFException for a negative position
   */
  static List<FileRange> sorted(List<? extends FileRange> asked) throws EOFException {
    Objects.requireNonNull(asked, "Null input list");
    for (FileRange range : asked) {
      Objects.requireNonNull(range, "range is null");
      if (range.getLength() < 0) {
        throw new IllegalArgumentException("length is negative in " + range);
      }
      if (range.getOffset() < 0) {
        throw new EOFException("position is negative in range " + range);
      }
    }
    List<FileRange> sorted = new ArrayList<>(asked);
    sorted.sort(Comparator.comparingLong(FileRange::getOffset));
    for (int i = 1; i < sorted.size(); i++) {
      FileRange before = sorted.get(i - 1);
      if (sorted.get(i).getOffset() < before.getOffset() + before.getLength()) {
        throw new IllegalArgumentException(
            "Overlapping ranges " + before + " and " + sorted.get(i));
      }
    }
    return sorted;
  }

  /** With a buffer each; when one cannot be had, those before it are given back. */
  static List<VectoredRange> allocate(
      List<FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release) {
    List<VectoredRange> allocated = new ArrayList<>(ranges.size());
    try {
      for (FileRange range : ranges) {
        allocated.add(new VectoredRange(range, buffer(range, allocate, release)));
      }
    } catch (Throwable e) {
      allocated.forEach(done -> release.accept(done.target));
      throw e;
    }
    return allocated;
  }

  private static ByteBuffer buffer(
      FileRange range, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release) {
    ByteBuffer buffer = allocate.apply(range.getLength());
    Objects.requireNonNull(buffer, "allocate has returned null");
    if (buffer.remaining() < range.getLength()) {
      release.accept(buffer);
      throw new IllegalArgumentException(
          "Asked for a buffer for "
              + range
              + ", and got one with room for "
              + buffer.remaining()
              + " bytes: let allocate return what it is asked for");
    }
    return buffer.limit(buffer.position() + range.getLength());
  }

  long start() {
    return range.getOffset();
  }

  long end() {
    return range.getOffset() + range.getLength();
  }

  /** From now on whoever asked can wait for it. */
  void announce() {
    range.setData(data);
  }

  /** Reads it; how that ended is kept until {@link #complete}. */
  void read(VectoredReads.Source source) {
    try {
      source.readFully(start(), target.duplicate());
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** It is not to be had, whatever was read of it. */
  void fail(Throwable cause) {
    failure = failure == null ? cause : failure;
  }

  /**
   * Takes its bytes from what was read of several ranges.
   *
   * @param bytes from {@code at} of the file on
   */
  void take(byte[] bytes, long at) {
    target.duplicate().put(bytes, (int) (start() - at), range.getLength());
  }

  /** Tells whoever waits. */
  void complete(Consumer<ByteBuffer> release) {
    if (failure == null) {
      data.complete(target);
      return;
    }
    try {
      release.accept(target);
    } catch (Throwable e) {
      failure.addSuppressed(e);
    }
    data.completeExceptionally(failure);
  }
}
