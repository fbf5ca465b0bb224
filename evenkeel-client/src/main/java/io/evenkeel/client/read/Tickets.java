package io.evenkeel.client.read;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FileTicket;
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
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.reading.ParityDemand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The tickets of one open file, asked for in the background, each stripe once: reading starts on
 * the data at once and the ticket joins when it comes; until then one from before holds, if this
 * process was given one lately. Thread-safe.
 */
public final class Tickets implements Knowledge {
  private final Scheduler scheduler;
  private final Optional<TicketRequests> manager;
  private final String path;
  private final Set<Integer> asked = new HashSet<>();

  /** Of these an answer is to come that is worth a wait, and who waits for it. */
  private final Map<Integer, List<Runnable>> awaited = new HashMap<>();

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
      Scheduler scheduler,
      Optional<TicketRequests> manager,
      String path,
      ParityDemand demand,
      BiConsumer<List<NodeView>, Set<NodeId>> stragglers) {
    this.scheduler = scheduler;
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
      scheduler.schedule(limitNanos, () -> runWaiting(Set.of(stripe)));
    } catch (Throwable e) {
      // No thread or no memory to wait by.
      runWaiting(Set.of(stripe));
    }
  }

  /** From now on nobody waits for these any more. */
  private void runWaiting(Set<Integer> stripes) {
    List<Runnable> tasks = new ArrayList<>();
    synchronized (this) {
      for (int stripe : stripes) {
        List<Runnable> waiting = awaited.remove(stripe);
        tasks.addAll(waiting == null ? List.of() : waiting);
      }
    }
    tasks.forEach(Runnable::run);
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

  private void decide(List<PlacedStripe> asked, Set<ContentVersion> named) {
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
          awaited.put(stripe.number(), new ArrayList<>());
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
    return manager
        .flatMap(requests -> requests.memory().of(stripe.version()))
        .filter(ticket -> ticket.fragments().geometry().equals(stripe.geometry()));
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
      Map<ContentVersion, StripeGeometry> cuts = new HashMap<>();
      for (PlacedStripe stripe : question) {
        cuts.put(stripe.version(), stripe.geometry());
      }
      Set<ContentVersion> own = cuts.keySet();
      // The answer is also about what other files' reads have asked, and by other codes and cuts.
      List<StripeTicket> given = new ArrayList<>();
      for (StripeTicket any : answer.tickets()) {
        if (any.fragments().geometry().equals(cuts.get(any.version())) && !isDropped(any)) {
          given.add(any);
        }
      }
      manager.orElseThrow().memory().answered(own, given);
      settled(own, given);
      try {
        stragglers.accept(answer.stragglers(), nodesOf(question));
        Set<ContentVersion> named = Set.copyOf(answer.wanted());
        for (ContentVersion version : own) {
          demand.decided(version, named.contains(version));
        }
        decide(question, named);
      } finally {
        tell();
      }
    }

    @Override
    public void failed(Throwable cause) {
      // No ticket, no parity; the manager's client has said why, once.
      settled(Set.of(), List.of());
      try {
        decide(question, Set.of());
      } finally {
        tell();
      }
    }

    /** At once what is known grows, and no longer counts as what may. */
    private void settled(Set<ContentVersion> own, List<StripeTicket> given) {
      synchronized (Tickets.this) {
        ticket = ticket.without(own).with(given);
        version++;
        answers++;
      }
    }

    private void tell() {
      Set<Integer> numbers = new HashSet<>();
      question.forEach(stripe -> numbers.add(stripe.stripe().number()));
      runWaiting(numbers);
      answered.run();
    }
  }
}
