package io.evenkeel.cli.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;

/**
 * Operations that are due at given times, whatever becomes of those before. At most so many are
 * under way, the others queue; the latency of each counts from when it was due, so that a hang is
 * seen by all who queue behind it (no coordinated omission).
 */
public final class OpenLoop {
  /** One of the operations; runs beside others. */
  public interface Operation {
    void run(int number) throws IOException;
  }

  private final IntToLongFunction dueNanos;
  private final int threads;
  private final long graceNanos;

  /**
   * @param dueNanos when each is due, after the beginning of the run; none before the one before
   * @param threads how many operations may be under way
   * @param graceNanos how long after the last operation's beginning the loop waits for all to end
   */
  public OpenLoop(IntToLongFunction dueNanos, int threads, long graceNanos) {
    this.dueNanos = dueNanos;
    this.threads = threads;
    this.graceNanos = graceNanos;
  }

  /** At a fixed rate. */
  public static IntToLongFunction atRate(double perSecond) {
    return number -> (long) (number * 1e9 / perSecond);
  }

  /**
   * Runs them. What has not ended in time, or not even begun, counts with the time until then, and
   * as unfinished; its thread is left behind, interrupted.
   *
   * @throws IOException the first failure of any of them
   */
  public Latencies run(int count, Operation operation) throws IOException, InterruptedException {
    Run run = new Run(count, operation);
    Thread[] workers = new Thread[Math.min(threads, count)];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Thread(run::work, "open-loop-" + i);
      workers[i].setDaemon(true);
      workers[i].start();
    }
    long lastNanos = run.dueNanos(count - 1) + graceNanos;
    boolean all = run.ended.await(lastNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    Latencies latencies = run.stop();
    if (!all || run.failure.get() != null) {
      for (Thread worker : workers) {
        worker.interrupt();
      }
    }
    Optional<IOException> failure = Optional.ofNullable(run.failure.get());
    if (failure.isPresent()) {
      throw failure.get();
    }
    return latencies;
  }

  private final class Run {
    private final long startNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
    private final Operation operation;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<IOException> failure = new AtomicReference<>();
    final CountDownLatch ended;

    /** Of each operation; negative while it has not ended. */
    private final long[] nanos;

    private boolean stopped;

    Run(int count, Operation operation) {
      this.operation = operation;
      this.ended = new CountDownLatch(count);
      this.nanos = new long[count];
      Arrays.fill(nanos, -1);
    }

    long dueNanos(int number) {
      return startNanos + dueNanos.applyAsLong(number);
    }

    void work() {
      for (int i = next.getAndIncrement(); i < nanos.length; i = next.getAndIncrement()) {
        for (long left = dueNanos(i) - System.nanoTime();
            left > 0;
            left = dueNanos(i) - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        if (isStopped()) {
          return;
        }
        try {
          operation.run(i);
        } catch (IOException e) {
          fail(e);
        } catch (Throwable e) {
          fail(new IOException(e));
        }
        end(i, System.nanoTime() - dueNanos(i));
      }
    }

    /** One is enough: nobody waits for the others. */
    private void fail(IOException e) {
      if (!isStopped() && failure.compareAndSet(null, e)) {
        for (int i = 0; i < nanos.length; i++) {
          ended.countDown();
        }
      }
    }

    private synchronized boolean isStopped() {
      return stopped;
    }

    private void end(int number, long tookNanos) {
      synchronized (this) {
        if (stopped) {
          return;
        }
        nanos[number] = tookNanos;
      }
      ended.countDown();
    }

    synchronized Latencies stop() {
      stopped = true;
      long now = System.nanoTime();
      int unfinished = 0;
      for (int i = 0; i < nanos.length; i++) {
        if (nanos[i] < 0) {
          unfinished++;
          nanos[i] = Math.max(0, now - dueNanos(i));
        }
      }
      return new Latencies(nanos.clone(), unfinished);
    }
  }
}
