package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.LaneFile;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.process.BoundedWait;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.stream.PositionalReader;
import io.evenkeel.client.stream.ReadAdvice;
import io.evenkeel.client.stream.SequentialReader;
import io.evenkeel.client.stream.StockStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HasEnhancedByteBufferAccess;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.io.ByteBufferPool;

/**
 * The bytes of an HDFS file, read past stragglers. Everything that a stock stream does works, and
 * {@link #close} never waits for a node.
 *
 * <p>Thread-safe as the stock stream is, and by the same lock: sequential reads exclude each other,
 * positional reads run side by side, and close may come at any time.
 */
public final class EvenkeelInputStream extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        CanSetDropBehind,
        CanSetReadahead,
        CanUnbuffer,
        IOStatisticsSource,
        HasEnhancedByteBufferAccess,
        StreamCapabilities {
  /** What is entered within microseconds as a rule is not waited for any longer. */
  private static final long BOOKS_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(50);

  private final HdfsStream stream;
  private final DFSInputStream stock;
  private final SequentialReader sequential;
  private final PositionalReader positional;
  private final VectoredReads vectored;
  private final LaneFile file;
  private final Executor closing;
  private final LedgerBook ledgers;
  private final LaneBytes laneBytes;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param statistics of the file system
   * @param ledgers of this stream
   */
  EvenkeelInputStream(
      HdfsStream stream,
      StreamReads reads,
      ReadServices services,
      FileSystem.Statistics statistics,
      LedgerBook ledgers) {
    this.ledgers = ledgers;
    this.stream = stream;
    this.stock = stream.in();
    this.closing = services.closing();
    this.laneBytes = reads.laneBytes();
    this.file = reads.file();
    this.sequential = reads.sequential();
    this.positional = reads.positional();
    this.vectored =
        new VectoredReads(new Ranges(), reads.unitBytes(), services.rangeThreads(), statistics);
  }

  DFSInputStream stock() {
    return stock;
  }

  /** How the file will be read, from the next sequential read on. */
  void advise(ReadAdvice given) {
    synchronized (stock) {
      sequential.advise(given);
    }
  }

  private void requireOpen() throws IOException {
    if (closed.get()) {
      throw new IOException(StockStream.CLOSED);
    }
  }

  // ---- sequential ----

  @Override
  public int read() throws IOException {
    synchronized (stock) {
      return sequential.read();
    }
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    synchronized (stock) {
      return sequential.read(target, offset, length);
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    synchronized (stock) {
      return sequential.read(target);
    }
  }

  @Override
  public void seek(long target) throws IOException {
    synchronized (stock) {
      if (closed.get() || target < 0 || target > stock.getFileLength()) {
        // The stock stream says it in its own words.
        stock.seek(target);
      } else {
        sequential.seek(target);
      }
    }
  }

  @Override
  public long skip(long bytes) throws IOException {
    if (bytes <= 0) {
      return bytes < 0 ? -1 : 0;
    }
    synchronized (stock) {
      long from = sequential.position();
      long target = Math.min(from + bytes, stock.getFileLength());
      seek(target);
      return target - from;
    }
  }

  @Override
  public long getPos() {
    synchronized (stock) {
      return sequential.position();
    }
  }

  @Override
  public int available() throws IOException {
    requireOpen();
    return (int) Math.min(Integer.MAX_VALUE, stock.getFileLength() - getPos());
  }

  @Override
  public boolean seekToNewSource(long target) throws IOException {
    synchronized (stock) {
      return sequential.byStock(() -> stock.seekToNewSource(target));
    }
  }

  // ---- positional ----

  @Override
  public int read(long at, byte[] target, int offset, int length) throws IOException {
    validatePositionedReadArgs(at, target, offset, length);
    if (length == 0) {
      // Of a closed stream, too, as of the stock client's.
      return 0;
    }
    requireOpen();
    return positional.read(at, target, offset, length);
  }

  @Override
  public int read(long at, ByteBuffer target) throws IOException {
    if (!target.hasRemaining()) {
      return 0;
    }
    requireOpen();
    return positional.read(at, target);
  }

  @Override
  public void readFully(long at, ByteBuffer target) throws IOException {
    long next = at;
    while (target.hasRemaining()) {
      int count = read(next, target);
      if (count < 0) {
        throw new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY);
      }
      next += count;
    }
  }

  // ---- vectored ----

  /** The ranges of vectored reads are read as positional ones. */
  private final class Ranges implements VectoredReads.Source {
    @Override
    public void readFully(long at, ByteBuffer target) throws IOException {
      EvenkeelInputStream.this.readFully(at, target);
    }

    @Override
    public long lengthBytes() {
      return stock.getFileLength();
    }
  }

  @Override
  public int minSeekForVectorReads() {
    return VectoredReads.GAP_BYTES_MAX;
  }

  @Override
  public int maxReadSizeForVectorReads() {
    return VectoredReads.TOGETHER_BYTES_MAX;
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    readVectored(ranges, allocate, buffer -> {});
  }

  @Override
  public void readVectored(
      List<? extends FileRange> ranges,
      IntFunction<ByteBuffer> allocate,
      Consumer<ByteBuffer> release)
      throws IOException {
    vectored.read(ranges, allocate, release);
  }

  // ---- the rest of what a stock stream does ----

  @Override
  public ByteBuffer read(ByteBufferPool pool, int maxLength, EnumSet<ReadOption> options)
      throws IOException {
    synchronized (stock) {
      return sequential.byStock(() -> stock.read(pool, maxLength, options));
    }
  }

  @Override
  public void releaseBuffer(ByteBuffer buffer) {
    stock.releaseBuffer(buffer);
  }

  @Override
  public void setReadahead(Long readahead) throws IOException {
    stream.setReadahead(readahead);
    beginAnew();
  }

  @Override
  public void setDropBehind(Boolean dropCache) throws IOException {
    stream.setDropBehind(dropCache);
    beginAnew();
  }

  /** The lanes under way were asked for otherwise. */
  private void beginAnew() {
    synchronized (stock) {
      sequential.unbuffer();
    }
  }

  @Override
  public boolean hasCapability(String capability) {
    return StreamCapabilities.IOSTATISTICS.equalsIgnoreCase(capability)
        || StreamCapabilities.VECTOREDIO.equalsIgnoreCase(capability)
        || stock.hasCapability(capability);
  }

  /** What going around nodes has cost this stream, and what came of it. */
  @Override
  public IOStatistics getIOStatistics() {
    return LedgerStatistics.of(ledgers.totals());
  }

  /** Lets go of connections and buffers; the stream stays open. */
  @Override
  public void unbuffer() {
    synchronized (stock) {
      sequential.unbuffer();
    }
  }

  /** What the latest reads did is entered by others, just after they gave out the last byte. */
  private void awaitBooks() {
    BoundedWait.until(file::whenQuiet, BOOKS_NANOS_MAX);
  }

  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    boolean reading = false;
    try {
      positional.close();
      // Before what it waits for ends: then it knows why.
      reading = sequential.close();
      endLanes();
      awaitBooks();
      LedgerStatistics.tellThread(ledgers.totals());
      laneBytes.decoded(ledgers.totals().decodedBytes());
      stream.tellClosed();
    } finally {
      if (reading) {
        // That thread leaves at once unless it reads from a disk of this machine, or, where more
        // nodes hang than there is parity, by the stock client of an erasure-coded file.
        stream.closeInBackground(closing);
      } else {
        stock.close();
      }
    }
  }

  /**
   * Ends what is under way by lanes: who waits for it gets an exception, and no lane starts again.
   * Does not wait.
   */
  void endLanes() {
    file.close();
  }
}
