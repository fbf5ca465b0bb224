package io.evenkeel.client.watch;

import io.evenkeel.core.port.Scheduler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the waits of reading threads every few milliseconds, for as long as any thread reads.
 * Costs a read nothing but the entry of its thread and a count of all, once a second at most and
 * once for each change between the stock stream and lanes.
 */
public final class Watchdog {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Who is to be looked at sooner than the next tick is, but not sooner than this. */
  private static final long TICK_MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** A watch on which nothing happens for so many ticks is put off the list. */
  private static final int IDLE_TICKS = 200;

  /** A thread whose waits have not changed for so many ticks takes no turns. */
  private static final int TURN_TICKS = 40;

  /** However many wait, nothing is late later than so many times. */
  public static final int CROWD_MAX = 16;

  /** Threads come and go in waves: how many there were is remembered for once to twice as long. */
  private static final long WAVE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** A tick so late says that this process stood still: that time is no node's. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

  private final Scheduler scheduler;
  private final int cores;
  private final Map<PeerWatch, Seen> watched = new ConcurrentHashMap<>();
  private final AtomicBoolean ticking = new AtomicBoolean();
  private final Runnable ticker = this::tick;
  private long dueNanos;

  /** Whether the next tick is the first since the list was empty, and none was due. */
  private boolean isFirstTick;

  /** How many threads have begun to read or read something lately. */
  private volatile int busy;

  /** The most that there were in a stretch of time, and in the one before it. */
  private record Wave(long sinceNanos, int most, int mostBefore) {
    Wave at(long nowNanos, int count) {
      long age = nowNanos - sinceNanos;
      if (age < WAVE_NANOS) {
        return count <= most ? this : new Wave(sinceNanos, count, mostBefore);
      }
      return age < 2 * WAVE_NANOS
          ? new Wave(sinceNanos + WAVE_NANOS, count, most)
          : new Wave(nowNanos, count, 0);
    }
  }

  private volatile Wave wave;

  /** All the time that this process stood still. */
  private long pausedNanos;

  /** How much of it was before the latest tick. */
  private long pausedBeforeNanos;

  /** What was last seen of a watch; written by the timer's thread. */
  private static final class Seen {
    private long waits = -1;
    private long pausedBeforeNanos;
    private int idleTicks;
    private volatile int sameTicks;
  }

  /**
   * @param cores on how many the threads that it watches run
   */
  public Watchdog(Scheduler scheduler, int cores) {
    this.scheduler = scheduler;
    this.cores = cores;
    this.wave = new Wave(scheduler.nanoTime(), 0, 0);
  }

  /** The clock that waits are measured by. */
  long nanoTime() {
    return scheduler.nanoTime();
  }

  /** How many threads have read something lately, and do not hang. */
  public int readers() {
    return busy;
  }

  /** The most that there were at once in the last five to ten seconds. */
  public int readersLately() {
    Wave now = wave.at(scheduler.nanoTime(), busy);
    return Math.max(now.most(), now.mostBefore());
  }

  /**
   * How many times longer than alone a reading thread waits, for there are more of them than cores:
   * bytes that have come wait in the socket until its turn. Threads that wait for longer than a
   * turn need no core and do not count. From 1 to {@value #CROWD_MAX}.
   *
   * @param others so many readers more, whom nobody watches here
   */
  public double crowdAtCores(long others) {
    return Math.min(CROWD_MAX, Math.max(1, (double) (busy + others) / cores));
  }

  /** Puts a watch on the list. */
  void watch(PeerWatch watch) {
    boolean starts = false;
    try {
      if (watched.put(watch, new Seen()) == null) {
        // Not with the next tick: of readers that begin together each is to know of the others.
        count();
      }
      starts = ticking.compareAndSet(false, true);
      if (starts) {
        isFirstTick = true;
        scheduler.schedule(0, ticker);
      }
      watch.listedBy(this);
    } catch (Throwable e) {
      // No memory or no thread to look by: a stock read needs neither, and the next wait tries it.
      if (starts) {
        ticking.set(false);
      }
    }
  }

  /** Whether somebody looks at the waits of those on the list. */
  boolean isTicking() {
    return ticking.get();
  }

  /** Takes a watch off the list, whose thread reads from no stock stream for now. */
  void forget(PeerWatch watch) {
    if (watched.remove(watch) != null) {
      watch.listedBy(null);
      count();
    }
  }

  /** Whatever goes wrong, there is a next one; or else the next wait makes one. */
  private void tick() {
    try {
      lookAtAll();
    } catch (Throwable e) {
      try {
        scheduler.schedule(TICK_NANOS, ticker);
      } catch (Throwable again) {
        ticking.set(false);
      }
    }
  }

  private void lookAtAll() {
    long now = scheduler.nanoTime();
    pausedBeforeNanos = pausedNanos;
    if (!isFirstTick && now - dueNanos > PAUSE_NANOS) {
      pausedNanos += now - dueNanos;
    }
    isFirstTick = false;
    long soonest = TICK_NANOS;
    for (Map.Entry<PeerWatch, Seen> entry : watched.entrySet()) {
      soonest = Math.min(soonest, lookSafely(entry.getKey(), entry.getValue(), now));
    }
    count();
    if (watched.isEmpty()) {
      ticking.set(false);
      // Somebody may have come in just before.
      if (watched.isEmpty() || !ticking.compareAndSet(false, true)) {
        return;
      }
    }
    long tick = Math.max(TICK_MIN_NANOS, soonest);
    dueNanos = now + tick;
    scheduler.schedule(tick, ticker);
  }

  private synchronized void count() {
    int turns = 0;
    for (Seen seen : watched.values()) {
      turns += seen.sameTicks < TURN_TICKS ? 1 : 0;
    }
    busy = turns;
    wave = wave.at(scheduler.nanoTime(), turns);
  }

  /** One read that cannot be judged must not leave all others unwatched. */
  private long lookSafely(PeerWatch watch, Seen seen, long now) {
    try {
      return look(watch, seen, now);
    } catch (Throwable e) {
      LOG.warn("A wait for a DataNode could not be judged", e);
      return TICK_NANOS;
    }
  }

  private long look(PeerWatch watch, Seen seen, long now) {
    long waits = watch.waits();
    if (waits != seen.waits) {
      seen.pausedBeforeNanos = pausedBeforeNanos;
    }
    try {
      long next = watch.check(now, pausedNanos - seen.pausedBeforeNanos);
      // Its next wait may begin right after this look.
      return waits == seen.waits ? next : Math.min(next, watch.lookEveryNanos());
    } finally {
      seen.sameTicks = waits == seen.waits ? seen.sameTicks + 1 : 0;
      seen.idleTicks = waits == seen.waits && !watch.isWaiting() ? seen.idleTicks + 1 : 0;
      seen.waits = waits;
      if (seen.idleTicks >= IDLE_TICKS) {
        watched.remove(watch);
        watch.listedBy(null);
        if (watch.isWaiting()) {
          // It began while it was put off, when it may still have thought itself on the list.
          watch(watch);
        }
      }
    }
  }
}
