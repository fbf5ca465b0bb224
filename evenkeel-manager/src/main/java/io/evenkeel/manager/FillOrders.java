package io.evenkeel.manager;

import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Which parity is to be made though no reader makes it. */
final class FillOrders {
  private final ParityCache cache;
  private final Explanations explanations;
  private final RareLog lapses = new RareLog();

  FillOrders(ParityCache cache, Explanations explanations) {
    this.cache = cache;
    this.explanations = explanations;
  }

  /** Somebody offers to carry out so many orders. */
  Outcome<FillAnswer> take(long nowNanos, int most) {
    List<FillOrder> orders = new ArrayList<>();
    Predicate<KnownStripe> mayBePlaced = cache.mayBePlaced(nowNanos);
    List<KnownStripe> taken =
        cache.fills.take(
            nowNanos,
            most,
            cache.codec,
            stripe -> cache.isStillWanted(stripe) && mayBePlaced.test(stripe),
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
