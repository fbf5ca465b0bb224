package io.evenkeel.hadoop.read;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;

/** One vectored read: pieces that the caller and its helpers take until none is left. */
final class VectoredRun {
  private static final int AT_ONCE_MAX = 4;

  private final Queue<List<VectoredRange>> waiting;
  private final VectoredReads.Source source;
  private final Consumer<ByteBuffer> release;
  private final FileSystem.Statistics statistics;
  private final CountDownLatch left;
  private final Object lock = new Object();

  /** Counted by helpers, and not on their threads any more. */
  private ThreadCounts owed = ThreadCounts.NOTHING;

  /** Threads of helpers that read. */
  private final Set<Thread> reading = new HashSet<>();

  private boolean interrupted;

  VectoredRun(
      List<List<VectoredRange>> pieces,
      VectoredReads.Source source,
      Consumer<ByteBuffer> release,
      FileSystem.Statistics statistics) {
    this.waiting = new ConcurrentLinkedQueue<>(pieces);
    this.source = source;
    this.release = release;
    this.statistics = statistics;
    this.left = new CountDownLatch(pieces.size());
  }

  /** Returns when every range has its bytes or its failure: nobody touches a buffer after that. */
  void read(Executor helpers) {
    long readers = Math.min(AT_ONCE_MAX, left.getCount());
    for (int helper = 1; helper < readers; helper++) {
      try {
        helpers.execute(this::help);
      } catch (RejectedExecutionException | OutOfMemoryError e) {
        // No thread for it now: the caller reads what they would have.
        break;
      }
    }
    try {
      for (List<VectoredRange> piece = waiting.poll(); piece != null; piece = waiting.poll()) {
        read(piece);
        complete(piece);
      }
    } finally {
      awaitHelpers();
      settle();
    }
  }

  /** Who interrupts the caller interrupts what is read for it. */
  private void awaitHelpers() {
    boolean wasInterrupted = false;
    while (true) {
      try {
        left.await();
        break;
      } catch (InterruptedException e) {
        wasInterrupted = true;
        synchronized (lock) {
          interrupted = true;
          reading.forEach(Thread::interrupt);
        }
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void help() {
    for (List<VectoredRange> piece = waiting.poll(); piece != null; piece = waiting.poll()) {
      try {
        readForCaller(piece);
      } catch (Throwable e) {
        // As for want of memory: the caller must not wait for it.
        piece.forEach(range -> range.fail(e));
      } finally {
        complete(piece);
      }
    }
  }

  private void readForCaller(List<VectoredRange> piece) {
    synchronized (lock) {
      reading.add(Thread.currentThread());
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      ThreadCounts before = ThreadCounts.ofThread(statistics);
      read(piece);
      ThreadCounts read = ThreadCounts.ofThread(statistics).minus(before);
      ThreadCounts.NOTHING.minus(read).addToThread(statistics);
      synchronized (lock) {
        owed = owed.plus(read);
      }
    } finally {
      synchronized (lock) {
        reading.remove(Thread.currentThread());
        // Of an interrupt that was the caller's nothing must be left on a thread of the pool.
        Thread.interrupted();
      }
    }
  }

  private void read(List<VectoredRange> piece) {
    if (piece.size() > 1 && readTogether(piece)) {
      return;
    }
    piece.forEach(range -> range.read(source));
  }

  /** False when that fails: then each is tried by itself, for some may be there. */
  private boolean readTogether(List<VectoredRange> piece) {
    long start = piece.get(0).start();
    try {
      byte[] bytes = new byte[(int) (piece.get(piece.size() - 1).end() - start)];
      source.readFully(start, ByteBuffer.wrap(bytes));
      piece.forEach(range -> range.take(bytes, start));
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  private void complete(List<VectoredRange> piece) {
    try {
      piece.forEach(range -> range.complete(release));
    } finally {
      left.countDown();
    }
  }

  private void settle() {
    synchronized (lock) {
      owed.addToThread(statistics);
    }
  }
}
