package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.policy.cache.Csac.Decision;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Readers ask for tickets: each stripe is one access, however often a request names it, and the
 * policy decides about it.
 */
final class TicketRequests {
  private final ParityCache cache;

  TicketRequests(ParityCache cache) {
    this.cache = cache;
  }

  Outcome<TicketAnswer> ask(long nowNanos, List<PlacedStripe> asked) {
    // None of them is to go for another.
    asked.forEach(this::isThere);
    List<Seen> seen = see(asked);
    List<Effect> effects = new ArrayList<>();
    cache.policy.asked(seen.stream().map(Seen::stripe).toList());
    seen.forEach(each -> access(nowNanos, each.stripe, effects));
    cache.policy.settle();
    List<StripeTicket> tickets = new ArrayList<>();
    List<ContentVersion> wanted = new ArrayList<>();
    for (Seen each : seen) {
      KnownStripe stripe = each.stripe;
      if (stripe.encoding != null && stripe.encoding.published) {
        if (each.isElsewhere) {
          stripe.encoding.foundElsewhere(cache.changes.lastTold());
        }
        tickets.add(cache.encodings.ticket(stripe.encoding));
      } else if (stripe.fill != null && stripe.fill.state == Fill.State.QUEUED) {
        wanted.add(each.version);
      }
    }
    TicketAnswer answer = new TicketAnswer(tickets, wanted, cache.storageNodes.stragglers());
    return new Outcome<>(answer, effects);
  }

  /**
   * A stripe that is asked for and known.
   *
   * @param isElsewhere whether it was known by another path
   */
  private record Seen(ContentVersion version, KnownStripe stripe, boolean isElsewhere) {}

  /** Each once. */
  private List<Seen> see(List<PlacedStripe> asked) {
    Map<ContentVersion, Seen> seen = new LinkedHashMap<>();
    for (PlacedStripe placed : asked) {
      ContentVersion version = placed.version();
      if (!seen.containsKey(version)) {
        cache.counters.ticketRequests++;
        KnownStripe known = cache.stripes.find(version);
        boolean isElsewhere = known != null && !known.path.equals(placed.path());
        KnownStripe stripe = cache.stripes.seen(placed);
        cache.unwantStale(placed.path(), placed.stripe().number(), stripe);
        seen.put(version, new Seen(version, stripe, isElsewhere));
      }
    }
    List<Seen> there = new ArrayList<>(seen.values());
    // There was no room for it, or it was forgotten for another since.
    there.removeIf(each -> each.stripe == null || cache.stripes.find(each.version) == null);
    return there;
  }

  /** Somebody reads it. */
  private void isThere(PlacedStripe placed) {
    KnownStripe known = cache.stripes.find(placed.version());
    if (known != null && known.encoding != null) {
      cache.encodings.asked(known.encoding);
    }
  }

  private void access(long nowNanos, KnownStripe stripe, List<Effect> effects) {
    if (stripe.encoding != null && stripe.encoding.isExpired(nowNanos)) {
      cache.end(nowNanos, stripe.encoding, effects);
    }
    long size = cache.sizes.ofStripe(stripe);
    ParityReason never = never(stripe, size);
    if (never == null) {
      cache.makeFit(nowNanos, stripe, effects);
    }
    boolean touched = cache.storageNodes.touches(stripe);
    boolean hit = stripe.encoding != null && stripe.encoding.published;
    cache.counters.ticketHits += hit ? 1 : 0;
    cache.counters.stragglerRequests += touched ? 1 : 0;
    cache.counters.stragglerHits += touched && hit ? 1 : 0;
    Decision decision = cache.policy.query(stripe, size, touched);
    ParityReason against = never == null ? against(nowNanos, stripe, touched, decision) : never;
    Update<KnownStripe> update =
        cache.policy.update(
            stripe, size, touched, against == null ? decision : Decision.SHOULD_NOT_CACHE);
    cache.giveUp(update.evicted(), effects);
    if (stripe.encoding == null) {
      boolean wanted =
          update.cached() || (against == null && !cache.settings.policy().evictAtDecision());
      decided(nowNanos, stripe, wanted, touched, against == null ? ParityReason.NO_ROOM : against);
    }
  }

  /** Nobody holds room for its parity; what was wanted for an access before may be no longer. */
  private void decided(
      long nowNanos, KnownStripe stripe, boolean wanted, boolean touched, ParityReason against) {
    if (wanted && !Fills.isAskedFor(stripe)) {
      cache.policy.notPrefetched(stripe);
      cache.fills.want(nowNanos, stripe, touched ? Fill.Kind.TOUCHED : Fill.Kind.ASKED);
      cache.stripes.busy(stripe);
      stripe.verdict = ParityReason.WANTED;
    } else if (!wanted && Fills.isAskedFor(stripe)) {
      cache.unwant(stripe, against);
    } else if (!wanted && !Fills.isOpen(stripe)) {
      stripe.verdict = against;
    }
  }

  /** Why the parity is not to be cached, whatever else is; null when it may be, or is already. */
  private ParityReason never(KnownStripe stripe, long size) {
    if (cache.policy.isCached(stripe)) {
      return null;
    }
    if (cache.policy.capacity() == 0) {
      return ParityReason.NO_CACHE;
    }
    if (stripe.shape.code().parityCount() == 0) {
      return ParityReason.NO_PARITY;
    }
    if (!cache.settings.oneBlockStripes() && cache.codec.geometry(stripe).blockCount() == 1) {
      return ParityReason.ONE_BLOCK;
    }
    return size > cache.policy.capacity() ? ParityReason.TOO_LARGE : null;
  }

  /** Why parity that may be cached is not to be now; null when it is, or is already. */
  private ParityReason against(
      long nowNanos, KnownStripe stripe, boolean touched, Decision decision) {
    if (decision == Decision.CACHED) {
      return null;
    }
    if (Fills.isResting(nowNanos, stripe)) {
      return stripe.verdict == ParityReason.NO_ROOM ? ParityReason.NO_ROOM : ParityReason.RESTING;
    }
    if (decision == Decision.SHOULD_CACHE) {
      boolean hasRoom = Fills.isOpen(stripe) || cache.fills.hasRoomFor(stripe);
      return hasRoom ? null : ParityReason.TOO_MANY_WANTED;
    }
    if (cache.storageNodes.anyStraggler() && !touched) {
      return ParityReason.NOT_TOUCHED;
    }
    return ParityReason.NOT_WORTH_IT;
  }
}
