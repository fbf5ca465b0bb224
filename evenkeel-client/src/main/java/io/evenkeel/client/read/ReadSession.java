package io.evenkeel.client.read;

import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadExecution;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * One read of the engine, as blocking calls: hands out the range's bytes in order, doing what the
 * engine leaves over the stock way on the caller's thread. One caller reads at a time; {@link
 * #close} may come from any thread and does not wait.
 */
public final class ReadSession implements LaneRead {
  /** What a stream that is closed says. */
  public static final String CLOSED_MESSAGE = "Stream closed";

  /** Longer than a healthy node is waited for; lanes that are opened cold are late only later. */
  private static final long LONG_WAIT_MILLIS = 40;

  private static final long TOLD_AGAIN_MILLIS = 1000;

  private static final int IDLE = 0;
  private static final int READING = 1;
  private static final int CLOSED = 2;

  /** Closed for its memory. */
  private static final int RELEASED = 3;

  private final PlainReader plain;
  private final Events events;
  private final ReadExecution execution;

  /** Where the engine delivers. */
  final ReadListener inbox;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Delivery> queue = new ArrayDeque<>();
  private final long end;

  /**
   * Whose {@code current} is: the reader's while READING, and otherwise that of whoever takes it
   * out of IDLE. So the lock is taken once a delivery, and never while bytes are copied or buffers
   * given back.
   */
  private final AtomicInteger use = new AtomicInteger(IDLE);

  private final LongSupplier nanoTime;

  /** When the caller was last at it. */
  private volatile long leftNanos;

  /** The id of the thread that was. */
  private volatile long leftBy;

  private volatile boolean isToYield;
  private volatile boolean isReleasable;
  private Delivery current;
  private long position;
  private boolean finished;
  private boolean plainBytes;
  private long untilToldMillis = LONG_WAIT_MILLIS;

  public ReadSession(
      ReadEngine engine,
      ReadRequest request,
      PlainReader plain,
      Events events,
      LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.leftNanos = nanoTime.getAsLong();
    this.leftBy = Thread.currentThread().getId();
    this.plain = plain;
    this.position = request.range().start();
    this.end = request.range().end();
    this.events = events;
    this.inbox = new Inbox();
    this.execution = engine.read(request, inbox);
    execution.start();
  }

  /** The file offset of the next byte. */
  public long position() {
    return position;
  }

  /** Whether the last bytes read came the stock way: whether those are verified is not known. */
  public boolean lastWasPlain() {
    return plainBytes;
  }

  /** Where the session's range ends. */
  public long end() {
    return end;
  }

