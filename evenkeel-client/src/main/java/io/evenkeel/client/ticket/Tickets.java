package io.evenkeel.client.ticket;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.process.OnceOnly;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.reading.ParityDemand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tickets of one open file, asked for in the background: reading starts on the data at once and
 * the ticket joins when it comes; until then one from before holds, if this process was given one
 * lately. A stripe is asked for once, and again when its parity is needed and was not there:
 * streams stay open for days, and parity is made because somebody asked. Thread-safe.
 */
public final class Tickets implements Knowledge {
  private static final Logger LOG = LoggerFactory.getLogger(Tickets.class);

  /** A stripe that had no parity is not asked for again sooner. */
  private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Nor, the first time, one of which nobody has said whether it has any; then twice as long. */
  private static final long UNANSWERED_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);

  private final Scheduler scheduler;
  private final Optional<TicketQuestions> manager;
  private final String path;
  private final LongSupplier fileBytes;

  /** The stripes that were asked for. */
  private final Map<Integer, Asked> asked = new HashMap<>();

  /** Of these an answer is to come that is worth a wait, and who waits for it. */
  private final Map<Integer, List<Runnable>> awaited = new HashMap<>();

  private final Set<CachedFragments> dropped = new HashSet<>();
  private final Set<StripeId> withdrawn = new HashSet<>();
  private final ParityDemand demand;
  private final BiConsumer<List<NodeView>, Set<NodeId>> stragglers;

  /** By stripe number: whether its parity is wanted; absent while that is not known. */
  private final Map<Integer, Boolean> wanted = new HashMap<>();

  private final Map<Integer, Consumer<Boolean>> undecided = new HashMap<>();
  private FileTicket ticket = FileTicket.none();
  private long version;
  private int requests;
  private int answers;

  /**
   * @param againNanos from when on it may be asked for again
   * @param unansweredNanos how long after it was asked in vain
   */
  private record Asked(long againNanos, long unansweredNanos) {
    Asked inVain(long nowNanos) {
      return new Asked(nowNanos + unansweredNanos, Math.min(AGAIN_NANOS, 2 * unansweredNanos));
    }
  }

  /**
   * @param fileBytes how long the file is by now
   * @param demand told of every decision, and asked while there is none
   * @param stragglers told whom the manager calls slow, and the nodes of the stripes asked about
   */
  public Tickets(
      Scheduler scheduler,
      Optional<TicketQuestions> manager,
      String path,
      LongSupplier fileBytes,
      ParityDemand demand,
      BiConsumer<List<NodeView>, Set<NodeId>> stragglers) {
    this.scheduler = scheduler;
    this.manager = manager;
    this.path = path;
    this.fileBytes = fileBytes;
    this.demand = demand;
    this.stragglers = stragglers;
  }

  /** Of the file that they are of. */
  public String path() {
    return path;
  }

  public synchronized FileTicket now() {
    return ticket;
  }

  @Override
  public synchronized long version() {
    return version;
  }

  /** Whether an answer of the manager is still to come. */
  @Override
  public synchronized boolean mayGrow() {
    return answers < requests;
  }

  /**
   * Runs a task once what was asked of a stripe is answered, but after so long at the latest, and
   * when that has been waited for before, at once; for callers that would wait for a slow node
   * otherwise.
   */
  public void whenAnswered(int stripe, long limitNanos, Runnable task) {
    synchronized (this) {
      if (awaited.containsKey(stripe)) {
        awaited.get(stripe).add(task);
        task = null;
      }
    }
    if (task != null) {
      task.run();
      return;
    }
    try {
      scheduler.schedule(limitNanos, () -> runWaiting(stripe));
    } catch (Throwable e) {
      // No thread or no memory to wait by.
      runWaiting(stripe);
    }
  }

  /** From now on nobody waits for this one any more. */
  private void runWaiting(int stripe) {
    List<Runnable> waiting;
    synchronized (this) {
      waiting = awaited.remove(stripe);
    }
    if (waiting != null) {
      waiting.forEach(Runnable::run);
    }
  }

  /**
   * Fragments turned out missing or wrong; what else there is of their stripe may be right.
   *
   * @return whether that is news
   */
  public synchronized boolean drop(CachedFragments bad) {
    manager.ifPresent(m -> m.memory().forget(bad.stripe()));
    ticket = ticket.without(bad);
    version++;
    return dropped.add(bad);
  }

  /**
   * The manager is being told of that, and may have all of the stripe's parity deleted: nothing of
   * it is read any more.
   */
  public synchronized void withdrawn(StripeId id) {
    manager.ifPresent(m -> m.memory().forget(id));
    withdrawn.add(id);
    ticket = ticket.without(id);
    version++;
  }

  /** Whether to begin this stripe: it is wanted, or likely to be, and nobody else makes it. */
  public synchronized boolean mayBeWanted(Stripe stripe) {
    Boolean decision = wanted.get(stripe.number());
    boolean likely = decision == null ? demand.isLikely(stripe.version()) : decision;
    return likely && !undecided.containsKey(stripe.number());
  }

  /**
   * Tells whether a stripe's parity is wanted, now or when the manager has answered. Only the first
   * who asks is told yes: one who makes it is enough.
   */
  public void whenDecided(int stripe, Consumer<Boolean> then) {
    Boolean decision;
    synchronized (this) {
      decision = wanted.get(stripe);
      if (decision == null && undecided.putIfAbsent(stripe, then) == null) {
        return;
      }
      wanted.replace(stripe, false);
    }
    then.accept(Boolean.TRUE.equals(decision));
  }

  private void decide(int stripe, boolean isWanted) {
    Consumer<Boolean> waiting;
    synchronized (this) {
      waiting = undecided.remove(stripe);
      wanted.put(stripe, isWanted && waiting == null);
    }
    if (waiting != null) {
      waiting.accept(isWanted);
    }
  }

  private static Set<NodeId> nodesOf(Stripe stripe) {
    Set<NodeId> nodes = new HashSet<>();
    stripe.replicas().forEach(nodes::addAll);
    return nodes;
  }

  /**
   * Asks for a stripe, unless it was asked for: it counts as one access.
   *
   * @param answered run after the answer or the failure to get one
   */
  public void ask(Stripe stripe, Runnable answered) {
    ask(stripe, false, answered);
  }

  /**
   * As the other, for a read that needs parity now: asks again where there was none when it was
   * asked for, or it turned out missing, some time ago.
   */
  public void askAgain(Stripe stripe, Runnable answered) {
    ask(stripe, true, answered);
  }

  private void ask(Stripe stripe, boolean isNeeded, Runnable answered) {
    if (manager.isEmpty()) {
      return;
    }
    synchronized (this) {
      long now = scheduler.nanoTime();
      Asked before = asked.get(stripe.number());
      boolean isAgain =
          isNeeded
              && before != null
              && now - before.againNanos() >= 0
              && !awaited.containsKey(stripe.number())
              && ticket.stripe(stripe.version()).isEmpty();
      if (before != null && !isAgain) {
        return;
      }
      long unanswered = before == null ? UNANSWERED_NANOS_MIN : before.unansweredNanos();
      asked.put(stripe.number(), new Asked(now + AGAIN_NANOS, unanswered));
      awaited.put(stripe.number(), new ArrayList<>());
      remembered(stripe).ifPresent(this::add);
      requests++;
    }
    Optional<Long> length = Optional.of(fileBytes.getAsLong());
    manager
        .get()
        .ask(List.of(new PlacedStripe(path, stripe, length)), new Answer(stripe, answered));
  }

  /** Without what was found missing or wrong while the manager was still asked about it. */
  private synchronized Optional<StripeTicket> withoutDropped(StripeTicket given) {
    Optional<FragmentTicket> left =
        Optional.of(given.fragments()).filter(f -> !withdrawn.contains(f.id()));
    for (CachedFragments bad : dropped) {
      left = left.flatMap(fragments -> fragments.without(bad));
    }
    return left.map(fragments -> new StripeTicket(given.version(), fragments));
  }

  private Optional<StripeTicket> remembered(Stripe stripe) {
    return manager
        .flatMap(requests -> requests.memory().of(stripe.version()))
        .filter(ticket -> ticket.fragments().geometry().equals(stripe.geometry()))
        .flatMap(this::withoutDropped);
  }

  private void add(StripeTicket one) {
    ticket = ticket.with(List.of(one));
    version++;
  }

  /** What the manager says of one stripe. */
  private final class Answer implements Completion<TicketAnswer> {
    private final Stripe stripe;
    private final Runnable answered;

    Answer(Stripe stripe, Runnable answered) {
      this.stripe = stripe;
      this.answered = answered;
    }

    @Override
    public void done(TicketAnswer answer) {
      ContentVersion version = stripe.version();
      settled(answer);
      try {
        stragglers.accept(answer.stragglers(), nodesOf(stripe));
        boolean isWanted = answer.wanted().contains(version);
        demand.decided(version, isWanted);
        decide(stripe.number(), isWanted);
      } finally {
        tell();
      }
    }

    @Override
    public void failed(Throwable cause) {
      // No ticket, no parity; the manager's client has said why, once.
      synchronized (Tickets.this) {
        asked.computeIfPresent(
            stripe.number(), (number, before) -> before.inVain(scheduler.nanoTime()));
        version++;
        answers++;
      }
      try {
        decide(stripe.number(), false);
      } finally {
        tell();
      }
    }

    private boolean isOfThis(StripeTicket any) {
      return any.version().equals(stripe.version())
          && any.fragments().geometry().equals(stripe.geometry());
    }

    /** What others cache of the same content cannot be used here: said once. */
    private void cannotUse(StripeTicket any) {
      StripeGeometry there = any.fragments().geometry();
      if (any.version().equals(stripe.version()) && !there.equals(stripe.geometry())) {
        OnceOnly.warn(
            LOG,
            "it is of %s in subblocks of %d bytes, here %s says %s and %s %d"
                .formatted(
                    there.code(),
                    there.subblockBytes(),
                    EvenkeelKeys.CODE.name(),
                    stripe.geometry().code(),
                    EvenkeelKeys.SUBBLOCK_BYTES.name(),
                    stripe.geometry().subblockBytes()),
            "Cached parity that there is cannot be used");
      }
    }

    /** At once what is known grows, and no longer counts as what may. */
    private void settled(TicketAnswer answer) {
      answer.tickets().forEach(this::cannotUse);
      synchronized (Tickets.this) {
        // It is also about what other files' reads have asked, and by other codes and cuts.
        Optional<StripeTicket> given =
            answer.tickets().stream()
                .filter(this::isOfThis)
                .flatMap(any -> withoutDropped(any).stream())
                .findFirst();
        manager.orElseThrow().memory().answered(stripe.version(), given);
        ticket = ticket.without(stripe.version());
        given.ifPresent(one -> ticket = ticket.with(List.of(one)));
        version++;
        answers++;
      }
    }

    private void tell() {
      runWaiting(stripe.number());
      answered.run();
    }
  }
}
