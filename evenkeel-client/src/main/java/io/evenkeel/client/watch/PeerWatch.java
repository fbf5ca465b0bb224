package io.evenkeel.client.watch;

import io.evenkeel.core.model.NodeId;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one thread waits for at a DataNode. A thread reads from one connection at a time, so one
 * watch a thread is enough for all streams it reads; the cost of a call that finds its bytes in
 * memory is a few plain stores.
 *
 * <p>Every wait has a number. Whoever ends it from outside first wins that number, so that a
 * connection is never cut for a wait that is over.
 */
public final class PeerWatch {
  private static final ThreadLocal<PeerWatch> OF_THREAD = new ThreadLocal<>();

  /** The two low bits of {@link #state}; the rest is the number of the wait. */
  private static final int BITS = 2;

  private static final long MASK = (1 << BITS) - 1;
  private static final long WAITING = 1;
  private static final long CUT = 2;

  /** Also publishes the plain fields below, which change only between waits. */
  private final AtomicLong state = new AtomicLong();

  private WaitJudge read;
  private NodeId node;
  private LongAdder received;
  private Runnable cutter;
  private long sinceNanos;
  private boolean opening;
  private long lookEveryNanos = Long.MAX_VALUE;

  /** Who has this watch on its list; null for nobody. */
  private volatile Watchdog watchdog;

  PeerWatch() {}

  /** The watch of the calling thread. */
  public static PeerWatch ofThread() {
    PeerWatch known = OF_THREAD.get();
    if (known != null) {
      return known;
    }
    PeerWatch made = new PeerWatch();
    OF_THREAD.set(made);
    return made;
  }

  /** From here to {@link #end} every wait of this thread is one of {@code read}. */
  public void begin(WaitJudge read) {
    this.read = read;
    this.lookEveryNanos = read.lookEveryNanos();
  }

  /** How often the latest reads of this thread are to be looked at. */
  long lookEveryNanos() {
    return lookEveryNanos;
  }

  /** Waits of this thread are nobody's again. */
  public void end() {
    this.read = null;
  }

  /**
   * Takes this thread off the list of those that read from stock streams until it next waits for
   * one: it goes on by lanes, whose readers are counted by their memory.
   */
  public void forget() {
    Watchdog by = watchdog;
    if (by != null) {
      by.forget(this);
    }
  }

  /** Whether a watchdog has this thread on its list. */
  public boolean isListed() {
    return watchdog != null;
  }

  /** Who has this watch on its list from now on; null for nobody. */
  void listedBy(Watchdog by) {
    watchdog = by;
  }

  /** Whether a wait of this thread is somebody's. */
  public boolean isWatched() {
    return read != null;
  }

  /**
   * A wait begins.
   *
   * @param opening whether it is for a connection or an answer, not for bytes
   * @param received counts what comes from the node
   * @param cutter ends it; called from another thread, at most once
   */
  public void waiting(NodeId node, boolean opening, LongAdder received, Runnable cutter) {
    this.node = node;
    this.received = received;
    this.opening = opening;
    this.cutter = cutter;
    read.waiting(node, opening, received.sum());
    this.sinceNanos = read.watchdog().nanoTime();
    state.set(state.get() + WAITING);
    Watchdog looking = read.watchdog();
    if (watchdog != looking || !looking.isTicking()) {
      looking.watch(this);
    }
    if (read.isAbandoned()) {
      cut(read);
    }
  }

  /**
   * The wait is over.
   *
   * @throws CutException when it was ended from outside, whatever it has brought
   */
  public void done(int bytes) {
    long ended = state.getAndSet((state.get() | MASK) + 1);
    read.waited(node, read.watchdog().nanoTime() - sinceNanos, bytes, received.sum());
    if ((ended & MASK) == CUT) {
      throw new CutException("the wait for " + node + " was ended");
    }
  }

  /**
   * A node cannot be connected to.
   *
   * @throws CutException when whoever reads has another way to the bytes
   */
  public void refused(NodeId by) {
    if (read.leavesWhenRefused(by)) {
      throw new CutException(by + " cannot be connected to");
    }
  }

  /** Ends the wait under way, if there is one and it is of this read. From any thread. */
  public void cut(WaitJudge of) {
    long now = state.get();
    WaitJudge waits = read;
    Runnable ends = cutter;
    // All of it belongs together only if it is still the same wait.
    if ((now & MASK) == WAITING && waits == of && state.compareAndSet(now, now - WAITING + CUT)) {
      ends.run();
    }
  }

  /**
   * Asks whoever reads whether the wait under way is late, and ends it then.
   *
   * @param forgivenNanos how much of the wait this process itself stood still
   * @return in how many nanoseconds to look again at the latest
   */
  long check(long nowNanos, long forgivenNanos) {
    long seen = state.get();
    if ((seen & MASK) != WAITING) {
      return Long.MAX_VALUE;
    }
    WaitJudge waits = read;
    NodeId whom = node;
    boolean opens = opening;
    LongAdder comes = received;
    Runnable ends = cutter;
    long waiting = nowNanos - sinceNanos - forgivenNanos;
    // All of it belongs together only if it is still the same wait.
    if (state.get() != seen || waits == null) {
      return Long.MAX_VALUE;
    }
    if (!waits.leaves(whom, waiting, opens, comes.sum())) {
      return waits.nextLookNanos(waiting);
    }
    if (state.compareAndSet(seen, seen - WAITING + CUT)) {
      ends.run();
    }
    return Long.MAX_VALUE;
  }

  /** Changes with every wait. */
  long waits() {
    return state.get();
  }

  boolean isWaiting() {
    return (state.get() & MASK) == WAITING;
  }
}
