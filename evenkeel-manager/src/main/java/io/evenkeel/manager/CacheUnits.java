package io.evenkeel.manager;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.cache.Csac.Decision;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The policy ({@link io.evenkeel.policy.cache.Csac}), told and asked by stripe. What it decides
 * about as one, a unit, is each stripe by itself ({@link StripeUnits}) or, as in POCache's paper, a
 * file ({@link FileUnits}). Where Csac has a method of the same name, that is what is done to the
 * stripe's unit.
 */
interface CacheUnits {
  /**
   * Somebody asks for these at once: what of it is of one unit is decided about together, in the
   * {@link #query} and {@link #update} of each, up to {@link #settle}.
   */
  default void asked(Collection<KnownStripe> stripes) {}

  /** All that was asked for, or picked to be prefetched, has been decided about. */
  default void settle() {}

  /**
   * Whether a stripe's parity is to be cached.
   *
   * @param bytes what it takes
   */
  Decision query(KnownStripe stripe, long bytes, boolean touched);

  /** The stripe is being read. */
  Update<KnownStripe> update(KnownStripe stripe, long bytes, boolean touched, Decision decision);

  /** Its parity has been made. */
  Update<KnownStripe> stored(KnownStripe stripe, long bytes, boolean touched);

  boolean isStillWanted(KnownStripe stripe, long bytes, boolean touched);

  /** Whether its parity is accounted for. */
  boolean isCached(KnownStripe stripe);

  /** Its parity is accounted for no longer. */
  void lost(KnownStripe stripe);

  /** Nothing is known of the stripe any more. */
  void removed(KnownStripe stripe);

  double frequency(KnownStripe stripe);

  double displacedFrequency(KnownStripe stripe, long bytes, boolean touched);

  boolean isWorth(KnownStripe stripe, long bytes, boolean touched, List<KnownStripe> victims);

  /** In the order of eviction, those of one unit one after the other; valid until the next call. */
  Iterator<KnownStripe> victims(KnownStripe newcomer);

  /**
   * A stripe has been evicted.
   *
   * @return the stripe, and what of its unit goes with it; nothing if it is not cached any more
   */
  List<KnownStripe> evicted(KnownStripe stripe);

  void stragglersChanged(
      boolean any, Predicate<KnownStripe> touches, Iterable<KnownStripe> candidates);

  /** Begins a round; of each, {@link #prefetched} or {@link #notPrefetched} follows. */
  List<KnownStripe> prefetch();

  Update<KnownStripe> prefetched(KnownStripe stripe, long bytes);

  void notPrefetched(KnownStripe stripe);

  /**
   * How much more room it takes of the policy if a write is to hold what this stripe takes at most;
   * more than there can be if it may not have so much.
   */
  long moreFor(Encoding write, StripeGeometry most);

  /** Sets room aside for a stripe that is being written; false, and nothing, if there is none. */
  boolean reserve(Encoding write, StripeGeometry most);

  /** A write that has room gets more; there has to be {@link #moreFor} as much. */
  void grow(Encoding write, StripeGeometry most);

  /** Sets aside what is about to be published as it is; false, and nothing, if there is no room. */
  boolean hold(Encoding encoding, long bytes);

  /** Room that was set aside is free again. */
  void release(Encoding write);

  /** What room was set aside for is cached, of this stripe, of which nothing is. */
  void written(Encoding write, KnownStripe stripe, long bytes, boolean touched);

  /** What is set aside of the policy's room and no write holds. */
  default long unheldBytes() {
    return 0;
  }

  long used();

  long capacity();

  /** Throws unless the books are right. */
  default void check() {}
}
