package io.evenkeel.sim.queue;

import io.evenkeel.core.port.Scheduler;

/**
 * One server, a disk or a link, and the jobs that wait for it. Its speed may change at any time,
 * and 0 is a server that stands still. Not thread-safe.
 */
public abstract class ServerQueue {
  private final Scheduler scheduler;
  private double speed = 1;
  private int length;
  private long queuedBytes;
  private double busyNanos;
  private long busySinceNanos;

  /** One job of a server, from its submission to its end. */
  public abstract static class Job {
    /** Takes the job out of its queue, or out of service; nothing when it has ended. */
    public abstract void cancel();
  }

  /** How jobs share a server. */
  public enum Discipline {
    /** First come, first served, each by itself. */
    FCFS,
    /** All at once, each at an equal share of the server. */
    PS
  }

  ServerQueue(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** A server of that discipline, idle and of speed 1. */
  public static ServerQueue of(Discipline discipline, Scheduler scheduler) {
    return switch (discipline) {
      case FCFS -> new Fcfs(scheduler);
      case PS -> new ProcessorSharing(scheduler);
    };
  }

  /**
   * A job arrives.
   *
   * @param workNanos how long the server takes for it at speed 1, if it has nothing else to do
   * @param bytes what it counts in {@link #queuedBytes}
   * @param done run when it has been served, and not if it is cancelled before
   */
  public abstract Job submit(double workNanos, long bytes, Runnable done);

  /** Serves so many times as fast from now on; 0 not at all. */
  public final void setSpeed(double times) {
    if (!(times >= 0)) {
      throw new IllegalArgumentException("a server's speed is >= 0, got " + times);
    }
    settle();
    speed = times;
    rearm();
  }

  /** How fast it serves now. */
  public final double speed() {
    return speed;
  }

  /** How many jobs wait or are served. */
  public final int length() {
    return length;
  }

  /** The bytes of all jobs that wait or are served. */
  public final long queuedBytes() {
    return queuedBytes;
  }

  /** For how long there was at least one job, up to now. */
  public final double busyNanos() {
    return busyNanos + (length > 0 ? now() - busySinceNanos : 0);
  }

  final Scheduler scheduler() {
    return scheduler;
  }

  final long now() {
    return scheduler.nanoTime();
  }

  final void entered(long bytes) {
    if (length++ == 0) {
      busySinceNanos = now();
    }
    queuedBytes += bytes;
  }

  final void left(long bytes) {
    if (--length == 0) {
      busyNanos += now() - busySinceNanos;
    }
    queuedBytes -= bytes;
  }

  /** Takes what was served since the last change into account. */
  abstract void settle();

  /** Sets the timer for who will be served next. */
  abstract void rearm();

  /** How long work takes at the present speed, in whole nanoseconds. */
  final long nanosFor(double workNanos) {
    return Math.round(Math.max(0, workNanos) / speed);
  }
}
