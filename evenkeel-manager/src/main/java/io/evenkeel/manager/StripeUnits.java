package io.evenkeel.manager;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.cache.Csac;
import io.evenkeel.policy.cache.Csac.Decision;
import io.evenkeel.policy.cache.Csac.Prefetch;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** Each stripe is a unit, and each stripe that is being written has its own room. */
final class StripeUnits implements CacheUnits {
  private final Csac<CacheKey> csac;
  private final ParitySizes sizes;

  StripeUnits(Csac<CacheKey> csac, ParitySizes sizes) {
    this.csac = csac;
    this.sizes = sizes;
  }

  /** Nobody evicts what is set aside for a write. */
  private static Update<KnownStripe> ofStripes(Update<CacheKey> update) {
    List<KnownStripe> evicted = new ArrayList<>();
    update.evicted().forEach(key -> evicted.add((KnownStripe) key));
    return new Update<>(update.cached(), evicted);
  }

  @Override
  public Decision query(KnownStripe stripe, long bytes, boolean touched) {
    return csac.query(stripe, bytes, touched);
  }

  @Override
  public Update<KnownStripe> update(
      KnownStripe stripe, long bytes, boolean touched, Decision decision) {
    return ofStripes(csac.update(stripe, bytes, touched, decision));
  }

  @Override
  public Update<KnownStripe> stored(KnownStripe stripe, long bytes, boolean touched) {
    return ofStripes(csac.stored(stripe, bytes, touched));
  }

  @Override
  public boolean isStillWanted(KnownStripe stripe, long bytes, boolean touched) {
    return csac.isStillWanted(stripe, bytes, touched);
  }

  @Override
  public boolean isCached(KnownStripe stripe) {
    return csac.isCached(stripe);
  }

  @Override
  public void lost(KnownStripe stripe) {
    csac.lost(stripe);
  }

  @Override
  public void removed(KnownStripe stripe) {
    csac.removed(stripe);
  }

  @Override
  public double frequency(KnownStripe stripe) {
    return csac.frequency(stripe);
  }

  @Override
  public double displacedFrequency(KnownStripe stripe, long bytes, boolean touched) {
    return csac.displacedFrequency(stripe, bytes, touched);
  }

  @Override
  public boolean isWorth(
      KnownStripe stripe, long bytes, boolean touched, List<KnownStripe> victims) {
    return csac.isWorth(stripe, bytes, touched, List.copyOf(victims));
  }

  @Override
  public Iterator<KnownStripe> victims(KnownStripe newcomer) {
    return StreamSupport.stream(csac.victims(newcomer).spliterator(), false)
        .map(KnownStripe.class::cast)
        .iterator();
  }

  @Override
  public List<KnownStripe> evicted(KnownStripe stripe) {
    boolean is = csac.isCached(stripe);
    csac.evicted(stripe);
    return is ? List.of(stripe) : List.of();
  }

  @Override
  public void stragglersChanged(
      boolean any, Predicate<KnownStripe> touches, Iterable<KnownStripe> candidates) {
    csac.stragglersChanged(
        any, key -> key instanceof KnownStripe stripe && touches.test(stripe), candidates);
  }

  @Override
  public List<KnownStripe> prefetch() {
    List<KnownStripe> picked = new ArrayList<>();
    for (Prefetch<CacheKey> pick : csac.prefetch()) {
      picked.add((KnownStripe) pick.key());
    }
    return picked;
  }

  @Override
  public Update<KnownStripe> prefetched(KnownStripe stripe, long bytes) {
    return ofStripes(csac.prefetched(stripe, bytes));
  }

  @Override
  public void notPrefetched(KnownStripe stripe) {
    csac.notPrefetched(stripe);
  }

  @Override
  public long moreFor(Encoding write, StripeGeometry most) {
    long has = write.reserved == null ? 0 : sizes.ofGeometry(write.reserved);
    return sizes.ofGeometry(most) - has;
  }

  @Override
  public boolean reserve(Encoding write, StripeGeometry most) {
    return csac.reserve(write, sizes.ofGeometry(most));
  }

  @Override
  public void grow(Encoding write, StripeGeometry most) {
    csac.release(write);
    require(csac.reserve(write, sizes.ofGeometry(most)), write);
  }

  @Override
  public boolean hold(Encoding encoding, long bytes) {
    return csac.reserve(encoding, bytes);
  }

  @Override
  public void release(Encoding write) {
    csac.release(write);
  }

  @Override
  public void written(Encoding write, KnownStripe stripe, long bytes, boolean touched) {
    csac.release(write);
    require(csac.reserve(stripe, bytes) && csac.written(stripe, bytes, touched), write);
  }

  private static void require(boolean isThere, Encoding write) {
    if (!isThere) {
      throw new IllegalStateException("the room of stripe " + write + " is not there");
    }
  }

  @Override
  public long used() {
    return csac.used();
  }

  @Override
  public long capacity() {
    return csac.capacity();
  }
}
