package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeVersion;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.PolicyStatus;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.policy.cache.EvictionPolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The manager as a state machine: every method is one event, changes the state, and says what is to
 * be done outside. No I/O, no clock, no threads; one event at a time. The same events give the same
 * effects. A new instance trusts nothing that is not published to it.
 */
public final class Manager {
  private final ManagerSettings settings;
  private final FragmentSizes sizes;
  private final EvictionPolicy<StripeId> eviction;
  private final String incarnation;
  private final Catalog catalog = new Catalog();
  private final CacheLedger ledger;
  private final Map<NodeId, Long> sampleAtNanos = new HashMap<>();
  private long evictedStripes;
  private long refusedReservations;
  private long ticketRequests;
  private long ticketHits;

  public Manager(
      ManagerSettings settings,
      Collection<NodeId> nodes,
      FragmentSizes sizes,
      EvictionPolicy<StripeId> eviction,
      RandomSource random) {
    this.settings = settings;
    this.sizes = sizes;
    this.eviction = eviction;
    this.incarnation = String.format("%016x", random.nextLong());
    this.ledger = new CacheLedger(nodes, settings.capacityBytes());
  }

  /** Room for a stripe's parity is asked for. */
  public Outcome<Reservation> reserve(long nowNanos, StripeId id, StripeGeometry geometry) {
    Entry old = catalog.get(id);
    if (old != null && (old.isPublished() || !old.geometry().equals(geometry))) {
      return refuse(
          "stripe " + id + (old.isPublished() ? " is published" : " is reserved in another size"));
    }
    if (old != null) {
      replace(old, reserved(id, geometry, old.nodes(), nowNanos));
      return Outcome.of(new Reservation(old.nodes(), settings.timeToLive(), ""));
    }
    if (geometry.code().parityCount() == 0) {
      return refuse("stripe " + id + " of " + geometry.code() + " has no parity");
    }
    if (catalog.size() >= settings.maxStripes()) {
      return refuse("the manager holds " + settings.maxStripes() + " stripes already");
    }
    return place(nowNanos, id, geometry);
  }

  private Outcome<Reservation> place(long nowNanos, StripeId id, StripeGeometry geometry) {
    int count = geometry.code().parityCount();
    long bytes = sizes.ofIndex(geometry);
    Map<NodeId, Long> free = ledger.freeBytes();
    List<NodeId> nodes = Placement.place(count, bytes, free);
    List<Entry> victims = new ArrayList<>();
    if (nodes.isEmpty() && settings.evictOnReserve()) {
      nodes = makeRoom(id, count, bytes, free, victims);
    }
    if (nodes.isEmpty()) {
      return refuse(
          "no room for %d times %d bytes of stripe %s: %s free"
              .formatted(count, bytes, id, ledger.freeBytes()));
    }
    List<Effect> effects = new ArrayList<>();
    for (Entry victim : victims) {
      if (victim.nodes().stream().anyMatch(nodes::contains)) {
        evictedStripes++;
        eviction.evicted(victim.id());
        drop(victim, effects);
      }
    }
    add(reserved(id, geometry, nodes, nowNanos));
    return new Outcome<>(new Reservation(nodes, settings.timeToLive(), ""), effects);
  }

  /** Takes victims in the policy's order until all indexes can be placed; empty when never. */
  private List<NodeId> makeRoom(
      StripeId id, int count, long bytes, Map<NodeId, Long> free, List<Entry> victims) {
    for (StripeId victimId : eviction.victims(id)) {
      Entry victim = catalog.get(victimId);
      victims.add(victim);
      victim
          .nodes()
          .forEach(n -> free.computeIfPresent(n, (node, f) -> f + victim.fragmentBytes()));
      List<NodeId> nodes = Placement.place(count, bytes, free);
      if (!nodes.isEmpty()) {
        return nodes;
      }
    }
    return List.of();
  }

  private Entry reserved(StripeId id, StripeGeometry geometry, List<NodeId> nodes, long nowNanos) {
    long expiresAt = nowNanos + settings.timeToLive().toNanos();
    return Entry.reserved(id, geometry, nodes, sizes.ofIndex(geometry), expiresAt);
  }

  private Outcome<Reservation> refuse(String reason) {
    refusedReservations++;
    return Outcome.of(new Reservation(List.of(), settings.timeToLive(), reason));
  }

