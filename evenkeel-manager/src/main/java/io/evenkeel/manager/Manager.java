package io.evenkeel.manager;

import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.PolicyStatus;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.policy.cache.CsacSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The manager as a state machine: every method is one event, changes the state, and says what is to
 * be done outside. It decides by POCache's CSAC ({@link io.evenkeel.policy.cache.Csac}) which
 * parity is cached, and judges the storage nodes. No I/O, no clock, no threads; one event at a
 * time. The same events give the same effects. A new instance takes over what the one before has
 * written down on the cache nodes as published, and nothing else. Whoever sends events is not
 * trusted either: one is refused, with {@link io.evenkeel.core.port.RefusedRequestException} and
 * before anything has changed, or leaves the books true.
 */
public final class Manager {
  private final ManagerSettings settings;
  private final String incarnation;
  private final ParityCache cache;
  private final TicketRequests tickets;
  private final Reservations reservations;
  private final Publications publications;
  private final Adoption adoption;
  private final FailedDeletions failedDeletions;
  private final Explanations explanations;
  private final FillOrders orders;
  private final StragglerChanges stragglers;
  private final Map<NodeId, Long> askUsedBytesAtNanos = new HashMap<>();

  /** What events had led to that broke off there: it is to be done as time passes. */
  private final List<Effect> leftOver = new ArrayList<>();

  /** What time passes for, in order. */
  private final List<Part> parts;

  private interface Part {
    void tick(long nowNanos, List<Effect> effects);
  }

  /**
   * One that knows nothing.
   *
   * @param nodes the cache nodes
   * @param random names this instance, and hides the hashes of what it knows
   */
  public Manager(
      ManagerSettings settings,
      Collection<NodeId> nodes,
      FragmentSizes sizes,
      RandomSource random) {
    this.settings = settings;
    this.incarnation = String.format("%016x", random.nextLong());
    this.cache = new ParityCache(settings, nodes, sizes, new SecretHash(random));
    this.tickets = new TicketRequests(cache);
    FillPlacement placement = new FillPlacement(cache);
    this.reservations = new Reservations(cache, placement);
    this.publications = new Publications(cache);
    this.adoption = new Adoption(cache, publications);
    this.failedDeletions = new FailedDeletions(cache);
    this.explanations = new Explanations(cache);
    this.orders = new FillOrders(cache, placement, explanations);
    this.stragglers = new StragglerChanges(cache);
    this.parts =
        List.of(
            this::doLeftOver,
            this::askUsedBytes,
            failedDeletions::tick,
            publications::tick,
            adoption::tick,
            orders::tick,
            (now, effects) -> cache.storageNodes.forgetOutstanding(now),
            stragglers::tick);
  }

  /** An event that breaks off changes nothing without what is to be done for it. */
  private <T> Outcome<T> event(Function<List<Effect>, T> event) {
    List<Effect> effects = new ArrayList<>();
    try {
      return new Outcome<>(event.apply(effects), effects);
    } catch (RuntimeException | Error e) {
      leftOver.addAll(effects);
      throw e;
    }
  }

  /** The same of one that nobody waits for. */
  private List<Effect> effectsOf(Consumer<List<Effect>> event) {
    Function<List<Effect>, Answer> answered =
        effects -> {
          event.accept(effects);
          return Answer.YES;
        };
    return event(answered).effects();
  }

  private void doLeftOver(long nowNanos, List<Effect> effects) {
    effects.addAll(leftOver);
    leftOver.clear();
  }

  /** Room for the parity of a stripe that is being written is asked for. */
  public Outcome<Reservation> reserve(long nowNanos, StripeId id, StripeGeometry geometry) {
    EventLimits.require(geometry);
    return event(effects -> reservations.write(nowNanos, id, geometry, effects));
  }

  /** Room for the parity of existing content is asked for. */
  public Outcome<Reservation> reserveFill(
      long nowNanos, StripeId id, ContentVersion version, StripeGeometry geometry) {
    EventLimits.require(geometry);
    return event(effects -> reservations.fill(nowNanos, id, version, geometry, effects));
  }

  /** A stored encoding is to be bound to its content. */
  public Outcome<Answer> publish(long nowNanos, StripeId id, PlacedStripe content) {
    EventLimits.require(content);
    return event(effects -> publications.publish(nowNanos, id, content, effects));
  }

