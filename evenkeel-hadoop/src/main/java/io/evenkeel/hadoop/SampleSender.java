package io.evenkeel.hadoop;

import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tells the manager what lanes saw of the storage nodes: once a second while there is something to
 * tell, one request at a time. While it is young it tells only of nodes that are slow for certain.
 * Bounded: the oldest samples are dropped for new ones, and those of a request that fails are not
 * sent again. Thread-safe.
 */
final class SampleSender {
  /** So many as eight full requests. */
  static final int WAITING_MAX = 8 * ManagerApi.MAX_SAMPLES_PER_REQUEST;

  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * A client younger than this, which as a rule is its process, loads classes and runs interpreted
   * while it waits, on cores that nodes may share.
   */
  static final long YOUNG_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final ManagerApi manager;
  private final Scheduler scheduler;
  private final double coldNanosPerByte;
  private final long madeNanos;
  private final Deque<NodeSample> waiting = new ArrayDeque<>();
  private boolean busy;

  /**
   * @param coldNanosPerByte what a node is expected to take while nothing is known of it: one that
   *     takes longer is told of by young processes, too
   */
  SampleSender(ManagerApi manager, Scheduler scheduler, double coldNanosPerByte) {
    this.manager = manager;
    this.scheduler = scheduler;
    this.coldNanosPerByte = coldNanosPerByte;
    this.madeNanos = scheduler.nanoTime();
  }

  void add(NodeSample sample) {
    boolean young = scheduler.nanoTime() - madeNanos < YOUNG_NANOS;
    if (young && sample.busyNanos() <= coldNanosPerByte * sample.receivedBytes()) {
      return;
    }
    synchronized (this) {
      if (waiting.size() == WAITING_MAX) {
        waiting.removeFirst();
      }
      waiting.addLast(sample);
      if (busy) {
        return;
      }
      busy = true;
    }
    scheduler.schedule(PERIOD_NANOS, this::send);
  }

  private void send() {
    List<NodeSample> batch = new ArrayList<>();
    synchronized (this) {
      while (!waiting.isEmpty() && batch.size() < ManagerApi.MAX_SAMPLES_PER_REQUEST) {
        batch.add(waiting.removeFirst());
      }
    }
    try {
      manager.observe(batch, new Sent());
    } catch (RuntimeException e) {
      next();
    }
  }

  private void next() {
    synchronized (this) {
      busy = !waiting.isEmpty();
      if (!busy) {
        return;
      }
    }
    scheduler.schedule(PERIOD_NANOS, this::send);
  }

  private final class Sent implements Completion<Answer> {
    @Override
    public void done(Answer value) {
      next();
    }

    @Override
    public void failed(Throwable cause) {
      // The manager's client has said why, once; newer samples say more than these.
      next();
    }
  }
}
