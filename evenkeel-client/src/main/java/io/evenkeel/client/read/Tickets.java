package io.evenkeel.client.read;

import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.StripeVersion;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
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

/**
 * The tickets of one open file, asked for in the background, each stripe once: reading starts on
 * the data at once and the ticket joins when it comes; until then one from before holds, if this
 * process was given one lately. Thread-safe.
 */
public final class Tickets implements Knowledge {
  private final Optional<TicketRequests> manager;
  private final String path;
  private final Set<Integer> asked = new HashSet<>();

  /** Of these an answer is to come that is worth a wait. */
  private final Set<Integer> awaited = new HashSet<>();

  private final Set<StripeId> dropped = new HashSet<>();
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
   * @param demand told of every decision, and asked while there is none
   * @param stragglers told whom the manager calls slow, and the nodes of the stripes asked about
   */
  public Tickets(
      Optional<TicketRequests> manager,
      String path,
      ParityDemand demand,
      BiConsumer<List<NodeView>, Set<NodeId>> stragglers) {
    this.manager = manager;
    this.path = path;
    this.demand = demand;
    this.stragglers = stragglers;
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
   * Waits until what was asked of a stripe is answered, but no longer than this, and a second time
   * not at all; for callers that would wait for a slow node otherwise. An interrupt ends it and
   * stays set.
   */
  public synchronized void await(int stripe, long nanos) {
    long end = System.nanoTime() + nanos;
    try {
      for (long left = nanos; awaited.contains(stripe) && left > 0; ) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = end - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    awaited.remove(stripe);
  }

  private synchronized void settled(List<PlacedStripe> question) {
    answers++;
    question.forEach(stripe -> awaited.remove(stripe.stripe().number()));
    notifyAll();
  }

  /** How many requests have been answered or have failed. */
  public synchronized int answers() {
    return answers;
  }

  /** What was encoded so turned out missing or wrong. */
  public synchronized void drop(StripeId id) {
    manager.ifPresent(m -> m.memory().forget(id));
    dropped.add(id);
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

  private void decide(List<PlacedStripe> asked, Set<StripeVersion> named) {
    for (PlacedStripe stripe : asked) {
      int number = stripe.stripe().number();
      Consumer<Boolean> waiting;
      boolean decision = named.contains(stripe.version());
      synchronized (this) {
        waiting = undecided.remove(number);
        wanted.put(number, decision && waiting == null);
      }
      if (waiting != null) {
        waiting.accept(decision);
      }
    }
  }

  private static Set<NodeId> nodesOf(List<PlacedStripe> stripes) {
    Set<NodeId> nodes = new HashSet<>();
    for (PlacedStripe stripe : stripes) {
      for (List<NodeId> replicas : stripe.stripe().replicas()) {
        nodes.addAll(replicas);
      }
    }
    return nodes;
  }

  /**
   * Asks for those of some stripes that were not asked for yet: each counts as one access.
   *
   * @param stripes at most {@link ManagerApi#MAX_STRIPES_PER_REQUEST}
   * @param answered run after the answer or the failure to get one
   */
  public void ask(List<Stripe> stripes, Runnable answered) {
    if (manager.isEmpty()) {
      return;
    }
    List<PlacedStripe> question = new ArrayList<>();
    synchronized (this) {
      for (Stripe stripe : stripes) {
        if (asked.add(stripe.number())) {
          question.add(new PlacedStripe(path, stripe));
          awaited.add(stripe.number());
          remembered(stripe).ifPresent(this::add);
        }
      }
      requests += question.isEmpty() ? 0 : 1;
    }
    if (!question.isEmpty()) {
      manager.get().ask(question, new Answer(question, answered));
    }
  }

  /** Whether it was found missing or wrong while the manager was still asked about it. */
  private synchronized boolean isDropped(StripeTicket given) {
    return dropped.contains(given.fragments().id());
  }

  private Optional<StripeTicket> remembered(Stripe stripe) {
    return manager.flatMap(requests -> requests.memory().of(stripe.version()));
  }

  private void add(StripeTicket one) {
    ticket = ticket.with(List.of(one));
    version++;
  }

  /** What the manager says to one question. */
  private final class Answer implements Completion<TicketAnswer> {
    private final List<PlacedStripe> question;
    private final Runnable answered;

    Answer(List<PlacedStripe> question, Runnable answered) {
      this.question = question;
      this.answered = answered;
    }

    @Override
    public void done(TicketAnswer answer) {
      Set<StripeVersion> own = new HashSet<>();
      for (PlacedStripe stripe : question) {
        own.add(stripe.version());
      }
      try {
        // The answer is also about what other files' reads have asked.
        List<StripeTicket> tickets = new ArrayList<>();
        for (StripeTicket any : answer.tickets()) {
          if (own.contains(any.version()) && !isDropped(any)) {
            tickets.add(any);
          }
        }
        manager.orElseThrow().memory().answered(own, tickets);
        synchronized (Tickets.this) {
          ticket = ticket.without(own).with(tickets);
          version++;
        }
        // Reads under way learn of the ticket while it still counts as pending: one whose replicas
        // fail just now would take it for never coming.
        answered.run();
      } finally {
        settled(question);
      }
      stragglers.accept(answer.stragglers(), nodesOf(question));
      Set<StripeVersion> named = Set.copyOf(answer.wanted());
      for (StripeVersion version : own) {
        demand.decided(version, named.contains(version));
      }
      decide(question, named);
      answered.run();
    }

    @Override
    public void failed(Throwable cause) {
      // No ticket, no parity; the manager's client has said why, once.
      settled(question);
      decide(question, Set.of());
      answered.run();
    }
  }
}
