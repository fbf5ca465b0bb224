package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.PlacedStripe;
import java.util.function.Consumer;

/**
 * The known contents, a bounded number. Those of which nothing is cached, wanted or being made are
 * idle; the idle one that has not been asked for the longest is forgotten first.
 */
final class StripeTable {
  private final StripeCodec codec;
  private final int maxStripes;
  private final Consumer<KnownStripe> forgotten;
  private final CompactSet<KnownStripe> stripes = new CompactSet<>();
  private final Chain<KnownStripe> idle = new Chain<>();

  /**
   * An empty one.
   *
   * @param forgotten told of each stripe that is no longer known
   */
  StripeTable(StripeCodec codec, int maxStripes, Consumer<KnownStripe> forgotten) {
    this.codec = codec;
    this.maxStripes = maxStripes;
    this.forgotten = forgotten;
  }

  /** What is known of a content; null when nothing is. */
  KnownStripe find(ContentVersion version) {
    return stripes.find(new KnownStripe(codec.pack(version)));
  }

  /** Makes a content known, or known better; null when there is no room, for none is idle. */
  KnownStripe seen(PlacedStripe placed) {
    KnownStripe like = new KnownStripe(codec.pack(placed.version()));
    KnownStripe stripe = stripes.find(like);
    if (stripe == null) {
      if (stripes.size() >= maxStripes) {
        if (idle.first() == null) {
          return null;
        }
        forget(idle.first());
      }
      stripe = like;
      stripes.add(stripe);
      idle.append(stripe);
    }
    boolean isIdle = stripe.chain != null;
    codec.place(stripe, placed, isIdle);
    if (isIdle) {
      idle.append(stripe);
    }
    return stripe;
  }

  /** Something is cached, wanted or being made of a stripe. */
  void busy(KnownStripe stripe) {
    if (stripe.chain != null) {
      idle.remove(stripe);
    }
  }

  /** Nothing is any more. */
  void idle(KnownStripe stripe) {
    if (stripe.chain == null) {
      idle.append(stripe);
    }
  }

  /** Forgets an idle stripe. */
  void forget(KnownStripe stripe) {
    idle.remove(stripe);
    stripes.remove(stripe);
    forgotten.accept(stripe);
  }

  int size() {
    return stripes.size();
  }
}
