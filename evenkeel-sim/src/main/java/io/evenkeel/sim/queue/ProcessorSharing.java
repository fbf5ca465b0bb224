package io.evenkeel.sim.queue;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.PriorityQueue;

/**
 * All jobs at once, each at an equal share. What every job present has got since the server was
 * last idle is one number, <em>attained</em>: a job ends when that has grown by its work.
 */
final class ProcessorSharing extends ServerQueue {
  private final PriorityQueue<Sharing> jobs = new PriorityQueue<>();
  private double attainedNanos;
  private long settledNanos;
  private long given;
  private Pending timer = Pending.DONE;

  /** A job; of one that has ended {@code done} is null. */
  private final class Sharing extends Job implements Comparable<Sharing> {
    private final double endsAt;
    private final long number;
    private final long bytes;
    private Runnable done;

    Sharing(double endsAt, long number, long bytes, Runnable done) {
      this.endsAt = endsAt;
      this.number = number;
      this.bytes = bytes;
      this.done = done;
    }

    @Override
    public int compareTo(Sharing other) {
      int byEnd = Double.compare(endsAt, other.endsAt);
      return byEnd != 0 ? byEnd : Long.compare(number, other.number);
    }

    @Override
    public void cancel() {
      if (done != null) {
        settle();
        done = null;
        left(bytes);
        dropEnded();
        rearm();
      }
    }
  }

  ProcessorSharing(Scheduler scheduler) {
    super(scheduler);
  }

  @Override
  public Job submit(double workNanos, long bytes, Runnable done) {
    settle();
    if (length() == 0) {
      attainedNanos = 0;
      jobs.clear();
    }
    Sharing job = new Sharing(attainedNanos + Math.max(0, workNanos), given++, bytes, done);
    entered(bytes);
    jobs.add(job);
    rearm();
    return job;
  }

  private void dropEnded() {
    while (!jobs.isEmpty() && jobs.peek().done == null) {
      jobs.remove();
    }
  }

  /** The first to end has ended: the timer was set for it, whatever rounding says. */
  private void finished() {
    settle();
    Sharing job = jobs.remove();
    attainedNanos = Math.max(attainedNanos, job.endsAt);
    Runnable done = job.done;
    job.done = null;
    left(job.bytes);
    dropEnded();
    rearm();
    done.run();
  }

  @Override
  void settle() {
    if (length() > 0) {
      attainedNanos += (now() - settledNanos) * speed() / length();
    }
    settledNanos = now();
  }

  @Override
  void rearm() {
    timer.cancel();
    timer = Pending.DONE;
    if (length() > 0 && speed() > 0) {
      double workNanos = (jobs.peek().endsAt - attainedNanos) * length();
      timer = scheduler().schedule(nanosFor(workNanos), this::finished);
    }
  }
}
