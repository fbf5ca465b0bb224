package io.evenkeel.sim.queue;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.Deque;

/** First come, first served. */
final class Fcfs extends ServerQueue {
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private Waiting served;
  private long sinceNanos;
  private Pending timer = Pending.DONE;

  /** A job; of one that has ended {@code done} is null. */
  private final class Waiting extends Job {
    private final long bytes;
    private double workNanos;
    private Runnable done;

    Waiting(double workNanos, long bytes, Runnable done) {
      this.workNanos = workNanos;
      this.bytes = bytes;
      this.done = done;
    }

    @Override
    public void cancel() {
      if (done != null) {
        done = null;
        left(bytes);
        if (served == this) {
          timer.cancel();
          next();
        }
      }
    }
  }

  Fcfs(Scheduler scheduler) {
    super(scheduler);
  }

  @Override
  public Job submit(double workNanos, long bytes, Runnable done) {
    Waiting job = new Waiting(workNanos, bytes, done);
    entered(bytes);
    if (served == null) {
      serve(job);
    } else {
      waiting.addLast(job);
    }
    return job;
  }

  private void serve(Waiting job) {
    served = job;
    sinceNanos = now();
    rearm();
  }

  /** Goes on with who has waited longest; who was cancelled is passed over only now. */
  private void next() {
    served = null;
    Waiting job = waiting.pollFirst();
    while (job != null && job.done == null) {
      job = waiting.pollFirst();
    }
    if (job != null) {
      serve(job);
    }
  }

  private void finished() {
    Waiting job = served;
    Runnable done = job.done;
    job.done = null;
    left(job.bytes);
    next();
    done.run();
  }

  @Override
  void settle() {
    if (served != null) {
      served.workNanos -= (now() - sinceNanos) * speed();
      sinceNanos = now();
    }
  }

  @Override
  void rearm() {
    timer.cancel();
    timer = Pending.DONE;
    if (served != null && speed() > 0) {
      timer = scheduler().schedule(nanosFor(served.workNanos), this::finished);
    }
  }
}
