package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parity is published, given back, renewed or lost. */
final class Publications {
  private final ParityCache cache;

  private final WithdrawalLimits withdrawalLimits = new WithdrawalLimits();
  private final RareLog withdrawals = new RareLog();
  private final RareLog ends = new RareLog();
  private final RareLog lapses = new RareLog();
  private final Map<NodeId, RareLog> losses = new HashMap<>();

  /** What is to be looked for again, as long as its lease lasts. */
  private final Set<StripeId> verifyAgain = new LinkedHashSet<>();

  Publications(ParityCache cache) {
    this.cache = cache;
  }

  /** A stored encoding is to be bound to its content. */
  Answer publish(long nowNanos, StripeId id, PlacedStripe placed, List<Effect> effects) {
    Encoding encoding = cache.encodings.find(id);
    if (encoding == null || encoding.isExpired(nowNanos)) {
      return Answer.no("stripe " + id + " is not reserved here, or no longer");
    }
    if (encoding.published) {
      boolean same =
          cache.codec.version(encoding.content).equals(placed.version())
              && cache.encodings.geometry(encoding).equals(placed.geometry());
      return same ? Answer.YES : Answer.no("stripe " + id + " is bound to another content already");
    }
    String mismatch = mismatch(encoding, placed.version(), placed.geometry());
    if (!mismatch.isEmpty()) {
      return Answer.no("stripe " + id + " " + mismatch);
    }
    if (encoding.content != null) {
      cache.makePolicyRoom(nowNanos, encoding.content, effects);
    }
    if (encoding.content != null
        && (cache.displacesNow(encoding.content) || cache.credit.isTakenBy(encoding.content))) {
      // A word alone displaces nothing: what goes for it goes when all of it has been found.
      cache.encodings.extend(encoding, nowNanos + cache.settings.lease().toNanos());
      cache.encodings.verify(encoding, effects);
      return Answer.YES;
    }
    return encoding.content == null
        ? publishWritten(nowNanos, encoding, placed, effects)
        : publishFilled(nowNanos, encoding, effects);
  }

  private Answer publishFilled(long nowNanos, Encoding encoding, List<Effect> effects) {
    KnownStripe stripe = encoding.content;
    Update<KnownStripe> update = cache.units.stored(stripe);
    if (!update.cached()) {
      cache.drop(encoding, effects);
      cache.fills.ended(stripe, false);
      stripe.verdict = ParityReason.NOT_WORTH_IT;
      return Answer.no("what would go for stripe " + encoding + " is worth more by now");
    }
    cache.giveUp(update.evicted(), effects);
    cache.credit.proved(nowNanos, stripe);
    cache.encodings.publish(encoding, stripe, nowNanos, effects);
    cache.fills.ended(stripe, true);
    stripe.verdict = ParityReason.PUBLISHED;
    cache.counters.doneFills++;
    cache.counters.prefetchedStripes += encoding.prefetched ? 1 : 0;
    if (encoding.goneMeanwhile) {
      cache.encodings.doubt(encoding, nowNanos, effects);
    }
    return Answer.YES;
  }

  /** Whether a claim is published here now; what may be is to be asked for again. */
  enum Adopted {
    YES,
    NO,
    NOT_YET
  }

  /**
   * A manager before this one has published an encoding, as is written down: it is believed where
   * there is room for it and its content has no other, for what is read by it is verified as ever;
   * else its keys are removed. What is in its way may itself be believed only, and not be there.
   *
   * @param mayWait whether to wait then until that is known
   */
  Adopted adopt(long nowNanos, Claim claim, boolean mayWait, List<Effect> effects) {
    KnownStripe known = cache.stripes.find(claim.content().version());
    Encoding other = known == null ? null : known.encoding;
    boolean isProtected = other != null && other.published && !other.isExpired(nowNanos);
    boolean hasRoom = !isProtected && holdRoom(claim);
    boolean mayChange = isProtected ? other.isClaimed() : cache.encodings.claimedCount() > 0;
    if (!hasRoom && mayWait && mayChange) {
      return Adopted.NOT_YET;
    }
    if (!hasRoom) {
      cache.encodings.removeForeign(claim, effects);
      return Adopted.NO;
    }
    long expires = nowNanos + cache.settings.timeToLive().toNanos();
    Encoding encoding =
        cache.encodings.holdForWrite(
            claim.id(), claim.content().geometry(), claim.nodes(), expires);
    PlacedStripe placed = asSeen(claim.content());
    KnownStripe stripe = cache.stripes.seen(placed);
    if (!replaceOthers(nowNanos, encoding, placed, stripe, effects).accepted()) {
      return Adopted.NO;
    }
    cache.encodings.adopt(encoding, stripe, nowNanos);
    stripe.verdict = ParityReason.ADOPTED;
    return Adopted.YES;
  }

