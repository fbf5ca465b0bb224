package io.evenkeel.hadoop.read;

import io.evenkeel.core.model.ByteRange;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongConsumer;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.HasEnhancedByteBufferAccess;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.io.ByteBufferPool;

/**
 * The bytes of an HDFS file, read past stragglers. Everything that a stock stream does works; large
 * sequential and large positional reads go through the engine, the rest through the stock stream
 * inside. {@link #close} never waits for a node.
 *
 * <p>Thread-safe as the stock stream is: sequential reads exclude each other, positional reads run
 * side by side, and close may come at any time.
 */
public final class EvenkeelInputStream extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        CanSetDropBehind,
        CanSetReadahead,
        CanUnbuffer,
        HasEnhancedByteBufferAccess,
        StreamCapabilities {
  private static final int COPY_BYTES = 128 * 1024;

  /** Skipping so little within a session is cheaper than starting another. */
  private static final long SKIP_WITHIN_BYTES = 1 << 20;

  /** When lanes are used. */
  public record Thresholds(long sequentialBytes, long firstBytes, long preadBytes) {}

  private final DFSInputStream stock;
  private final KnownFile known;
  private final PositionalReads positional;
  private final Thresholds thresholds;
  private final LongConsumer countRead;
  private final Executor background;
  private final ReadStatistics statistics = new ReadStatistics();
  private final Object reading = new Object();
  private long position;
  private long runBytes;
  private boolean wide;
  private ReadAdvice advice = ReadAdvice.NONE;
  private volatile ReadSession session;
  private volatile PassingFill passing;
  private volatile boolean closed;

  /**
   * @param countRead told of bytes that did not come through {@code stock}, which counts its own
   * @param background where closing things that may block is done
   */
  EvenkeelInputStream(
      DFSInputStream stock,
      KnownFile.Opener opener,
      Thresholds thresholds,
      LongConsumer countRead,
      Executor background) {
    this.stock = stock;
    this.known = new KnownFile(opener);
    this.thresholds = thresholds;
    this.countRead = countRead;
    this.background = background;
    this.positional =
        new PositionalReads(
            stock::read, known, thresholds.preadBytes(), this::count, this::requireOpen);
  }

  DFSInputStream stock() {
    return stock;
  }

  /** How the file will be read, from the next sequential read on. */
  void advise(ReadAdvice given) {
    synchronized (reading) {
      advice = given;
    }
  }

  /** How far the file goes, bytes being written included. */
  private long length() {
    return stock.getFileLength();
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  // ---- sequential ----

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    requireOpen();
    if (length == 0) {
      return 0;
    }
    synchronized (reading) {
      if (position >= length()) {
        return -1;
      }
      int count;
      try {
        count = readOnce(target, offset, length);
      } catch (IOException e) {
        known.failed(position, e);
        endSession();
        count = readOnce(target, offset, length);
      }
      if (count > 0) {
        position += count;
        runBytes += count;
      }
      return count;
    }
  }

  private int readOnce(byte[] target, int offset, int length) throws IOException {
    ReadSession current = sessionAt(position, length);
    if (current != null) {
      return fromSession(current, target, offset, length);
    }
    if (stock.getPos() != position) {
      stock.seek(position);
    }
    return stock.read(target, offset, length);
  }

  private int fromSession(ReadSession current, byte[] target, int offset, int length)
      throws IOException {
    int count = current.read(target, offset, length);
    if (count > 0) {
      count(count);
      passing.passed(current, position, target, offset, count);
    }
    if (current.position() == current.end()) {
      endSession();
    }
    return count;
  }

  /** What comes next is not the next byte, or not ours to look at. */
  private void giveUpPassing() {
    PassingFill current = passing;
    if (current != null) {
      current.giveUp();
    }
  }

  private void count(int bytes) {
    statistics.addRemoteBytes(bytes);
    countRead.accept(bytes);
  }

  /** The session to read the next bytes from, started if it is worth it; null to read plainly. */
  private ReadSession sessionAt(long at, int length) throws IOException {
    ReadSession current = session;
    if (current != null) {
      long ahead = at - current.position();
      if (ahead == 0 || (ahead > 0 && ahead <= SKIP_WITHIN_BYTES && skip(current, ahead))) {
        return current;
      }
      endSession();
      wide = false;
    }
    boolean worth =
        advice.wantsLanes(length, runBytes, thresholds) || known.hasLost(ByteRange.of(at, length));
    if (!worth || known.file().isEmpty()) {
      return null;
    }
    OpenFile file = known.file().get();
    long end = advice.sessionEnd(at, length, length());
    if (file.scheme().startsNarrow() && !wide && !advice.startsWide()) {
      end = Math.min(end, at + thresholds.firstBytes());
    }
    wide = true;
    if (passing == null) {
      passing = file.passing(length());
    }
    session = file.read(new ByteRange(at, end)).orElse(null);
    if (closed) {
      endSession();
      passing.close();
      requireOpen();
    }
    return session;
  }

  private static boolean skip(ReadSession current, long bytes) throws IOException {
    byte[] discard = new byte[(int) Math.min(bytes, COPY_BYTES)];
    for (long left = bytes; left > 0; ) {
      int count = current.read(discard, 0, (int) Math.min(left, discard.length));
      if (count < 0) {
        return false;
      }
      left -= count;
    }
    return current.position() < current.end();
  }

  private void endSession() {
    ReadSession current = session;
    session = null;
    if (current != null) {
      current.close();
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    if (!target.hasRemaining()) {
      requireOpen();
      return 0;
    }
    if (target.hasArray()) {
      int count =
          read(target.array(), target.arrayOffset() + target.position(), target.remaining());
      target.position(target.position() + Math.max(0, count));
      return count;
    }
    byte[] copy = new byte[Math.min(target.remaining(), (int) SKIP_WITHIN_BYTES)];
    int count = read(copy, 0, copy.length);
    if (count > 0) {
      target.put(copy, 0, count);
    }
    return count;
  }

  @Override
  public void seek(long target) throws IOException {
    requireOpen();
    if (target > length()) {
      throw new EOFException("Cannot seek after EOF: " + target + " of " + length());
    }
    if (target < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK + ": " + target);
    }
    synchronized (reading) {
      if (target != position) {
        runBytes = 0;
        giveUpPassing();
      }
      position = target;
    }
  }

  @Override
  public long skip(long bytes) throws IOException {
    if (bytes <= 0) {
      return 0;
    }
    synchronized (reading) {
      requireOpen();
      long skipped = Math.min(bytes, length() - position);
      position += skipped;
      giveUpPassing();
      return skipped;
    }
  }

  @Override
  public long getPos() {
    synchronized (reading) {
      return position;
    }
  }

  @Override
  public int available() throws IOException {
    requireOpen();
    return (int) Math.min(Integer.MAX_VALUE, length() - getPos());
  }

  @Override
  public boolean seekToNewSource(long target) throws IOException {
    requireOpen();
    synchronized (reading) {
      endSession();
      giveUpPassing();
      boolean found = stock.seekToNewSource(target);
      position = stock.getPos();
      return found;
    }
  }

  // ---- positional ----

  @Override
  public int read(long at, byte[] target, int offset, int length) throws IOException {
    requireOpen();
    validatePositionedReadArgs(at, target, offset, length);
    if (length == 0) {
      return 0;
    }
    if (at >= length()) {
      return -1;
    }
    return positional.read(at, target, offset, (int) Math.min(length, length() - at));
  }

  @Override
  public int read(long at, ByteBuffer target) throws IOException {
    if (target.hasArray()) {
      int start = target.arrayOffset() + target.position();
      int count = read(at, target.array(), start, target.remaining());
      target.position(target.position() + Math.max(0, count));
      return count;
    }
    if (target.remaining() < thresholds.preadBytes()) {
      requireOpen();
      return stock.read(at, target);
    }
    byte[] copy = new byte[target.remaining()];
    int count = read(at, copy, 0, copy.length);
    if (count > 0) {
      target.put(copy, 0, count);
    }
    return count;
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

  // ---- the rest of what a stock stream does ----

  @Override
  public ByteBuffer read(ByteBufferPool pool, int maxLength, EnumSet<ReadOption> options)
      throws IOException {
    requireOpen();
    synchronized (reading) {
      endSession();
      giveUpPassing();
      stock.seek(position);
      ByteBuffer bytes = stock.read(pool, maxLength, options);
      position = stock.getPos();
      return bytes;
    }
  }

  @Override
  public void releaseBuffer(ByteBuffer buffer) {
    stock.releaseBuffer(buffer);
  }

  @Override
  public void setReadahead(Long readahead) throws IOException {
    stock.setReadahead(readahead);
  }

  @Override
  public void setDropBehind(Boolean dropCache) throws IOException {
    stock.setDropBehind(dropCache);
  }

  @Override
  public boolean hasCapability(String capability) {
    return stock.hasCapability(capability);
  }

  /** Lets go of connections and buffers; the stream stays open. */
  @Override
  public void unbuffer() {
    endSession();
    giveUpPassing();
    inBackground(stock::unbuffer);
  }

  /** What came through lanes and what came through the stock stream, together. */
  ReadStatistics readStatistics() {
    ReadStatistics all = new ReadStatistics(stock.getReadStatistics());
    all.addRemoteBytes(statistics.getRemoteBytesRead());
    return all;
  }

  void clearReadStatistics() {
    statistics.clear();
    stock.clearReadStatistics();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    endSession();
    if (passing != null) {
      passing.close();
    }
    inBackground(
        () -> {
          try {
            stock.close();
          } catch (IOException e) {
            // Nothing was written: there is nothing to lose, and nobody to tell.
          }
        });
  }

  /** The stock stream waits for its node when it lets go; our caller does not. */
  private void inBackground(Runnable task) {
    try {
      background.execute(task);
    } catch (RejectedExecutionException e) {
      task.run();
    }
  }
}
