package io.evenkeel.manager;

import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.policy.cache.Csac.Prefetch;
import io.evenkeel.policy.cache.Csac.Update;
import io.evenkeel.policy.load.StragglerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which parity is to be made though no reader makes it, and what is prefetched when. */
final class FillOrders {
  private final ParityCache cache;
  private final Explanations explanations;

  FillOrders(ParityCache cache, Explanations explanations) {
    this.cache = cache;
    this.explanations = explanations;
  }

  /** Somebody offers to carry out so many orders. */
  Outcome<FillAnswer> take(long nowNanos, int most) {
    List<FillOrder> orders = new ArrayList<>();
    List<KnownStripe> taken =
        cache.fills.take(
            nowNanos,
            most,
            cache.codec,
            cache::isStillWanted,
            s -> cache.unwant(s, Verdict.NOT_WORTH_IT));
    for (KnownStripe stripe : taken) {
      orders.add(
          new FillOrder(
              stripe.path,
              stripe.number,
              stripe.fileOffset,
              cache.codec.version(stripe),
              cache.codec.geometry(stripe),
              explanations.why(stripe)));
    }
    return Outcome.of(
        new FillAnswer(
            orders,
            cache.settings.fillBytesPerSecond(),
            List.copyOf(cache.storageNodes.view().stragglers().keySet())));
  }

  /** Time has passed: judges the storage nodes when it is time, and lets orders lapse. */
  void tick(long nowNanos, List<Effect> effects) {
    for (KnownStripe stripe : cache.fills.over(nowNanos)) {
      if (stripe.fill.state == Fill.State.ORDERED) {
        effects.add(
            new Effect.Log("%s: nobody carried out the order for its parity".formatted(stripe)));
        cache.unwantFailed(nowNanos, stripe);
      } else {
        cache.unwant(stripe, Verdict.UNCLAIMED);
      }
    }
    if (cache.storageNodes.evaluate(nowNanos)) {
      stragglersChanged(nowNanos, cache.storageNodes.view(), effects);
    }
    cache
        .storageNodes
        .caveatToTell(nowNanos)
        .ifPresent(c -> effects.add(new Effect.Log("stragglers may go unseen: " + c)));
  }

  private void stragglersChanged(long nowNanos, StragglerView view, List<Effect> effects) {
    view.appeared()
        .forEach(
            n ->
                effects.add(
                    new Effect.Log("node " + n + " is a straggler: " + view.stragglers().get(n))));
    view.recovered()
        .forEach(n -> effects.add(new Effect.Log("node " + n + " is no straggler any more")));
    cache.policy.stragglersChanged(
        cache.storageNodes.anyStraggler(),
        key -> key instanceof KnownStripe stripe && cache.storageNodes.touches(stripe),
        cache.stripes.onFirst(cache.storageNodes.numbers()));
    prefetch(nowNanos, !view.appeared().isEmpty(), effects);
  }

  /**
   * Begins the policy's next round of prefetching. What is still to be prefetched of the round
   * before goes on or is dropped; something new comes only when a straggler has appeared.
   */
  private void prefetch(long nowNanos, boolean more, List<Effect> effects) {
    Set<KnownStripe> dropped = cache.fills.openPrefetches();
    // What is accounted for already is not picked again.
    dropped.removeIf(s -> cache.policy.isCached(s) && cache.storageNodes.touches(s));
    for (Prefetch<CacheKey> pick : cache.policy.prefetch()) {
      KnownStripe stripe = (KnownStripe) pick.key();
      boolean goesOn = dropped.remove(stripe) || stripe.encoding != null;
      if (!goesOn && Fills.isAskedFor(stripe)) {
        cache.policy.notPrefetched(stripe);
        cache.fills.want(nowNanos, stripe, Fill.Kind.TOUCHED);
      } else if (!goesOn && (!more || cache.fills.isFull() || Fills.isResting(nowNanos, stripe))) {
        cache.policy.notPrefetched(stripe);
      } else if (!goesOn && isAccountedFor(stripe, effects)) {
        cache.fills.want(nowNanos, stripe, Fill.Kind.PREFETCH);
        cache.stripes.busy(stripe);
        stripe.verdict = Verdict.PREFETCH;
      }
    }
    dropped.forEach(s -> cache.unwant(s, Verdict.NOT_PREFETCHED));
  }

  /** Where victims go with the decision, they go now; else when the parity is published. */
  private boolean isAccountedFor(KnownStripe stripe, List<Effect> effects) {
    if (!cache.settings.policy().evictAtDecision()) {
      return true;
    }
    Update<CacheKey> update =
        cache.policy.prefetched(stripe, cache.parityBytes(cache.codec.geometry(stripe)));
    cache.giveUp(update.evicted(), effects);
    return update.cached();
  }
}