  /** Takes the policy's room for a claim, if there is room everywhere. */
  private boolean holdRoom(Claim claim) {
    StripeGeometry geometry = claim.content().geometry();
    int held = cache.encodings.publishedCount() + cache.encodings.reservedCount();
    return held < cache.settings.maxStripes()
        && cache.accounts.mayHave(claim.nodes(), cache.sizes.ofIndex(geometry))
        && cache.units.reserveExactly(cache.encodings.named(claim.id()), geometry);
  }

  /** Where somebody has said since where a content is, that is newer than the claim. */
  private PlacedStripe asSeen(PlacedStripe claimed) {
    KnownStripe known = cache.stripes.find(claimed.version());
    if (known == null
        || cache.codec.geometry(known).blockCount() != claimed.geometry().blockCount()) {
      return claimed;
    }
    Stripe seen = cache.codec.placed(known).stripe();
    return new PlacedStripe(
        known.path,
        new Stripe(
            seen.number(),
            seen.fileOffset(),
            claimed.geometry(),
            claimed.version(),
            seen.replicas()));
  }

  private Answer publishWritten(
      long nowNanos, Encoding encoding, PlacedStripe placed, List<Effect> effects) {
    KnownStripe stripe = cache.stripes.seen(placed);
    cache.supersede(nowNanos, placed, stripe);
    Answer answer = replaceOthers(nowNanos, encoding, placed, stripe, effects);
    if (answer.accepted()) {
      cache.encodings.publish(encoding, stripe, nowNanos, effects);
      stripe.verdict = ParityReason.WRITTEN;
      cache.changes.written(encoding);
    }
    return answer;
  }

  /**
   * Room that was held becomes a content's, whose other parity goes; given back where there is no
   * place for it.
   *
   * @param stripe the content, null where no more can be known
   */
  private Answer replaceOthers(
      long nowNanos,
      Encoding encoding,
      PlacedStripe placed,
      KnownStripe stripe,
      List<Effect> effects) {
    if (stripe == null || !cache.stripes.forgetIdleFor(stripe)) {
      cache.drop(encoding, effects);
      return Answer.no(
          "all of %d known stripes are cached or wanted".formatted(cache.stripes.size()));
    }
    Encoding other = stripe.encoding;
    if (other != null && other.published && !other.isExpired(nowNanos)) {
      cache.drop(encoding, effects);
      return Answer.no(
          "the content of stripe %s is protected by %s already".formatted(encoding, other));
    }
    // Who wrote it has its parity now; whoever was to make it need not.
    if (other != null && other.published) {
      cache.lapse(nowNanos, other, effects);
    } else if (other != null) {
      cache.drop(other, effects);
    }
    cache.unwant(stripe, ParityReason.NONE);
    cache.stripes.written(stripe, placed);
    cache.stripes.busy(stripe);
    cache.units.written(encoding, stripe);
    cache.fills.ended(stripe, true);
    return Answer.YES;
  }

  /** Why a publication does not fit its reservation; empty when it does. */
  private String mismatch(Encoding reserved, ContentVersion version, StripeGeometry actual) {
    boolean isFill = reserved.content != null;
    if (isFill && !cache.codec.version(reserved.content).equals(version)) {
      return "was reserved for another content";
    }
    StripeGeometry most = cache.encodings.geometry(reserved);
    // What is still being written may end sooner than was thought; what is read for a fill has not.
    boolean fits =
        isFill
            ? actual.equals(most)
            : Shape.of(actual).equals(Shape.of(most))
                && cache.sizes.ofIndex(actual) <= cache.sizes.ofIndex(most);
    if (!fits) {
      return "was reserved as " + most + ", not as " + actual;
    }
    return "";
  }

