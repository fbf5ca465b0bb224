package io.evenkeel.hadoop.read;

import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadExecution;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One read of the engine, as blocking calls: hands out the range's bytes in order, doing what the
 * engine leaves over the plain way on the caller's thread. One caller reads at a time; {@link
 * #close} may come from any thread and does not wait.
 */
final class ReadSession implements AutoCloseable {
  /** What a session tells of; must not block. */
  interface Events {
    /** Cached fragments turned out missing or wrong. */
    void broken(CachedFragments source, String reason);

    /** A lane of a storage node has ended. */
    void sampled(NodeSample sample);

    /** The engine's part is done; what it delivered may still be read. */
    void finished(ReadSession session, ReadReport report);

    /**
     * The engine's part is done and all that it delivered was read or dropped: no memory is held.
     */
    void drained();
  }

  private final PlainReader plain;
  private final ReadExecution execution;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Delivery> queue = new ArrayDeque<>();
  private final long end;
  private long position;
  private boolean finished;
  private boolean plainBytes;
  private boolean closed;

  ReadSession(ReadEngine engine, ReadRequest request, PlainReader plain, Events events) {
    this.plain = plain;
    this.position = request.range().start();
    this.end = request.range().end();
    this.execution = engine.read(request, new Inbox(events));
    execution.start();
  }

  /** The file offset of the next byte. */
  long position() {
    return position;
  }

  /** Whether the last bytes read came the plain way: whether those are verified is not known. */
  boolean lastWasPlain() {
    return plainBytes;
  }

  /** Where the session's range ends. */
  long end() {
    return end;
  }

  /** Whether the engine's part is done; what it delivered may still be read. */
  boolean isFinished() {
    lock.lock();
    try {
      return finished;
    } finally {
      lock.unlock();
    }
  }

  /** What is known has changed, as when a ticket has arrived. */
  void refresh() {
    execution.refresh();
  }

  /** Reads 1 to {@code length} bytes; -1 at the range's end. */
  int read(byte[] target, int offset, int length) throws IOException {
    Delivery next;
    lock.lock();
    try {
      next = await();
      if (next == null) {
        return -1;
      }
      plainBytes = next instanceof Delivery.Plain;
      if (next instanceof Delivery.Piece piece) {
        return copy(piece, ByteBuffer.wrap(target, offset, length));
      }
    } finally {
      lock.unlock();
    }
    int wanted = (int) Math.min(length, next.range().end() - position);
    int count = plain.read(position, target, offset, wanted);
    if (count <= 0) {
      throw new IOException("the plain read of " + next.range() + " ended at " + position);
    }
    position += count;
    if (position == next.range().end()) {
      lock.lock();
      try {
        queue.pollFirst();
      } finally {
        lock.unlock();
      }
    }
    return count;
  }

  /** The delivery that holds the next byte; null at the range's end. */
  private Delivery await() throws IOException {
    while (true) {
      if (closed) {
        throw new IOException("Stream closed");
      }
      if (position == end) {
        return null;
      }
      Delivery first = queue.peekFirst();
      if (first != null) {
        return first;
      }
      if (finished) {
        throw new IOException("the read ended at " + position + " of " + end);
      }
      try {
        changed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("interrupted while reading").initCause(e);
      }
    }
  }

  private int copy(Delivery.Piece piece, ByteBuffer target) {
    ByteBuffer bytes = piece.bytes();
    int count = Math.min(target.remaining(), bytes.remaining());
    target.put(bytes.slice(bytes.position(), count));
    bytes.position(bytes.position() + count);
    position += count;
    if (!bytes.hasRemaining()) {
      queue.pollFirst();
      execution.release(piece);
    }
    return count;
  }

  @Override
  public void close() {
    execution.close();
    lock.lock();
    try {
      closed = true;
      for (Delivery left : queue) {
        if (left instanceof Delivery.Piece piece) {
          execution.release(piece);
        }
      }
      queue.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private final class Inbox implements ReadListener {
    private final Events events;

    Inbox(Events events) {
      this.events = events;
    }

    @Override
    public void deliver(Delivery delivery) {
      lock.lock();
      try {
        if (closed) {
          if (delivery instanceof Delivery.Piece piece) {
            execution.release(piece);
          }
          return;
        }
        queue.addLast(delivery);
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void broken(CachedFragments source, String reason) {
      events.broken(source, reason);
    }

    @Override
    public void sampled(NodeSample sample) {
      events.sampled(sample);
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
