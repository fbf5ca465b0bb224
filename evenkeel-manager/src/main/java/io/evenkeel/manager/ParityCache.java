package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.cache.Csac;
import io.evenkeel.policy.cache.CsacSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is cached, to be cached and known, and the steps that change it. Keeps three books in step:
 * the policy accounts for a content exactly while its parity is published, and for a write while
 * room is set aside for it; a stripe is idle while none of that holds, no room is held for it and
 * its parity is not wanted. Where victims go with the decision ({@link
 * io.evenkeel.policy.cache.CsacSettings#evictAtDecision}), the policy accounts for what is wanted
 * too.
 *
 * <p>Of each node a little room is spare ({@link ManagerSettings#spareBytes}): parity that is being
 * made is stored there, and what it displaces goes when it is published.
 */
final class ParityCache {
  /** So many victims are looked at for one placement. */
  static final int DISPLACED_MAX = 64;

  final ManagerSettings settings;
  final StripeCodec codec;
  final CacheAccounts accounts;
  final Encodings encodings;
  final ChangedPaths changes;
  final StripeTable stripes;
  final Fills fills;
  final StorageNodes storageNodes;
  final CacheUnits units;
  final ParitySizes sizes;
  final Counters counters = new Counters();

  final DisplacementCredit credit;

  ParityCache(
      ManagerSettings settings,
      Collection<NodeId> cacheNodes,
      FragmentSizes fragments,
      SecretHash hash) {
    this.settings = settings;
    codec = new StripeCodec(hash);
    sizes = new ParitySizes(fragments, codec);
    accounts = new CacheAccounts(cacheNodes, settings.capacityBytes());
    encodings = new Encodings(fragments, accounts, codec, settings.timeToLive(), hash);
    fills = new Fills(settings);
    credit = new DisplacementCredit(settings.creditBytes() * accounts.nodes().size());
    storageNodes = new StorageNodes(settings, codec);
    units = units(hash);
    stripes = new StripeTable(codec, settings.maxStripes(), units::removed);
    changes = new ChangedPaths(encodings, stripes, settings.timeToLive());
  }

  private CacheUnits units(SecretHash hash) {
    CsacSettings rule = settings.policy().withHistoryKeys(settings.maxStripes());
    long capacity = (settings.capacityBytes() - settings.spareBytes()) * accounts.nodes().size();
    return settings.largestFileBytes() == 0
        ? new StripeUnits(new Csac<>(rule, capacity), sizes, storageNodes::touches)
        : new FileUnits(
            new Csac<>(rule, capacity),
            sizes,
            storageNodes::touches,
            hash,
            settings.largestFileBytes());
  }

  /** Whether a content's parity would be cached if it were published now, and others' go for it. */
  boolean displacesNow(KnownStripe stripe) {
    return !fits(stripe, sizes.of(stripe)) && isStillWanted(stripe);
  }

  /** Frees an encoding's room for another reason than the policy's. */
  void drop(Encoding encoding, List<Effect> effects) {
    KnownStripe content = encoding.content;
    uncount(encoding);
    encodings.remove(encoding, effects);
    if (content == null) {
      units.release(encoding);
    } else {
      credit.failed(content);
      units.notPrefetched(content);
      units.lost(content);
      content.verdict = ParityReason.LOST;
      stripes.idle(content);
    }
  }

  /** The content of a published encoding is gone: nothing of it is to be made again. */
  void dropGone(Encoding encoding, List<Effect> effects) {
    KnownStripe content = encoding.content;
    drop(encoding, effects);
    stripes.forget(content);
  }

  /** An encoding is over: its keys have expired, or it was given back. */
  void end(long nowNanos, Encoding encoding, List<Effect> effects) {
    if (encoding.published || encoding.content == null) {
      drop(encoding, effects);
    } else {
      dropFailed(nowNanos, encoding, effects);
    }
  }

  /**
   * Its time is over, or its keys are gone. What was only claimed to be there is not lost by it,
   * nor has a maker lapsed whose parity is looked for.
   */
  void lapse(long nowNanos, Encoding encoding, List<Effect> effects) {
    if (encoding.published) {
      counters.lostStripes += encoding.isClaimed() ? 0 : 1;
    } else {
      counters.lapsedReservations += encoding.isBeingVerified() ? 0 : 1;
    }
    end(nowNanos, encoding, effects);
  }

  /** Frees the room of a fill that came to nothing; it is not tried again for a while. */
  void dropFailed(long nowNanos, Encoding fill, List<Effect> effects) {
    KnownStripe content = fill.content;
    drop(fill, effects);
    fills.failed(nowNanos, content);
    content.verdict = ParityReason.RESTING;
    counters.failedFills++;
  }

  /** The policy has given these up: their keys go, and what is not made yet need not be made. */
  void giveUp(List<KnownStripe> victims, List<Effect> effects) {
    for (KnownStripe stripe : victims) {
      Encoding encoding = stripe.encoding;
      if (encoding != null) {
        counters.evictedStripes += encoding.published ? 1 : 0;
        uncount(encoding);
        credit.failed(stripe);
        encodings.remove(encoding, effects);
      }
      fills.ended(stripe, false);
      stripe.verdict = ParityReason.EVICTED;
      stripes.idle(stripe);
    }
  }

  /** Whether parity that is wanted, or being made, would be cached if it were there now. */
  boolean isStillWanted(KnownStripe stripe) {
    return units.isCached(stripe) || units.isStillWanted(stripe);
  }

  private void uncount(Encoding encoding) {
    counters.prefetchedStripes -= encoding.published && encoding.prefetched ? 1 : 0;
  }

  /** A fill that nobody holds room for yet is not to be made after all. */
  void unwant(KnownStripe stripe, ParityReason why) {
    fills.ended(stripe, false);
    notWanted(stripe, why);
  }

  private void notWanted(KnownStripe stripe, ParityReason why) {
    units.notPrefetched(stripe);
    units.lost(stripe);
    stripe.verdict = why;
    stripes.idle(stripe);
  }

  /** A fill that nobody holds room for yet cannot be made now; it rests. */
  void unwantFailed(long nowNanos, KnownStripe stripe) {
    fills.failed(nowNanos, stripe);
    notWanted(stripe, ParityReason.RESTING);
    counters.failedFills++;
  }

  /** The same for want of room: nobody has failed to make it. */
  void unwantForNow(long nowNanos, KnownStripe stripe) {
    fills.rest(nowNanos, stripe);
    notWanted(stripe, ParityReason.NO_ROOM);
  }

  /** What is said of files counts: parity that is to be made of what is gone need not be. */
  void lookAtChanges(long nowNanos, List<Effect> effects) {
    for (KnownStripe gone : changes.tick(nowNanos, fills, effects)) {
      unwant(gone, ParityReason.FILE_GONE);
    }
  }

  /**
   * Another content is said to be where one was that was asked for: that one's parity is made when
   * nothing else is, for whoever says so is not trusted.
   */
  void supersede(long nowNanos, PlacedStripe placed, KnownStripe now) {
    KnownStripe old = fills.at(placed.path(), placed.stripe().number());
    if (old != null && !old.equals(now) && Fills.isAskedFor(old)) {
      fills.want(nowNanos, old, Fill.Kind.SUPERSEDED);
      old.verdict = ParityReason.SUPERSEDED;
    }
  }

  /** What somebody needs: how much each node that is reached, and the policy, have to spare. */
  @FunctionalInterface
  interface Need {
    boolean isMet(Map<NodeId, Long> freeBytes, long policyBytes);
  }

  /**
   * Gives up what is doubted, the longest first, and no more than it takes; nothing where all of it
   * is too little. How often it was asked for stays known, for what is said may not be so.
   *
   * @return whether there is room
   */
  boolean makeRoom(long nowNanos, Need need, List<Effect> effects) {
    Map<NodeId, Long> free = accounts.freeBytes();
    long policyBytes = units.capacity() - units.used();
    boolean met = need.isMet(free, policyBytes);
    List<Encoding> given = new ArrayList<>();
    List<Encoding> candidates = met ? List.of() : encodings.longDoubted(nowNanos, DISPLACED_MAX);
    for (Encoding each : candidates) {
      given.add(each);
      free(each, free);
      policyBytes += encodings.allBytes(each);
      met = need.isMet(free, policyBytes);
      if (met) {
        break;
      }
    }
    if (met) {
      for (Encoding each : given) {
        drop(each, effects);
        each.content.verdict = ParityReason.GONE;
      }
    }
    return met;
  }

  /** The same for a content's parity, wherever it would be. */
  void makePolicyRoom(long nowNanos, KnownStripe stripe, List<Effect> effects) {
    long bytes = sizes.of(stripe);
    if (!fits(stripe, bytes)) {
      makeRoom(nowNanos, (free, policyBytes) -> policyBytes >= bytes, effects);
    }
  }

  /** Whether a content's parity is cached, or would be with nothing given up for it. */
  private boolean fits(KnownStripe stripe, long bytes) {
    return units.isCached(stripe) || units.used() + bytes <= units.capacity();
  }

  /** What its nodes would have free without an encoding. */
  void free(Encoding encoding, Map<NodeId, Long> free) {
    long bytes = encodings.indexBytes(encoding);
    encoding.nodes.forEach(n -> free.computeIfPresent(n, (node, f) -> f + bytes));
  }

  /**
   * More room, on the nodes that it has, for what is being written; false and as before if none.
   */
  boolean grow(long nowNanos, Encoding write, StripeGeometry most, List<Effect> effects) {
    long more = sizes.ofIndex(most) - sizes.ofIndex(write.reserved);
    long all = units.moreFor(write, most);
    Need need =
        (free, policyBytes) -> {
          Map<NodeId, Long> left = new HashMap<>(free);
          write.nodes.forEach(n -> left.computeIfPresent(n, (node, bytes) -> bytes - more));
          return policyBytes >= all
              && write.nodes.stream().allMatch(n -> left.getOrDefault(n, -1L) >= 0);
        };
    if (!makeRoom(nowNanos, need, effects)) {
      return false;
    }
    units.grow(write, most);
    encodings.grow(write, most);
    return true;
  }

  /** Throws unless the books are in step, and each of them right. */
  void check() {
    storageNodes.check();
    encodings.check();
    stripes.check(storageNodes.namedCount());
    credit.check();
    units.check();
    long making = encodings.fillBytes();
    long held =
        accounts.nodes().stream()
            .mapToLong(n -> accounts.publishedBytes(n) + accounts.reservedBytes(n))
            .sum();
    long expected =
        settings.policy().evictAtDecision()
            ? held + fills.openBytes(sizes::of) + units.unheldBytes()
            : held - making;
    if (units.used() != expected) {
      throw new IllegalStateException(
          "the policy accounts for %d bytes, not %d; %d are held, %d of them for what is being made"
              .formatted(units.used(), expected, held, making));
    }
  }
}
