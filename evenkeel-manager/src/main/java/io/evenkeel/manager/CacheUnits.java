package io.evenkeel.manager;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.cache.Csac.Decision;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.Iterator;
import java.util.List;

/**
 * The policy ({@link io.evenkeel.policy.cache.Csac}), told and asked by stripe. What it decides
 * about as one, a unit, is each stripe by itself ({@link StripeUnits}) or, as in POCache's paper, a
 * file ({@link FileUnits}). Where Csac has a method of the same name, that is what is done to the
 * stripe's unit.
 */
interface CacheUnits {
  /** More room than there can be. */
  long NEVER = Long.MAX_VALUE;

  /** Somebody who asks for a stripe says how long its file is. */
  default void ofFile(KnownStripe stripe, long fileBytes) {}

  /** What the parity of a stripe's unit takes, as far as is known. */
  long unitBytes(KnownStripe stripe);

  /** Whether a stripe's parity is to be cached. */
  Decision query(KnownStripe stripe);

  /** The stripe is being read. */
  Update<KnownStripe> update(KnownStripe stripe, Decision decision);

  /** Its parity has been made. */
  Update<KnownStripe> stored(KnownStripe stripe);

  boolean isStillWanted(KnownStripe stripe);

  /** Whether its parity is accounted for. */
  boolean isCached(KnownStripe stripe);

  /** Its parity is accounted for no longer. */
  void lost(KnownStripe stripe);

  /** Nothing is known of the stripe any more. */
  void removed(KnownStripe stripe);

  double frequency(KnownStripe stripe);

  double displacedFrequency(KnownStripe stripe);

  boolean isWorth(KnownStripe stripe, List<KnownStripe> victims);

  /** In the order of eviction, those of one unit one after the other; valid until the next call. */
  Iterator<KnownStripe> victims(KnownStripe newcomer);

  /** A stripe that is cached, and what of its unit would be evicted with it. */
  List<KnownStripe> unit(KnownStripe stripe);

  /**
   * A stripe has been evicted.
   *
   * @return the stripe, and what of its unit goes with it; nothing if it is not cached any more
   */
  List<KnownStripe> evicted(KnownStripe stripe);

  void stragglersChanged(boolean any, Iterable<KnownStripe> candidates);

  /** Begins a round; of each, {@link #prefetched} or {@link #notPrefetched} follows. */
  List<KnownStripe> prefetch();

  Update<KnownStripe> prefetched(KnownStripe stripe);

  void notPrefetched(KnownStripe stripe);

  /**
   * How much more room it takes of the policy if a write is to hold what this stripe takes at most;
   * {@link #NEVER} if its file is longer than any that gets its parity as it is written.
   */
  long moreFor(Encoding write, StripeGeometry most);

  /** Sets room aside for a stripe that is being written; false, and nothing, if there is none. */
  boolean reserve(Encoding write, StripeGeometry most);

  /** A write that has room gets more; there has to be {@link #moreFor} as much. */
  void grow(Encoding write, StripeGeometry most);

  /** Sets aside just what an encoding takes that is there already, as is claimed. */
  boolean reserveExactly(Encoding encoding, StripeGeometry geometry);

  /** Room that was set aside is free again. */
  void release(Encoding write);

  /** What room was set aside for is the parity of this stripe, and cached. */
  void written(Encoding write, KnownStripe stripe);

  /** What is set aside of the policy's room and no write holds. */
  default long unheldBytes() {
    return 0;
  }

  long used();

  long capacity();

  /** Throws unless the books are right. */
  default void check() {}
}