  /**
   * A reservation is given back, or a publication is said to be broken.
   *
   * @param by which machine says so; not what it says
   */
  public Outcome<Answer> withdraw(long nowNanos, Witness by, StripeId id, String reason) {
    return event(effects -> publications.withdraw(nowNanos, by, id, reason, effects));
  }

  /** A renewal was asked for, and not answered. */
  void renewalUnanswered(Effect.Renew renewal) {
    publications.unanswered(renewal.stripe());
  }

  /** A reader has not found a fragment of what is published. */
  public Outcome<Answer> missing(StripeId id) {
    publications.renewSoon(id);
    return Outcome.of(Answer.YES);
  }

  /** Clients say what has become of files. */
  public Outcome<Answer> changed(long nowNanos, List<PathChange> changes) {
    EventLimits.requireChanges(changes);
    return Outcome.of(
        cache.changes.changed(nowNanos, changes)
            ? Answer.YES
            : Answer.no("too many paths at once"));
  }

  /** A reader of this machine is about to read these stripes. */
  public Outcome<TicketAnswer> tickets(long nowNanos, List<PlacedStripe> stripes) {
    return tickets(nowNanos, Witness.THIS_MACHINE, stripes);
  }

  /**
   * A reader is about to read these stripes.
   *
   * @param by of which machine it is; not what it says
   */
  public Outcome<TicketAnswer> tickets(long nowNanos, Witness by, List<PlacedStripe> stripes) {
    EventLimits.requireCount("stripes", stripes.size(), ManagerApi.STRIPES_PER_REQUEST_MAX);
    stripes.forEach(EventLimits::require);
    return event(effects -> tickets.ask(nowNanos, by, stripes, effects));
  }

  /**
   * Clients say what they saw of storage nodes.
   *
   * @param by which machine's; not what they say
   */
  public Outcome<Answer> observe(
      long nowNanos, Witness by, List<NodeSample> samples, List<NodeLedgers> ledgers) {
    EventLimits.requireCount("samples", samples.size(), ManagerApi.SAMPLES_PER_REQUEST_MAX);
    EventLimits.requireCount("ledgers", ledgers.size(), ManagerApi.LEDGERS_PER_REQUEST_MAX);
    samples.forEach(EventLimits::require);
    ledgers.forEach(EventLimits::require);
    cache.storageNodes.observe(nowNanos, by, samples);
    cache.storageNodes.enter(ledgers);
    return Outcome.of(Answer.YES);
  }

  /**
   * A process says what it has outstanding at storage nodes, and asks what all have.
   *
   * @param by of which machine it is; not what it says
   */
  public Outcome<QueueAnswer> queues(long nowNanos, Witness by, QueueReport own) {
    EventLimits.require(own);
    return Outcome.of(cache.storageNodes.queues(nowNanos, by, own));
  }

  /** A storage node says what it has counted. */
  public void observeCounters(long nowNanos, DataNodeCounters counters) {
    cache.storageNodes.observe(nowNanos, counters);
  }

  /** A storage node was asked what it has counted, and does not say. */
  public void countersUnanswered(long nowNanos, NodeId node) {
    cache.storageNodes.unanswered(nowNanos, node);
  }

  /**
   * Which storage nodes there are. From now on nobody else is judged; before, and with none, those
   * are taken for real that two witnesses tell of.
   */
  public void storageNodes(Set<NodeId> nodes) {
    cache.storageNodes.list(nodes);
  }

  /** Somebody offers to make wanted parity. */
  public Outcome<FillAnswer> fills(long nowNanos, int most) {
    EventLimits.requireCount("fills", most, ManagerApi.FILLS_PER_REQUEST_MAX);
    return orders.take(nowNanos, most);
  }

  /** Somebody asks why. */
  public List<StripeExplanation> explain(long nowNanos, List<ContentVersion> stripes) {
    EventLimits.requireCount("stripes", stripes.size(), ManagerApi.STRIPES_PER_REQUEST_MAX);
    return explanations.of(nowNanos, stripes);
  }

  /** Nothing was heard of anybody for so long, for this process was not running. */
  public void stoodStill(long nanos) {
    cache.encodings.stoodStill(nanos);
    cache.fills.stoodStill(nanos);
  }