  @Override
  public boolean isFinished() {
    lock.lock();
    try {
      return finished;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void refresh() {
    execution.refresh();
  }

  /** Reads 1 to {@code length} bytes; -1 at the range's end. */
  public int read(byte[] target, int offset, int length) throws IOException {
    if (!use.compareAndSet(IDLE, READING)) {
      throw closed();
    }
    try {
      if (position == end) {
        return -1;
      }
      if (current == null) {
        current = await();
      }
      requireNext();
      plainBytes = current instanceof Delivery.Plain;
      int count =
          current instanceof Delivery.Piece piece
              ? copy(piece.bytes(), target, offset, length)
              : readPlain(target, offset, length);
      position += count;
      if (position == current.range().end()) {
        dropCurrent();
      }
      return count;
    } finally {
      leftNanos = nanoTime.getAsLong();
      leftBy = Thread.currentThread().getId();
      if (!use.compareAndSet(READING, IDLE)) {
        // Closed meanwhile: what is in our hands is ours to give back.
        dropCurrent();
      }
    }
  }

  /**
   * The same into a buffer, whose position moves by what is answered; one without an array is
   * filled by way of one.
   */
  public int read(ByteBuffer target) throws IOException {
    return ArrayReads.readOnce(this::read, target, end - position);
  }

  /** Reads over what is before a place; false when that cannot be. */
  public boolean skipTo(long target) {
    if (target >= end) {
      return false;
    }
    byte[] discard = new byte[(int) Math.min(target - position, ArrayReads.COPY_BYTES)];
    try {
      while (position < target) {
        if (read(discard, 0, (int) Math.min(target - position, discard.length)) < 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      // Nobody wants these bytes: whoever reads on finds out what is wrong there.
      return false;
    }
  }

  /**
   * The engine hands out in file order; should it ever slip, that is an error and no wrong byte.
   */
  private void requireNext() throws IOException {
    ByteRange range = current.range();
    long left =
        current instanceof Delivery.Piece p ? p.bytes().remaining() : range.end() - position;
    if (!range.contains(position) || range.end() - position != left) {
      throw new IOException(
          "the read delivers the last "
              + left
              + " bytes of "
              + range
              + " where the next byte is "
              + position);
    }
  }

  private static int copy(ByteBuffer from, byte[] target, int offset, int length) {
    int count = Math.min(length, from.remaining());
    from.get(target, offset, count);
    return count;
  }

  private int readPlain(byte[] target, int offset, int length) throws IOException {
    ByteRange range = current.range();
    int wanted = (int) Math.min(length, range.end() - position);
    int count = plain.read(position, target, offset, wanted);
    if (count <= 0) {
      throw new IOException("the stock read of " + range + " ended at " + position);
    }
    return count;
  }

  private static IOException closed() {
    return new IOException(CLOSED_MESSAGE);
  }

  private void giveBack(Delivery delivery) {
    if (delivery instanceof Delivery.Piece piece) {
      execution.release(piece);
    }
  }

  private void dropCurrent() {
    Delivery left = current;
    current = null;
    if (left != null) {
      giveBack(left);
    }
  }

  /** Waits for the delivery that holds the next byte. */
  private Delivery await() throws IOException {
    lock.lock();
    try {
      while (true) {
        if (isClosed()) {
          throw closed();
        }
        Delivery first = queue.pollFirst();
        if (first != null) {
          return first;
        }
        if (finished) {
          // The engine was kept from saying so.
          return new Delivery.Plain(new ByteRange(position, end), "the read has ended");
        }
        if (!changed.await(untilToldMillis, TimeUnit.MILLISECONDS)) {
          untilToldMillis = TOLD_AGAIN_MILLIS;
          tellOfWait();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while reading").initCause(e);
    } finally {
      lock.unlock();
    }
  }

  /** Called with the lock held, which the engine needs meanwhile. */
  private void tellOfWait() {
    lock.unlock();
    try {
      events.waitedLong(position);
    } finally {
      lock.lock();
    }
  }

  public boolean isClosed() {
    return use.get() >= CLOSED;
  }

  /** The caller begins another one where this one was released: see {@link #isReleased}. */
  public void allowRelease() {
    isReleasable = true;
  }

  /** Whether it was ended for its memory, while the caller was not at it. */
  public boolean isReleased() {
    return use.get() == RELEASED;
  }

  @Override
  public long idleNanos() {
    return use.get() == READING ? 0 : nanoTime.getAsLong() - leftNanos;
  }

  @Override
  public boolean isLeftBy(Thread thread) {
    return use.get() != READING && leftBy == thread.getId();
  }

  @Override
  public void yieldSoon() {
    isToYield = true;
  }

  /**
   * Whether the caller is to begin another one in place of this one, for others wait for memory.
   */
  public boolean isToYield() {
    return isToYield && isReleasable;
  }

  @Override
  public boolean release() {
    boolean isEnded = isReleasable && use.compareAndSet(IDLE, RELEASED);
    if (isEnded) {
      end(IDLE);
    }
    return isEnded;
  }

  @Override
  public void close() {
    int was = use.getAndSet(CLOSED);
    if (was < CLOSED) {
      end(was);
    }
  }

  private void end(int was) {
    execution.close();
    if (was == IDLE) {
      dropCurrent();
    }
    List<Delivery> left;
    lock.lock();
    try {
      left = List.copyOf(queue);
      queue.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    left.forEach(this::giveBack);
  }

  private final class Inbox implements ReadListener {
    @Override
    public void deliver(Delivery delivery) {
      lock.lock();
      try {
        if (!isClosed()) {
          queue.addLast(delivery);
          changed.signalAll();
          return;
        }
      } finally {
        lock.unlock();
      }
      giveBack(delivery);
    }

    @Override
    public void missing(Source source, String reason) {
      events.missing(source, reason);
    }

    @Override
    public void broken(Source source, String reason) {
      events.broken(source, reason);
    }

    @Override
    public void laneEnded(LaneReport lane, boolean isStarved) {
      events.laneEnded(lane, isStarved);
    }

    @Override
    public void overtaken(Source source) {
      events.overtaken(source);
    }

    @Override
    public void finished(ReadReport report) {
      lock.lock();
      try {
        finished = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      events.finished(ReadSession.this, report);
    }

    @Override
    public void drained() {
      events.drained();
    }
  }
}
