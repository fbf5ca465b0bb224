package io.evenkeel.client.read;

import io.evenkeel.core.engine.StreamPace;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.reading.ReadRun;
import io.evenkeel.policy.reading.RecentRuns;
import io.evenkeel.policy.reading.WideReads;

/**
 * The runs of one stream with the clock beside them: what the caller has read in sequence, how long
 * it took and how much of that was waiting. Tells the process's {@link WideReads} and asks it. Not
 * thread-safe.
 */
public final class RunMeter {
  /** A wide read of so many bytes is worth a judgement. */
  private static final long JUDGED_BYTES = 8 << 20;

  /** Less than between two looks, so that every look has its own. */
  private static final long LATEST_BYTES = WideReads.MEASURED_BYTES / 2;

  private final ReadRun run;
  private final WideReads wideReads;
  private final Scheduler scheduler;
  private final Crowd crowd;
  private final StreamPace pace;
  private long countedTo;
  private volatile boolean started;

  /** Since the run began, or was wide. */
  private Stretch whole;

  /** Since the node's bytes last began to say how it goes on. */
  private Stretch measured;

  /** Since {@link #LATEST_BYTES} were last complete, and since the time before. */
  private Stretch latest;

  private Stretch beforeLatest;

  /** What was waited for each of the latest bytes; over two windows, for one may have a hiccup. */
  private double latestNanosPerByte;

  private boolean wentWide;

  /** By which the process knows this run, if it went wide. */
  private long wideRun;

  private boolean isWide;
  private long wideFrom;
  private long wideSinceNanos;

  /** What there was when a stretch of reading began. */
  private record Stretch(long sinceNanos, long receivedBytes, long waitedNanos) {}

  /**
   * @param recent how far streams of the process went
   * @param pace of the stock stream
   */
  public RunMeter(
      WideReads wideReads,
      RecentRuns recent,
      long fileBytes,
      Scheduler scheduler,
      Crowd crowd,
      StreamPace pace) {
    this.run = new ReadRun(recent, fileBytes);
    this.wideReads = wideReads;
    this.scheduler = scheduler;
    this.crowd = crowd;
    this.pace = pace;
  }

  /** The stream is here, by reading from where it was. */
  public void readTo(long position) {
    if (!started) {
      countedTo = position;
      run.begins(position);
      restart();
      // Last, for who closes looks from another thread.
      started = true;
    }
    long before = run.bytes();
    run.read(Math.max(0, position - countedTo));
    countedTo = position;
    // A first connection, and the code that a new process runs for the first time, say nothing of
    // how the node goes on; nor does what it had ready, be it in its memory or by its own limit.
    if (hasPassed(1, before) || hasPassed(WideReads.BURST_BYTES, before)) {
      measured = fromNow();
      forgetLatest();
    }
    if (pace.receivedBytes() - latest.receivedBytes >= LATEST_BYTES) {
      latestNanosPerByte =
          (double) (pace.waitedNanos() - beforeLatest.waitedNanos)
              / (pace.receivedBytes() - beforeLatest.receivedBytes);
      beforeLatest = latest;
      latest = fromNow();
    }
  }

  private void forgetLatest() {
    latest = fromNow();
    beforeLatest = latest;
    latestNanosPerByte = 0;
  }

  private void restart() {
    whole = fromNow();
    measured = whole;
    forgetLatest();
  }

  private boolean hasPassed(long bytes, long before) {
    return before < bytes && run.bytes() >= bytes;
  }

  private Stretch fromNow() {
    return new Stretch(scheduler.nanoTime(), pace.receivedBytes(), pace.waitedNanos());
  }

  /** The stream went a little forward without reading. */
  public void skipped(long from, long to) {
    if (started) {
      readTo(from);
      countedTo = to;
    }
  }

  /** Whether the run's time is mostly waiting: only then it says how fast its node is. */
  public boolean isMostlyWaiting() {
    return started
        && 2 * (pace.waitedNanos() - whole.waitedNanos) >= scheduler.nanoTime() - whole.sinceNanos;
  }

  /** The stream goes elsewhere or ends, having read so far. */
  public void ended(long position, long blockBytes) {
    if (started) {
      readTo(position);
      wideReads.ended(run.bytes(), blockBytes, wentWide);
      run.sought();
    }
    started = false;
    wentWide = false;
    isWide = false;
  }

  /** How many bytes were read in sequence. */
  public long bytes() {
    return run.bytes();
  }

  /** How far it is worth reading beyond the present place. */
  public long reachBytes() {
    return run.reachBytes();
  }

  /**
   * Whether the run can be one of the whole file: it is the stream's first, or has left its block.
   */
  public boolean mayGoOn(long blockBytes) {
    return run.isFirst() || run.bytes() > blockBytes;
  }

  /**
   * Whether the run should go wide.
   *
   * @param certain whether it is known to go on
   */
  public boolean paysWide(boolean certain) {
    return wideReads.pays(
        certain ? Long.MAX_VALUE : run.bytes(),
        new WideReads.Waits(
            pace.receivedBytes() - measured.receivedBytes,
            pace.waitedNanos() - measured.waitedNanos,
            Math.max(1, scheduler.nanoTime() - measured.sinceNanos),
            latestNanosPerByte),
        crowd.times(),
        crowd.readersLately());
  }

  /** From here on the run is wide. */
  public void wideFrom(long position) {
    wideRun = wentWide ? wideRun : wideReads.wide();
    wentWide = true;
    isWide = true;
    wideFrom = position;
    wideSinceNanos = scheduler.nanoTime();
  }

  /** Lanes have brought the run here. */
  public void wideTo(long position) {
    if (isWide && position - wideFrom >= JUDGED_BYTES) {
      long nanos = scheduler.nanoTime() - wideSinceNanos;
      wideReads.brought(wideRun, (double) nanos / (position - wideFrom));
    }
    if (isWide) {
      // The stock stream stood still meanwhile, which is not its caller's leisure.
      restart();
    } else if (started) {
      // Lanes were there for a straggler: the wait for it is no other node's.
      forgetLatest();
    }
    isWide = false;
  }
}