  /** A stored encoding is to be bound to its content. */
  public Outcome<Answer> publish(long nowNanos, StripeId id, PlacedStripe content) {
    StripeVersion version = content.version();
    StripeGeometry geometry = content.geometry();
    Entry entry = catalog.get(id);
    if (entry == null || entry.isGone(nowNanos)) {
      return Outcome.of(Answer.no("stripe " + id + " is not reserved here, or no longer"));
    }
    if (entry.isPublished()) {
      boolean same = entry.version().equals(version) && entry.geometry().equals(geometry);
      return Outcome.of(
          same ? Answer.YES : Answer.no("stripe " + id + " is bound to another content already"));
    }
    String mismatch = mismatch(entry, version, geometry);
    if (!mismatch.isEmpty()) {
      return Outcome.of(Answer.no("stripe " + id + " " + mismatch));
    }
    Entry other = catalog.get(version);
    List<Effect> effects = new ArrayList<>();
    if (other != null) {
      drop(entry, effects);
      return new Outcome<>(
          Answer.no("the content of stripe " + id + " is protected by " + other.id() + " already"),
          effects);
    }
    Entry published =
        entry.published(
            version, geometry, sizes.ofIndex(geometry), nowNanos, settings.timeToLive().toNanos());
    replace(entry, published);
    eviction.added(id, published.totalBytes());
    renew(published, effects);
    return new Outcome<>(Answer.YES, effects);
  }

  /** Why a publication does not fit its reservation; empty when it does. */
  private String mismatch(Entry reserved, StripeVersion version, StripeGeometry actual) {
    if (!actual.code().equals(reserved.geometry().code())
        || actual.subblockBytes() != reserved.geometry().subblockBytes()
        || sizes.ofIndex(actual) > reserved.fragmentBytes()) {
      return "was reserved as " + reserved.geometry() + ", not as " + actual;
    }
    List<Long> lengths = version.blocks().stream().map(b -> b.lengthBytes()).toList();
    return lengths.equals(actual.blockLengthBytes())
        ? ""
        : "has blocks of " + lengths + " bytes, not of " + actual.blockLengthBytes();
  }

  /** A reservation or publication is given back. */
  public Outcome<Answer> withdraw(StripeId id, String reason) {
    Entry entry = catalog.get(id);
    List<Effect> effects = new ArrayList<>();
    if (entry != null) {
      if (entry.isPublished()) {
        effects.add(new Effect.Log("stripe " + id + " was withdrawn: " + reason));
      }
      drop(entry, effects);
    }
    return new Outcome<>(Answer.YES, effects);
  }

  /** The tickets of what is published of these contents. */
  public Outcome<TicketAnswer> tickets(long nowNanos, List<PlacedStripe> stripes) {
    if (stripes.size() > ManagerApi.MAX_STRIPES_PER_REQUEST) {
      throw new IllegalArgumentException(
          "asked for the tickets of %d stripes; at most %d at once"
              .formatted(stripes.size(), ManagerApi.MAX_STRIPES_PER_REQUEST));
    }
    List<ParityTicket> found = new ArrayList<>();
    for (PlacedStripe stripe : stripes) {
      ticketRequests++;
      Entry entry = catalog.get(stripe.version());
      if (entry != null && !entry.isGone(nowNanos)) {
        ticketHits++;
        eviction.accessed(entry.id());
        found.add(entry.ticket());
      }
    }
    return Outcome.of(new TicketAnswer(found, List.of(), List.of()));
  }

  public Outcome<Reservation> reserveFill(
      long nowNanos, StripeId id, StripeVersion version, StripeGeometry geometry) {
    return refuse("stripe " + id + " is not wanted");
  }

  public Outcome<Answer> observe(long nowNanos, List<NodeSample> samples) {
    return Outcome.of(Answer.YES);
  }

  public Outcome<FillAnswer> fills(long nowNanos, int most) {
    return Outcome.of(new FillAnswer(List.of(), 0, List.of()));
  }

  public List<StripeExplanation> explain(long nowNanos, List<StripeVersion> stripes) {
    List<StripeExplanation> explanations = new ArrayList<>();
    for (StripeVersion version : stripes) {
      Entry entry = catalog.get(version);
      boolean there = entry != null && !entry.isGone(nowNanos);
      explanations.add(
          new StripeExplanation(
              version,
              there ? entry.id() : null,
              there ? entry.nodes() : List.of(),
              there ? entry.totalBytes() : 0,
              0,
              List.of(),
              ""));
    }
    return explanations;
  }