  /**
   * Time has passed: expires reservations and orders, renews keys, samples cache nodes, tries again
   * to remove what could not be removed, reads what is written down there, forgets who does not say
   * any more what it has outstanding, and judges storage nodes that are due.
   */
  public List<Effect> tick(long nowNanos) {
    List<Effect> effects = new ArrayList<>();
    tick(nowNanos, effects);
    return effects;
  }

  /**
   * The same, where something may be broken: what throws keeps nothing else from being done, and is
   * thrown on when all else is, the first with what followed.
   *
   * @param effects gets what is to be done, whatever is thrown
   */
  void tick(long nowNanos, List<Effect> effects) {
    Throwable first = null;
    for (Part part : parts) {
      try {
        part.tick(nowNanos, effects);
      } catch (OutOfMemoryError e) {
        throw e;
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = e;
        } else if (e != first) {
          first.addSuppressed(e);
        }
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first != null) {
      throw (RuntimeException) first;
    }
  }

  private void askUsedBytes(long nowNanos, List<Effect> effects) {
    for (NodeId node : cache.accounts.nodes()) {
      if (askUsedBytesAtNanos.getOrDefault(node, nowNanos) - nowNanos <= 0) {
        askUsedBytesAtNanos.put(node, nowNanos + settings.usedBytesEvery().toNanos());
        effects.add(new Effect.AskUsedBytes(node));
      }
    }
  }

  /**
   * A renewal was answered.
   *
   * @param askedAtNanos when it was asked for, at the latest
   * @param found how many of the node's fragments there were
   */
  public List<Effect> renewed(long askedAtNanos, StripeId id, NodeId node, int found) {
    return effectsOf(effects -> publications.renewed(askedAtNanos, id, node, found, effects));
  }

  /** There was no room for a renewal to wait: it is asked for again. */
  void renewalHadNoRoom(Effect.Renew renewal) {
    publications.renewSoon(renewal.stripe());
  }

  /** What is to be written down of a stripe; empty when nothing is, or no longer. */
  Optional<Claim> claim(StripeId id) {
    return Optional.ofNullable(cache.encodings.find(id))
        .filter(this::isCatalogued)
        .map(e -> new Claim(id, cache.codec.placed(e.content), e.nodes));
  }

  private boolean isCatalogued(Encoding encoding) {
    return encoding.published && !cache.encodings.isDoubted(encoding);
  }

  private boolean isCatalogued(Encoding encoding, NodeId node) {
    return isCatalogued(encoding) && encoding.nodes.get(0).equals(node);
  }

  /** A page of what is written down on a cache node was read: what it claims is taken over. */
  public List<Effect> adopt(long nowNanos, NodeId node, CataloguePage page) {
    return effectsOf(effects -> adoption.read(nowNanos, node, page, effects));
  }

  /** What is written down on a cache node could not be read. */
  public List<Effect> unread(long nowNanos, NodeId node, String reason) {
    return adoption.unread(nowNanos, node, reason);
  }

  /** A cache node said how many bytes it holds. */
  public List<Effect> toldUsedBytes(NodeId node, long usedBytes) {
    boolean wasReachable = cache.accounts.isReachable(node);
    cache.accounts.toldUsedBytes(node, usedBytes);
    // It may have been started anew, and empty, be it between two looks.
    if (!wasReachable || usedBytes < cache.accounts.publishedBytes(node) / 2) {
      cache.encodings.renewSoon(node);
    }
    if (wasReachable) {
      return List.of();
    }
    return List.of(
        new Effect.Log("cache node " + node + " is reached and holds " + ByteText.of(usedBytes)));
  }

  /** A cache node did not answer. */
  public List<Effect> unreachable(NodeId node, String reason) {
    return cache.accounts.unreachable(node)
        ? List.of(new Effect.Log("cache node " + node + " is not reached: " + reason))
        : List.of();
  }

  /** A deletion is going to be carried out; until it ends, its bytes are on the node still. */
  public void deletionDue(Effect.Delete delete) {
    cache.accounts.deletionDue(delete.node(), delete.allocatedBytes());
  }

  /** It has ended, well or not. */
  public void deletionEnded(Effect.Delete delete) {
    cache.accounts.deletionEnded(delete.node(), delete.allocatedBytes());
  }

  /** What is granted and not published, on all cache nodes. */
  long reservedBytes() {
    return cache.accounts.nodes().stream().mapToLong(cache.accounts::reservedBytes).sum();
  }

