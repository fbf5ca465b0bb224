package io.evenkeel.manager;

import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import java.util.ArrayList;
import java.util.List;

/** Which parity is to be made though no reader makes it. */
final class FillOrders {
  /** For room: credit for what others give up is back by then, as a rule. */
  private static final long WAIT_NANOS_MAX = 2 * DisplacementCredit.BACK_NANOS;

  private final ParityCache cache;
  private final FillPlacement placement;
  private final Explanations explanations;
  private final RareLog lapses = new RareLog();

  FillOrders(ParityCache cache, FillPlacement placement, Explanations explanations) {
    this.cache = cache;
    this.placement = placement;
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
            stripe -> due(nowNanos, stripe),
            stripe -> drop(nowNanos, stripe));
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

  private Fills.Due due(long nowNanos, KnownStripe stripe) {
    if (!cache.isStillWanted(stripe)) {
      return Fills.Due.DROPPED;
    }
    if (placement.isPossible(nowNanos, stripe)) {
      return Fills.Due.ORDERED;
    }
    boolean isLong = nowNanos - stripe.fill.nanos > WAIT_NANOS_MAX;
    return isLong ? Fills.Due.DROPPED : Fills.Due.LATER;
  }

  private void drop(long nowNanos, KnownStripe stripe) {
    if (cache.isStillWanted(stripe)) {
      cache.unwantForNow(nowNanos, stripe);
    } else {
      cache.unwant(stripe, ParityReason.NOT_WORTH_IT);
    }
  }

  /** Time has passed: lets orders lapse. */
  void tick(long nowNanos, List<Effect> effects) {
    for (KnownStripe stripe : cache.fills.over(nowNanos)) {
      if (stripe.fill.state == Fill.State.ORDERED) {
        Effect.Log line =
            new Effect.Log("%s: nobody carried out the order for its parity".formatted(stripe));
        lapses.say(nowNanos, line, effects);
        cache.unwantFailed(nowNanos, stripe);
      } else {
        cache.unwant(stripe, ParityReason.NOT_MADE);
      }
    }
    long more = lapses.takeUnsaid(nowNanos);
    if (more > 0) {
      effects.add(new Effect.Log("%d more orders for parity were not carried out".formatted(more)));
    }
  }
}
