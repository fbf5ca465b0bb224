package io.evenkeel.hadoop.read;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;

/**
 * Vectored reads: ranges that lie close are read together, several at once, each as a positional
 * read with all that goes around nodes. The caller reads too, and returns when every range is read
 * or has failed: with no thread free it does what the stock stream does, one range after the other,
 * and what is read for it counts as read by it. Thread-safe.
 */
final class VectoredReads {
  /** Up to here, to read what lies between takes no longer than another read. */
  static final int GAP_BYTES_MAX = 16 * 1024;

  /** Of ranges that are read together: they are read into memory of ours, and copied. */
  static final int TOGETHER_BYTES_MAX = 256 * 1024;

  /** Where the bytes come from. */
  interface Source {
    /** Fills {@code target} from its position to its limit, or throws. */
    void readFully(long at, ByteBuffer target) throws IOException;

    /** Where they end, as far as that is known. */
    default long lengthBytes() {
      return Long.MAX_VALUE;
    }
  }

  private final Source source;
  private final Supplier<OptionalLong> unitBytes;
  private final Executor helpers;
  private final FileSystem.Statistics statistics;

  /**
   * @param unitBytes of a block, or a cell, as far as it is known: ranges of two of these are not
   *     read together
   * @param helpers threads that read beside the caller; may reject
   * @param statistics of the file system
   */
  VectoredReads(
      Source source,
      Supplier<OptionalLong> unitBytes,
      Executor helpers,
      FileSystem.Statistics statistics) {
    this.source = source;
    this.unitBytes = unitBytes;
    this.helpers = helpers;
    this.statistics = statistics;
  }

  /**
   * Reads all ranges, and says of each by its future what came of it.
   *
   * @param release takes the buffers of ranges that fail
   * @throws IllegalArgumentException for a negative length, or ranges that overlap
   * @throws EOFException for a negative position; one past the end is the range's own failure
   */
  void read(
      List<? extends FileRange> asked,
      IntFunction<ByteBuffer> allocate,
      Consumer<ByteBuffer> release)
      throws EOFException {
    Objects.requireNonNull(allocate, "allocate is null");
    Objects.requireNonNull(release, "release is null");
    List<VectoredRange> ranges =
        VectoredRange.allocate(VectoredRange.sorted(asked), allocate, release);
    ranges.forEach(VectoredRange::announce);
    new VectoredRun(together(ranges), source, release, statistics).read(helpers);
  }

  /** What is read at one go: by the gaps between ranges, and by units. */
  private List<List<VectoredRange>> together(List<VectoredRange> ranges) {
    long unit = unitBytes.get().orElse(Long.MAX_VALUE);
    List<List<VectoredRange>> pieces = new ArrayList<>();
    List<VectoredRange> piece = new ArrayList<>();
    for (VectoredRange range : ranges) {
      if (!piece.isEmpty() && !isClose(piece, range, unit)) {
        pieces.add(piece);
        piece = new ArrayList<>();
      }
      piece.add(range);
    }
    if (!piece.isEmpty()) {
      pieces.add(piece);
    }
    return pieces;
  }

  /** One that goes past the end fails, and is not to take others with it. */
  private boolean isClose(List<VectoredRange> piece, VectoredRange next, long unit) {
    long start = piece.get(0).start();
    return next.end() <= source.lengthBytes()
        && next.start() - piece.get(piece.size() - 1).end() <= GAP_BYTES_MAX
        && next.end() - start <= TOGETHER_BYTES_MAX
        && start / unit == Math.max(start, next.end() - 1) / unit;
  }
}
