package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the parity of a content that is wanted goes. Where no node has the room, for there is
 * little of it or much is being made, as much as that takes is given up at once, what is doubted
 * first and then in the policy's order: that on credit ({@link DisplacementCredit}), for nobody has
 * stored anything for it yet.
 */
final class FillPlacement {
  /** Where it would go, and what would go for it. */
  private record Plan(List<NodeId> nodes, List<KnownStripe> victims) {
    static final Plan NONE = new Plan(List.of(), List.of());
  }

  /** By policies that account as they decide, what is to be made is among what they would evict. */
  private static final int LOOKED_MAX = 1024;

  private final ParityCache cache;

  FillPlacement(ParityCache cache) {
    this.cache = cache;
  }

  /**
   * Makes room, if need be.
   *
   * @return empty when that does not help, or is too much or worth more; nothing is given up then
   *     but what was doubted
   */
  List<NodeId> place(
      long nowNanos, KnownStripe stripe, StripeGeometry geometry, List<Effect> effects) {
    int count = geometry.code().parityCount();
    long bytes = cache.sizes.ofIndex(geometry);
    cache.makeRoom(
        nowNanos, (free, policyBytes) -> !Placement.place(count, bytes, free).isEmpty(), effects);
    Plan plan = plan(nowNanos, stripe, geometry, cache.accounts.freeBytes());
    for (KnownStripe victim : plan.victims) {
      List<KnownStripe> gone = cache.units.evicted(victim);
      cache.credit.take(nowNanos, stripe, heldBytes(gone));
      cache.giveUp(gone, effects);
    }
    return plan.nodes;
  }

  /** Whether there is or can be made room for it now. */
  boolean isPossible(long nowNanos, KnownStripe stripe) {
    StripeGeometry geometry = cache.codec.geometry(stripe);
    int count = geometry.code().parityCount();
    Map<NodeId, Long> free = cache.accounts.freeBytes();
    for (Encoding doubted : cache.encodings.longDoubted(nowNanos, ParityCache.DISPLACED_MAX)) {
      cache.free(doubted, free);
    }
    return !Placement.place(count, cache.sizes.ofIndex(geometry), free).isEmpty()
        || !plan(nowNanos, stripe, geometry, cache.accounts.freeBytes()).nodes.isEmpty();
  }

  private Plan plan(
      long nowNanos, KnownStripe stripe, StripeGeometry geometry, Map<NodeId, Long> free) {
    int count = geometry.code().parityCount();
    long bytes = cache.sizes.ofIndex(geometry);
    List<NodeId> nodes = Placement.place(count, bytes, free);
    if (!nodes.isEmpty()) {
      return new Plan(nodes, List.of());
    }
    if (!cache.credit.hasSome(nowNanos)) {
      return Plan.NONE;
    }
    List<KnownStripe> victims = new ArrayList<>();
    for (KnownStripe victim : candidates(stripe)) {
      cache.free(victim.encoding, free);
      victims.add(victim);
      nodes = Placement.place(count, bytes, free);
      if (!nodes.isEmpty()) {
        return mayGo(nodes, victims, stripe) ? new Plan(nodes, victims) : Plan.NONE;
      }
    }
    return Plan.NONE;
  }

  /** In the policy's order, what would free something. */
  private List<KnownStripe> candidates(KnownStripe stripe) {
    List<KnownStripe> found = new ArrayList<>();
    Iterator<KnownStripe> all = cache.units.victims(stripe);
    int looked = 0;
    while (all.hasNext() && looked++ < LOOKED_MAX && found.size() < ParityCache.DISPLACED_MAX) {
      KnownStripe candidate = all.next();
      // What is only claimed to be there is booked until it is known, and frees nothing yet.
      if (candidate.encoding != null && !candidate.encoding.isClaimed()) {
        found.add(candidate);
      }
    }
    return found;
  }

  /** Keeps of the victims those on these nodes, and says whether they may go. */
  private boolean mayGo(List<NodeId> nodes, List<KnownStripe> victims, KnownStripe stripe) {
    victims.removeIf(victim -> victim.encoding.nodes.stream().noneMatch(nodes::contains));
    if (!cache.units.isCached(stripe) && !cache.units.isWorth(stripe, victims)) {
      return false;
    }
    Set<KnownStripe> gone = new LinkedHashSet<>();
    int units = 0;
    for (KnownStripe victim : victims) {
      units += gone.contains(victim) ? 0 : 1;
      gone.addAll(cache.units.unit(victim));
    }
    return cache.credit.mayTake(units, heldBytes(gone));
  }

  private long heldBytes(Iterable<KnownStripe> stripes) {
    long bytes = 0;
    for (KnownStripe stripe : stripes) {
      bytes += stripe.encoding == null ? 0 : cache.encodings.allBytes(stripe.encoding);
    }
    return bytes;
  }
}