  /** Time has passed: expires reservations, renews keys and samples nodes that are due. */
  public List<Effect> tick(long nowNanos) {
    List<Effect> effects = new ArrayList<>();
    for (NodeId node : ledger.nodes()) {
      if (sampleAtNanos.getOrDefault(node, nowNanos) - nowNanos <= 0) {
        sampleAtNanos.put(node, nowNanos + settings.sampleEvery().toNanos());
        effects.add(new Effect.Sample(node));
      }
    }
    for (Entry entry : List.copyOf(catalog.entries())) {
      if (entry.isGone(nowNanos)) {
        String what = entry.isPublished() ? " could not be renewed" : " was never published";
        effects.add(new Effect.Log("stripe " + entry.id() + what + " in its time to live"));
        drop(entry, effects);
      } else if (entry.isPublished() && entry.renewAtNanos() - nowNanos <= 0) {
        replace(entry, entry.renewing(nowNanos + settings.timeToLive().toNanos() / 3));
        renew(entry, effects);
      }
    }
    return effects;
  }

  private void renew(Entry entry, List<Effect> effects) {
    for (NodeId node : entry.distinctNodes()) {
      effects.add(new Effect.Renew(entry.id(), node, entry.keysOn(node), settings.timeToLive()));
    }
  }

  /**
   * A renewal was answered.
   *
   * @param askedAtNanos when it was asked for, at the latest
   * @param found how many of the node's fragments there were
   */
  public List<Effect> renewed(long askedAtNanos, StripeId id, NodeId node, int found) {
    Entry entry = catalog.get(id);
    if (entry == null || !entry.isPublished()) {
      return List.of();
    }
    int expected = entry.keysOn(node).size();
    List<Effect> effects = new ArrayList<>();
    if (found < expected) {
      effects.add(
          new Effect.Log(
              "stripe %s lost %d of %d fragments on %s"
                  .formatted(id, expected - found, expected, node)));
      drop(entry, effects);
    } else {
      replace(entry, entry.renewed(node, askedAtNanos + settings.timeToLive().toNanos()));
    }
    return effects;
  }

  /** A node said how many bytes it holds. */
  public List<Effect> sampled(NodeId node, long usedBytes) {
    boolean wasReachable = ledger.isReachable(node);
    ledger.sampled(node, usedBytes);
    return wasReachable
        ? List.of()
        : List.of(
            new Effect.Log("cache node " + node + " is reached and holds " + usedBytes + " bytes"));
  }

  /** A node did not answer. */
  public List<Effect> unreachable(NodeId node, String reason) {
    return ledger.unreachable(node)
        ? List.of(new Effect.Log("cache node " + node + " is not reached: " + reason))
        : List.of();
  }

  /** Fragments that are no longer accounted for could not be removed. */
  public void deleteFailed(Effect.Delete delete) {
    ledger.lingering(delete.node(), delete.allocatedBytes());
  }

  private void add(Entry entry) {
    catalog.put(entry);
    ledger.add(entry);
  }

  private void replace(Entry old, Entry by) {
    ledger.remove(old);
    catalog.remove(old);
    add(by);
  }

  private void drop(Entry entry, List<Effect> effects) {
    catalog.remove(entry);
    ledger.remove(entry);
    eviction.removed(entry.id());
    for (NodeId node : entry.distinctNodes()) {
      effects.add(new Effect.Delete(entry.id(), node, entry.keysOn(node), entry.bytesOn(node)));
    }
  }

  /** What is held now. */
  public ManagerStatus status() {
    List<NodeStatus> nodes = new ArrayList<>();
    long published = 0;
    long reserved = 0;
    for (NodeId node : ledger.nodes()) {
      published += ledger.publishedBytes(node);
      reserved += ledger.reservedBytes(node);
      long used =
          ledger.publishedBytes(node) + ledger.reservedBytes(node) + ledger.foreignBytes(node);
      nodes.add(new NodeStatus(node, settings.capacityBytes(), used, ledger.isReachable(node)));
    }
    return new ManagerStatus(
        incarnation,
        settings.capacityBytes() * nodes.size(),
        published,
        reserved,
        catalog.publishedCount(),
        catalog.size() - catalog.publishedCount(),
        evictedStripes,
        refusedReservations,
        ticketRequests,
        ticketHits,
        nodes,
        new PolicyStatus("lru", catalog.size(), 0, 0, 0, 0, 0, 0, 0),
        new LoadStatus("none", "", List.of()));
  }
}
