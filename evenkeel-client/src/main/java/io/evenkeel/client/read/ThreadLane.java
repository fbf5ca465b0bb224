package io.evenkeel.client.read;

import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneRefusedException;
import io.evenkeel.core.port.LaneSource.Receiver;
import io.evenkeel.core.port.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A lane over a stream that blocks: on a pooled thread while slices are owed, and on none while
 * not.
 */
public final class ThreadLane implements Lane {
  private final CuttableStream stream;
  private final BufferPool buffers;
  private final Receiver receiver;
  private final Executor threads;
  private final Deque<Slice> owed = new ArrayDeque<>();
  private boolean running;
  private boolean ended;

  public ThreadLane(
      CuttableStream stream, BufferPool buffers, Receiver receiver, Executor threads) {
    this.stream = stream;
    this.buffers = buffers;
    this.receiver = receiver;
    this.threads = threads;
  }

  @Override
  public void request(Slice slice) {
    synchronized (owed) {
      if (ended) {
        return;
      }
      owed.addLast(slice);
      if (running) {
        return;
      }
      running = true;
    }
    start();
  }

  private void start() {
    try {
      threads.execute(this::run);
    } catch (Throwable e) {
      // Refused, or no thread can be made. What an earlier slice has opened must not stay open.
      end();
      cut();
      boolean busy = e instanceof RejectedExecutionException;
      receiver.failed(
          new LaneRefusedException(
              busy ? "all lane threads are busy: evenkeel.read.threads" : e.toString(), e));
    }
  }

  @Override
  public void abort() {
    boolean idle;
    synchronized (owed) {
      if (ended) {
        return;
      }
      ended = true;
      owed.clear();
      idle = !running;
    }
    stream.cut();
    if (idle) {
      try {
        threads.execute(stream::close);
      } catch (Throwable e) {
        cut();
      }
    }
  }

  /** Closes a stream that nobody reads from: once it is cut that does not block. */
  private void cut() {
    stream.cut();
    stream.close();
  }

  private void end() {
    synchronized (owed) {
      ended = true;
      owed.clear();
    }
  }

  private void run() {
    try {
      for (Slice slice = next(); slice != null; slice = next()) {
        deliver(slice);
      }
    } catch (Throwable e) {
      // An Error too, as of a Hadoop that lacks what we call: the read must not wait for us.
      boolean aborted = stream.isCut();
      end();
      try {
        stream.close();
      } finally {
        if (!aborted) {
          receiver.failed(
              e instanceof OutOfMemoryError ? new LaneRefusedException(e.toString(), e) : e);
        }
      }
    }
  }

  /** The next slice to read; null when there is none for now, and then this thread is done. */
  private Slice next() {
    boolean close;
    synchronized (owed) {
      Slice slice = ended ? null : owed.pollFirst();
      if (slice != null) {
        return slice;
      }
      running = false;
      close = ended;
    }
    if (close) {
      stream.close();
    }
    return null;
  }

  private void deliver(Slice slice) throws IOException {
    Optional<ByteBuffer> taken = buffers.take(slice.lengthBytes());
    if (taken.isEmpty()) {
      throw new LaneRefusedException(
          "the read buffers are used up: " + buffers.takenBytes() + " of " + buffers.limitBytes(),
          null);
    }
    ByteBuffer bytes = taken.get();
    boolean filled = false;
    try {
      stream.read(slice.offset(), bytes, receiver::received);
      filled = true;
    } finally {
      if (!filled) {
        buffers.give(bytes);
      }
    }
    bytes.flip();
    receiver.arrived(slice, bytes, null);
  }
}
