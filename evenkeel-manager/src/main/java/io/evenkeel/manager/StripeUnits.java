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
  private final Predicate<KnownStripe> touches;

  StripeUnits(Csac<CacheKey> csac, ParitySizes sizes, Predicate<KnownStripe> touches) {
    this.csac = csac;
    this.sizes = sizes;
    this.touches = touches;
  }

  /** Nobody evicts what is set aside for a write. */
  private static Update<KnownStripe> ofStripes(Update<CacheKey> update) {
    List<KnownStripe> evicted = new ArrayList<>();
    update.evicted().forEach(key -> evicted.add((KnownStripe) key));
    return new Update<>(update.cached(), evicted);
  }

  @Override
  public long unitBytes(KnownStripe stripe) {
    return sizes.of(stripe);
  }

  @Override
  public Decision query(KnownStripe stripe) {
    return csac.query(stripe, sizes.of(stripe), touches.test(stripe));
  }

  @Override
  public Update<KnownStripe> update(KnownStripe stripe, Decision decision) {
    return ofStripes(csac.update(stripe, sizes.of(stripe), touches.test(stripe), decision));
  }

  @Override
  public Update<KnownStripe> stored(KnownStripe stripe) {
    return ofStripes(csac.stored(stripe, sizes.of(stripe), touches.test(stripe)));
  }

  @Override
  public boolean isStillWanted(KnownStripe stripe) {
    return csac.isStillWanted(stripe, sizes.of(stripe), touches.test(stripe));
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
  public double displacedFrequency(KnownStripe stripe) {
    return csac.displacedFrequency(stripe, sizes.of(stripe), touches.test(stripe));
  }

  @Override
  public boolean isWorth(KnownStripe stripe, List<KnownStripe> victims) {
    return csac.isWorth(stripe, sizes.of(stripe), touches.test(stripe), List.copyOf(victims));
  }

  @Override
  public Iterator<KnownStripe> victims(KnownStripe newcomer) {
    return StreamSupport.stream(csac.victims(newcomer).spliterator(), false)
        .map(KnownStripe.class::cast)
        .iterator();
  }

  @Override
  public List<KnownStripe> unit(KnownStripe stripe) {
    return List.of(stripe);
  }

  @Override
  public List<KnownStripe> evicted(KnownStripe stripe) {
    boolean is = csac.isCached(stripe);
    csac.evicted(stripe);
    return is ? List.of(stripe) : List.of();
  }

  @Override
  public void stragglersChanged(boolean any, Iterable<KnownStripe> candidates) {
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
  public Update<KnownStripe> prefetched(KnownStripe stripe) {
    return ofStripes(csac.prefetched(stripe, sizes.of(stripe)));
  }

  @Override
  public void notPrefetched(KnownStripe stripe) {
    csac.notPrefetched(stripe);
  }

  @Override
  public long moreFor(Encoding write, StripeGeometry most) {
    long has = write.reserved == null ? 0 : sizes.of(write.reserved);
    return sizes.of(most) - has;
  }

  @Override
  public boolean reserve(Encoding write, StripeGeometry most) {
    return csac.reserve(write, sizes.of(most));
  }

  @Override
  public void grow(Encoding write, StripeGeometry most) {
    csac.release(write);
    require(csac.reserve(write, sizes.of(most)), write);
  }

  @Override
  public boolean reserveExactly(Encoding encoding, StripeGeometry geometry) {
    return csac.reserve(encoding, sizes.of(geometry));
  }

  @Override
  public void release(Encoding write) {
    csac.release(write);
  }

  @Override
  public void written(Encoding write, KnownStripe stripe) {
    csac.release(write);
    long bytes = sizes.of(stripe);
    require(
        csac.reserve(stripe, bytes) && csac.written(stripe, bytes, touches.test(stripe)), write);
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
