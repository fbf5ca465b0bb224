package io.evenkeel.hadoop.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
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

  /** The caller waits no longer: what helpers still count stays with them. */
  private boolean settled;

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

  /** Returns when every range has its bytes or its failure, or when the caller is interrupted. */
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
    for (List<VectoredRange> piece = waiting.poll(); piece != null; piece = waiting.poll()) {
      read(piece);
      end(piece);
    }
    try {
      left.await();
    } catch (InterruptedException e) {
      // Helpers end what they have begun: its buffers are theirs until then.
      Thread.currentThread().interrupt();
    }
    settle();
  }

  private void help() {
    for (List<VectoredRange> piece = waiting.poll(); piece != null; piece = waiting.poll()) {
      ThreadCounts before = ThreadCounts.ofThread(statistics);
      read(piece);
      owe(ThreadCounts.ofThread(statistics).minus(before));
      end(piece);
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
    } catch (IOException | OutOfMemoryError e) {
      return false;
    }
  }

  private void end(List<VectoredRange> piece) {
    try {
      piece.forEach(range -> range.complete(release));
    } finally {
      left.countDown();
    }
  }

  private void owe(ThreadCounts read) {
    synchronized (lock) {
      if (!settled) {
        ThreadCounts.NOTHING.minus(read).addToThread(statistics);
        owed = owed.plus(read);
      }
    }
  }

  private void settle() {
    synchronized (lock) {
      settled = true;
      owed.addToThread(statistics);
    }
  }
}