  /** Whether a cache node has room for all that is granted on it beside what is being deleted. */
  boolean hasRoomNow(NodeId node) {
    return cache.accounts.hasRoomNow(node);
  }

  /** Fragments that are no longer accounted for could not be removed: that is tried again. */
  public void deleteFailed(Effect.Delete delete) {
    cache.accounts.lingering(delete.node(), delete.allocatedBytes());
    failedDeletions.add(delete);
  }

  /**
   * What of a deletion to carry out now: once room was granted by the same id again, one that has
   * failed before must not take what may have been stored since, nor strike what says so, which is
   * on the first node. The first try is always made, for what is there is of another content, and
   * is taken for gone in the books: whoever has stored anew meanwhile has a miss.
   */
  Optional<Effect.Delete> stillToDelete(Effect.Delete delete) {
    Encoding now = cache.encodings.find(delete.stripe());
    if (delete.isStrike() && now != null && isCatalogued(now, delete.node())) {
      return Optional.empty();
    }
    Encoding again = delete.repeats() == 0 ? null : now;
    if (again == null
        || !again.nodes.contains(delete.node())
        || (delete.isStrike() && cache.encodings.isDoubted(again))) {
      return Optional.of(delete);
    }
    boolean isFirst = again.nodes.get(0).equals(delete.node());
    return isFirst ? Optional.empty() : Optional.of(delete.strike());
  }

  /** They are removed, but what is written down of them is not struck: that is tried again. */
  public void strikeFailed(Effect.Delete delete) {
    failedDeletions.add(delete.strike());
  }

  /** A stripe was written down, or may have been: what is not to be any more is struck. */
  List<Effect> entered(Effect.Enter enter) {
    Encoding encoding = cache.encodings.find(enter.stripe());
    boolean isCataloguedThere = encoding != null && isCatalogued(encoding, enter.node());
    return isCataloguedThere
        ? List.of()
        : List.of(new Effect.Delete(enter.stripe(), enter.node(), List.of(), 0));
  }

  /** What is held and believed now. */
  public ManagerStatus status(long nowNanos) {
    List<NodeStatus> nodes = new ArrayList<>();
    CacheAccounts accounts = cache.accounts;
    long published = 0;
    long reserved = 0;
    for (NodeId node : accounts.nodes()) {
      published += accounts.publishedBytes(node);
      reserved += accounts.reservedBytes(node);
      long used =
          accounts.publishedBytes(node)
              + accounts.reservedBytes(node)
              + accounts.foreignBytes(node);
      nodes.add(new NodeStatus(node, settings.capacityBytes(), used, accounts.isReachable(node)));
    }
    Counters counters = cache.counters;
    return new ManagerStatus(
        incarnation,
        settings.capacityBytes() * nodes.size(),
        published,
        reserved,
        cache.encodings.publishedCount(),
        cache.encodings.reservedCount(),
        cache.encodings.doubtedCount(),
        cache.encodings.doubtedBytes(),
        settings.timeToLive().toSeconds(),
        counters.evictedStripes,
        counters.refusedReservations,
        Optional.of(counters.lapsedReservations),
        Optional.of(counters.lostStripes),
        counters.ticketRequests,
        counters.ticketHits,
        nodes,
        policyStatus(),
        cache.storageNodes.status(nowNanos));
  }

  private String byFiles() {
    return settings.largestFileBytes() == 0
        ? ""
        : ", by files, written ones up to " + ByteText.of(settings.largestFileBytes());
  }

  private PolicyStatus policyStatus() {
    Counters counters = cache.counters;
    CsacSettings policy = settings.policy();
    return new PolicyStatus(
        "csac%s: eviction %s, admission %s, prediction %s, prefetch ratio %s%s"
            .formatted(
                policy.preset().map(" "::concat).orElse(""),
                policy.eviction(),
                policy.admission(),
                policy.prediction(),
                policy.prefetchRatio(),
                byFiles()),
        cache.stripes.size(),
        counters.stragglerRequests,
        counters.stragglerHits,
        cache.fills.queuedCount(),
        cache.fills.orderedCount() + cache.encodings.fillCount(),
        counters.doneFills,
        counters.failedFills,
        counters.prefetchedStripes);
  }

  /** Throws unless the books are in step. */
  void check() {
    cache.check();
  }
}
