package io.evenkeel.manager;

import io.evenkeel.policy.cache.Csac.Update;
import io.evenkeel.policy.load.StragglerView;
import java.util.List;
import java.util.Set;

/** Judges the storage nodes as time passes, and what follows when another one is slow. */
final class StragglerChanges {
  private final ParityCache cache;

  StragglerChanges(ParityCache cache) {
    this.cache = cache;
  }

  /** Time has passed. */
  void tick(long nowNanos, List<Effect> effects) {
    if (cache.storageNodes.evaluate(nowNanos)) {
      changed(nowNanos, cache.storageNodes.view(), effects);
    }
    cache
        .storageNodes
        .caveatToTell(nowNanos)
        .ifPresent(c -> effects.add(new Effect.Log("stragglers may go unseen: " + c)));
  }

  private void changed(long nowNanos, StragglerView view, List<Effect> effects) {
    view.appeared()
        .forEach(
            n ->
                effects.add(
                    new Effect.Log("node " + n + " is a straggler: " + view.stragglers().get(n))));
    view.recovered()
        .forEach(n -> effects.add(new Effect.Log("node " + n + " is no straggler any more")));
    cache.units.stragglersChanged(
        cache.storageNodes.anyStraggler(), cache.stripes.onFirst(cache.storageNodes.numbers()));
    prefetch(nowNanos, !view.appeared().isEmpty(), effects);
  }

  /**
   * Begins the policy's next round of prefetching. What is still to be prefetched of the round
   * before goes on or is dropped; something new comes only when a straggler has appeared.
   */
  private void prefetch(long nowNanos, boolean more, List<Effect> effects) {
    Set<KnownStripe> dropped = cache.fills.openPrefetches();
    // What is accounted for already is not picked again.
    dropped.removeIf(s -> cache.units.isCached(s) && cache.storageNodes.touches(s));
    for (KnownStripe stripe : cache.units.prefetch()) {
      prefetch(nowNanos, stripe, more, dropped, effects);
    }
    dropped.forEach(s -> cache.unwant(s, ParityReason.NOT_PREFETCHED));
  }

  private void prefetch(
      long nowNanos,
      KnownStripe stripe,
      boolean more,
      Set<KnownStripe> dropped,
      List<Effect> effects) {
    boolean goesOn = dropped.remove(stripe) || stripe.encoding != null;
    if (!goesOn && Fills.isOpen(stripe)) {
      cache.units.notPrefetched(stripe);
      if (Fills.isAskedFor(stripe)) {
        cache.fills.want(nowNanos, stripe, Fill.Kind.TOUCHED);
      }
    } else if (!goesOn
        && (!more || !cache.fills.hasRoomForPrefetch() || Fills.isResting(nowNanos, stripe))) {
      cache.units.notPrefetched(stripe);
    } else if (!goesOn && isAccountedFor(stripe, effects)) {
      cache.fills.want(nowNanos, stripe, Fill.Kind.PREFETCH);
      cache.stripes.busy(stripe);
      stripe.verdict = ParityReason.PREFETCH;
    }
  }

  /** Where victims go with the decision, they go now; else when the parity is published. */
  private boolean isAccountedFor(KnownStripe stripe, List<Effect> effects) {
    if (!cache.settings.policy().evictAtDecision()) {
      return true;
    }
    Update<KnownStripe> update = cache.units.prefetched(stripe);
    cache.giveUp(update.evicted(), effects);
    return update.cached();
  }
}