  /**
   * Room is given back, by who was granted it, for nobody else is told its name; or published
   * parity is given up, mostly for a reader has found it broken, which anybody may say.
   */
  Answer withdraw(long nowNanos, Witness by, StripeId id, String reason, List<Effect> effects) {
    Encoding encoding = cache.encodings.find(id);
    if (encoding != null && encoding.published) {
      if (!withdrawalLimits.mayWithdraw(nowNanos, by)) {
        return Answer.no(
            "published parity of %d stripes at once, and of as many a minute, is withdrawn for %s"
                .formatted(WithdrawalLimits.BURST, by));
      }
      Effect.Log line =
          new Effect.Log("stripe %s was withdrawn by %s: %s".formatted(id, by, reason));
      withdrawals.say(nowNanos, line, effects);
      cache.drop(encoding, effects);
    } else if (encoding != null) {
      cache.end(nowNanos, encoding, effects);
    }
    return Answer.YES;
  }

  /** Time has passed: renews keys, frees what is over. */
  void tick(long nowNanos, List<Effect> effects) {
    cache.lookAtChanges(nowNanos, effects);
    for (StripeId id : verifyAgain) {
      Encoding encoding = cache.encodings.find(id);
      if (encoding != null && encoding.isBeingVerified()) {
        cache.encodings.verify(encoding, effects);
      }
    }
    verifyAgain.clear();
    for (Encoding encoding : cache.encodings.due(nowNanos, effects)) {
      if (cache.encodings.isDoubted(encoding)) {
        cache.dropGone(encoding, effects);
        continue;
      }
      over(nowNanos, encoding, effects);
    }
    sayHowManyMore(nowNanos, effects);
  }

  private void over(long nowNanos, Encoding encoding, List<Effect> effects) {
    String what =
        encoding.published
            ? " could not be renewed in its time to live"
            : " was not published in its lease";
    Effect.Log line = new Effect.Log("stripe " + encoding + what);
    (encoding.published ? ends : lapses).say(nowNanos, line, effects);
    cache.lapse(nowNanos, encoding, effects);
  }

  private void sayHowManyMore(long nowNanos, List<Effect> effects) {
    long more =
        withdrawals.takeUnsaid(nowNanos) + ends.takeUnsaid(nowNanos) + lapses.takeUnsaid(nowNanos);
    for (RareLog loss : losses.values()) {
      more += loss.takeUnsaid(nowNanos);
    }
    if (more > 0) {
      effects.add(
          new Effect.Log(
              "%d more stripes were withdrawn, lost or not published than were named"
                  .formatted(more)));
    }
  }

  /** A renewal could not be asked for, or somebody says that it would not find all there is. */
  void renewSoon(StripeId id) {
    Encoding encoding = cache.encodings.find(id);
    if (encoding != null && encoding.published) {
      cache.encodings.renewSoon(encoding);
    } else {
      unanswered(id);
    }
  }

  /** Whether the keys of an encoding are there could not be found out; it may be soon. */
  void unanswered(StripeId id) {
    Encoding encoding = cache.encodings.find(id);
    if (encoding != null && encoding.isBeingVerified()) {
      verifyAgain.add(id);
    }
  }

  /** A renewal that was asked for then found so many of the node's fragments. */
  void renewed(long askedAtNanos, StripeId id, NodeId node, int found, List<Effect> effects) {
    Encoding encoding = cache.encodings.find(id);
    if (encoding == null || !(encoding.published || encoding.isBeingVerified())) {
      return;
    }
    int expected = cache.encodings.keysOn(encoding, node).size();
    if (found < expected) {
      Effect.Log line =
          new Effect.Log(
              "stripe %s lost %d of %d fragments on %s"
                  .formatted(id, expected - found, expected, node));
      losses.computeIfAbsent(node, any -> new RareLog()).say(askedAtNanos, line, effects);
      cache.lapse(askedAtNanos, encoding, effects);
    } else if (encoding.isBeingVerified()) {
      encoding.confirm(node);
      if (!encoding.isBeingVerified()) {
        publishFilled(askedAtNanos, encoding, effects);
      }
    } else {
      cache.encodings.renewed(encoding, node, askedAtNanos);
      if (node.equals(encoding.nodes.get(0))) {
        effects.add(new Effect.Enter(id, node, cache.settings.timeToLive()));
      }
    }
  }
}
