package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.policy.cache.Csac.Decision;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Readers ask for tickets: each stripe is one access, however often a request names it, and the
 * policy decides about it, or about its file ({@link CacheUnits}).
 */
final class TicketRequests {
  private final ParityCache cache;

  TicketRequests(ParityCache cache) {
    this.cache = cache;
  }

  TicketAnswer ask(long nowNanos, Witness by, List<PlacedStripe> asked, List<Effect> effects) {
    List<StripeTicket> tickets = new ArrayList<>();
    List<ContentVersion> wanted = new ArrayList<>();
    Set<ContentVersion> counted = new HashSet<>();
    // None of them is to go for another.
    asked.forEach(this::noteAsked);
    for (PlacedStripe placed : asked) {
      if (!counted.add(placed.version())) {
        continue;
      }
      cache.counters.ticketRequests++;
      KnownStripe known = cache.stripes.find(placed.version());
      boolean isElsewhere = known != null && !known.path.equals(placed.path());
      KnownStripe stripe = cache.stripes.seen(placed);
      cache.supersede(nowNanos, placed, stripe);
      if (stripe == null) {
        continue;
      }
      access(nowNanos, by, stripe, placed.fileBytes(), effects);
      if (isElsewhere && stripe.encoding != null) {
        stripe.encoding.foundElsewhere(cache.changes.lastTold());
      }
      if (stripe.encoding != null && stripe.encoding.published) {
        tickets.add(cache.encodings.ticket(stripe.encoding));
      } else if (stripe.fill != null && stripe.fill.state == Fill.State.QUEUED) {
        wanted.add(placed.version());
      }
    }
    return new TicketAnswer(tickets, wanted, cache.storageNodes.stragglers());
  }

  /** Somebody reads it. */
  private void noteAsked(PlacedStripe placed) {
    KnownStripe known = cache.stripes.find(placed.version());
    if (known != null && known.encoding != null) {
      cache.encodings.asked(known.encoding);
    }
  }

  private void access(
      long nowNanos,
      Witness by,
      KnownStripe stripe,
      Optional<Long> fileBytes,
      List<Effect> effects) {
    if (stripe.encoding != null && stripe.encoding.isExpired(nowNanos)) {
      cache.lapse(nowNanos, stripe.encoding, effects);
    }
    boolean touched = cache.storageNodes.touches(stripe);
    boolean hit = stripe.encoding != null && stripe.encoding.published;
    cache.counters.ticketHits += hit ? 1 : 0;
    cache.counters.stragglerRequests += touched ? 1 : 0;
    cache.counters.stragglerHits += touched && hit ? 1 : 0;
    ParityReason never = never(stripe);
    if (never != null) {
      // The policy does not hear of it, nor prefetches it.
      notWanted(stripe, never);
      return;
    }
    fileBytes.ifPresent(bytes -> cache.units.ofFile(stripe, bytes));
    cache.makePolicyRoom(nowNanos, stripe, effects);
    Decision decision = cache.units.query(stripe);
    ParityReason against = against(nowNanos, by, stripe, touched, decision);
    Update<KnownStripe> update =
        cache.units.update(stripe, against == null ? decision : Decision.SHOULD_NOT_CACHE);
    cache.giveUp(update.evicted(), effects);
    if (stripe.encoding == null) {
      boolean wanted =
          update.cached() || (against == null && !cache.settings.policy().evictAtDecision());
      if (wanted) {
        wanted(nowNanos, by, stripe, touched);
      } else {
        notWanted(stripe, against == null ? ParityReason.NO_ROOM : against);
      }
    }
  }

  /** Its parity, for which nobody holds room yet. */
  private void wanted(long nowNanos, Witness by, KnownStripe stripe, boolean touched) {
    if (!Fills.isAskedFor(stripe)) {
      cache.units.notPrefetched(stripe);
      cache.fills.want(nowNanos, stripe, touched ? Fill.Kind.TOUCHED : Fill.Kind.ASKED, by);
      cache.stripes.busy(stripe);
      stripe.verdict = ParityReason.WANTED;
    }
  }

  /** What was wanted for an access before may be no longer. */
  private void notWanted(KnownStripe stripe, ParityReason why) {
    if (Fills.isAskedFor(stripe)) {
      cache.unwant(stripe, why);
    } else if (!Fills.isOpen(stripe)) {
      stripe.verdict = why;
    }
  }

  /** Why the parity is never to be cached; null when it may be, or is already. */
  private ParityReason never(KnownStripe stripe) {
    if (cache.units.isCached(stripe)) {
      return null;
    }
    if (cache.units.capacity() == 0) {
      return ParityReason.NO_CACHE;
    }
    if (stripe.shape.code().parityCount() == 0) {
      return ParityReason.NO_PARITY;
    }
    boolean isOneBlock = cache.codec.geometry(stripe).blockCount() == 1;
    return isOneBlock && !cache.settings.oneBlockStripes() ? ParityReason.ONE_BLOCK : null;
  }

  /** Why parity that may be cached is not to be now; null when it is, or is already. */
  private ParityReason against(
      long nowNanos, Witness by, KnownStripe stripe, boolean touched, Decision decision) {
    if (decision == Decision.CACHED) {
      return null;
    }
    if (cache.units.unitBytes(stripe) > cache.units.capacity()) {
      return ParityReason.TOO_LARGE;
    }
    if (Fills.isResting(nowNanos, stripe)) {
      return stripe.verdict == ParityReason.NO_ROOM ? ParityReason.NO_ROOM : ParityReason.RESTING;
    }
    if (decision == Decision.SHOULD_CACHE) {
      boolean hasRoom = Fills.isOpen(stripe) || cache.fills.hasRoomFor(stripe, by);
      return hasRoom ? null : ParityReason.TOO_MANY_WANTED;
    }
    if (cache.storageNodes.anyStraggler() && !touched) {
      return ParityReason.NOT_TOUCHED;
    }
    return ParityReason.NOT_WORTH_IT;
  }
}
