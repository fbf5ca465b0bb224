package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Tells the manager what reads saw of the storage nodes, and what it has cost to go around some:
 * once a second while there is something to tell, one request at a time, less often while it does
 * not answer. Processes that start together tell at different moments. While the process is young
 * it tells who brought bytes and who brought none, not how fast. Bounded: the oldest samples are
 * dropped for new ones, and those of a request that fails are not sent again. Thread-safe.
 */
public final class SampleSender {
  /** So many as eight full requests. */
  static final int WAITING_MAX = 8 * ManagerApi.SAMPLES_PER_REQUEST_MAX;

  static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** One that does not answer is told at an eighth of the rate, after three that failed. */
  private static final int DOUBLINGS_MAX = 3;

  /**
   * A process younger than this loads classes and runs interpreted while it waits, on cores that
   * nodes may share.
   */
  static final long YOUNG_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Who says nothing for so long is not waited for. */
  static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final ManagerApi manager;
  private final Scheduler scheduler;
  private final long bornNanos;
  private final RandomSource random;
  private final WaitingSamples waiting = new WaitingSamples(WAITING_MAX);

  /** By the node that was gone around. */
  private final Map<NodeId, NodeLedgers> ledgers = new LinkedHashMap<>();

  /** Whether the next request is under way or arranged. */
  private boolean isArranged;

  /** Whether a request is under way. */
  private boolean isSending;

  private long sentNanos;

  /** How often the period is doubled: once for each request in a row that was not answered. */
  private int doublings;

  /** To be run when there is nothing more to tell. */
  private final List<Runnable> whenTold = new ArrayList<>();

  /**
   * @param bornNanos when the process began to use Evenkeel, on the scheduler's clock: no two begin
   *     at the same nanosecond, so that it says at which moments this one tells
   */
  public SampleSender(ManagerApi manager, Scheduler scheduler, long bornNanos) {
    this(manager, scheduler, new Random(bornNanos)::nextLong, bornNanos);
  }

  SampleSender(ManagerApi manager, Scheduler scheduler, RandomSource random, long bornNanos) {
    this.manager = manager;
    this.scheduler = scheduler;
    this.random = random;
    this.bornNanos = bornNanos;
  }

  public void add(NodeSample seen) {
    boolean young = scheduler.nanoTime() - bornNanos < YOUNG_NANOS;
    NodeSample sample = young ? seen.withoutTime() : seen;
    synchronized (this) {
      waiting.add(sample);
    }
    sendUnlessArranged();
  }

  /** Something was asked around a node. */
  public void add(NodeLedgers entry) {
    synchronized (this) {
      if (ledgers.size() < WAITING_MAX || ledgers.containsKey(entry.node())) {
        ledgers.merge(entry.node(), entry, NodeLedgers::plus);
      }
    }
    sendUnlessArranged();
  }

  private void sendUnlessArranged() {
    long after;
    synchronized (this) {
      if (isArranged) {
        return;
      }
      isArranged = true;
      after = periodNanos();
    }
    sendLater((long) (after * (1 + random.nextDouble()) / 2));
  }

  private long periodNanos() {
    return PERIOD_NANOS << doublings;
  }

  private void sendLater(long nanos) {
    try {
      scheduler.schedule(nanos, this::send);
    } catch (Throwable e) {
      // No thread or no memory: the next sample tries it.
      synchronized (this) {
        isArranged = false;
      }
    }
  }

  /**
   * Tells at once what there is to tell of detours, and then runs a task: for the end of a process
   * that is too short to tell it by and by. Of what nodes are like others tell, too. A manager that
   * does not answer is told nothing.
   */
  public void tellLedgers(Runnable then) {
    boolean nothing;
    boolean now;
    synchronized (this) {
      boolean silent = isSending ? scheduler.nanoTime() - sentNanos > SILENT_NANOS : doublings > 0;
      nothing = silent || (ledgers.isEmpty() && !isSending);
      now = !nothing && !isSending;
      if (!nothing) {
        whenTold.add(then);
        isArranged = true;
      }
    }
    if (nothing) {
      then.run();
    } else if (now) {
      send();
    }
  }

  private void send() {
    try {
      List<NodeSample> batch;
      List<NodeLedgers> entries = new ArrayList<>();
      synchronized (this) {
        if (isSending || (waiting.isEmpty() && ledgers.isEmpty())) {
          // It was sent before its time.
          isArranged = isSending;
          return;
        }
        isSending = true;
        sentNanos = scheduler.nanoTime();
        for (var all = ledgers.values().iterator();
            all.hasNext() && entries.size() < ManagerApi.LEDGERS_PER_REQUEST_MAX; ) {
          entries.add(all.next());
          all.remove();
        }
        batch = waiting.take(ManagerApi.SAMPLES_PER_REQUEST_MAX);
      }
      manager.observe(batch, entries, new Sent());
    } catch (Throwable e) {
      next(false);
    }
  }

  private void next(boolean answered) {
    List<Runnable> told = List.of();
    boolean atOnce;
    boolean more;
    long after;
    synchronized (this) {
      isSending = false;
      doublings = answered ? 0 : Math.min(doublings + 1, DOUBLINGS_MAX);
      after = periodNanos();
      isArranged = !waiting.isEmpty() || !ledgers.isEmpty();
      more = isArranged;
      atOnce = !whenTold.isEmpty() && !ledgers.isEmpty();
      if (!atOnce) {
        told = List.copyOf(whenTold);
        whenTold.clear();
      }
    }
    if (atOnce) {
      send();
    } else if (more) {
      sendLater(after);
    }
    told.forEach(Runnable::run);
  }

  private final class Sent implements Completion<Answer> {
    @Override
    public void done(Answer value) {
      next(true);
    }

    @Override
    public void failed(Throwable cause) {
      // The manager's client has said why, once; newer samples say more than these; what
      // the ledgers miss for it is in the process's own.
      next(false);
    }
  }
}
