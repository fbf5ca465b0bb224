package io.evenkeel.manager;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.cache.Csac;
import io.evenkeel.policy.cache.Csac.Decision;
import io.evenkeel.policy.cache.Csac.Prefetch;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * A file is a unit, as in POCache's paper (section 3.3), or a part of one ({@link KnownFile}): it
 * is decided about by the parity of all of it, one read from stripe to stripe is one access, and
 * what is cached of it goes as a whole. Room is taken, and others go for it, as its stripes are
 * asked for. Decision 29.
 *
 * <p>For a policy that accounts for parity when it is wanted ({@link
 * io.evenkeel.policy.cache.CsacSettings#evictAtDecision}).
 */
final class FileUnits implements CacheUnits {
  private final Csac<Object> csac;
  private final ParitySizes sizes;
  private final Predicate<KnownStripe> touches;
  private final WriteRoom writes;
  private final KnownFiles files;

  /** How many stripes of what was picked are still to be prefetched. */
  private final Map<KnownFile, Integer> picked = new LinkedHashMap<>();

  FileUnits(
      Csac<Object> csac,
      ParitySizes sizes,
      Predicate<KnownStripe> touches,
      SecretHash hash,
      long largestFileBytes) {
    this.csac = csac;
    this.sizes = sizes;
    this.touches = touches;
    this.writes = new WriteRoom(csac, sizes, hash, largestFileBytes);
    this.files = new KnownFiles(hash, csac::removed);
  }

  @Override
  public void ofFile(KnownStripe stripe, long fileBytes) {
    files.at(stripe).fileBytes = fileBytes;
  }

  /** What all of a file's parity takes, as far as is known. */
  private long wholeBytes(KnownFile file, KnownStripe like) {
    if (file.fileBytes == 0) {
      return file.stripes.stream().mapToLong(sizes::of).sum();
    }
    long one = sizes.of(like);
    long most = KnownFile.STRIPES_MAX * one;
    long more = file.isCached(like) ? 0 : one;
    return Math.max(file.cachedBytes() + more, Math.min(most, sizes.ofFile(like, file.fileBytes)));
  }

  @Override
  public long unitBytes(KnownStripe stripe) {
    return wholeBytes(files.at(stripe), stripe);
  }

  @Override
  public Decision query(KnownStripe stripe) {
    KnownFile file = files.at(stripe);
    if (file.isCached(stripe)) {
      return Decision.CACHED;
    }
    return csac.isCached(file)
        ? Decision.SHOULD_CACHE
        : csac.query(file, wholeBytes(file, stripe), file.isTouched(touches));
  }

  @Override
  public Update<KnownStripe> update(KnownStripe stripe, Decision decision) {
    KnownFile file = files.at(stripe);
    boolean touched = file.isTouched(touches);
    if (!file.askedNext(stripe)) {
      // Counts it, and no more.
      csac.update(file, wholeBytes(file, stripe), touched, Decision.SHOULD_NOT_CACHE);
    }
    return decision == Decision.SHOULD_CACHE && !file.isCached(stripe)
        ? cache(file, stripe, touched)
        : new Update<>(file.isCached(stripe), List.of());
  }

  /** With what is evicted for it. */
  private Update<KnownStripe> cache(KnownFile file, KnownStripe stripe, boolean touched) {
    long bytes = sizes.of(stripe);
    Optional<List<Object>> evicted;
    if (csac.isCached(file)) {
      evicted = csac.resize(file, file.cachedBytes() + bytes);
    } else {
      Update<Object> update = csac.stored(file, bytes, touched);
      evicted = update.cached() ? Optional.of(update.evicted()) : Optional.empty();
    }
    if (evicted.isPresent()) {
      file.cache(stripe, bytes);
    }
    return new Update<>(evicted.isPresent(), stripesOf(evicted.orElse(List.of())));
  }

  private static List<KnownStripe> stripesOf(List<Object> evicted) {
    List<KnownStripe> stripes = new ArrayList<>();
    evicted.forEach(file -> stripes.addAll(((KnownFile) file).giveUp()));
    return stripes;
  }

  @Override
  public Update<KnownStripe> stored(KnownStripe stripe) {
    KnownFile file = files.at(stripe);
    return file.isCached(stripe)
        ? new Update<>(true, List.of())
        : cache(file, stripe, file.isTouched(touches));
  }

  @Override
  public boolean isStillWanted(KnownStripe stripe) {
    KnownFile file = files.at(stripe);
    return !file.isCached(stripe)
        && (csac.isCached(file)
            || csac.isStillWanted(file, wholeBytes(file, stripe), file.isTouched(touches)));
  }

  @Override
  public boolean isCached(KnownStripe stripe) {
    KnownFile file = files.find(stripe);
    return file != null && file.isCached(stripe);
  }

  @Override
  public void lost(KnownStripe stripe) {
    KnownFile file = files.find(stripe);
    if (file != null && file.isCached(stripe)) {
      file.lost(stripe);
      if (file.cached().isEmpty()) {
        csac.lost(file);
      } else if (csac.resize(file, file.cachedBytes()).isEmpty()) {
        throw new IllegalStateException("less than before has no room");
      }
    }
  }

  @Override
  public void removed(KnownStripe stripe) {
    lost(stripe);
    files.forget(stripe);
  }

  @Override
  public double frequency(KnownStripe stripe) {
    KnownFile file = files.find(stripe);
    return file == null ? 0 : csac.frequency(file);
  }

  @Override
  public double displacedFrequency(KnownStripe stripe) {
    KnownFile file = files.at(stripe);
    return csac.displacedFrequency(file, wholeBytes(file, stripe), file.isTouched(touches));
  }

  @Override
  public boolean isWorth(KnownStripe stripe, List<KnownStripe> victims) {
    Set<Object> gone = new LinkedHashSet<>();
    victims.forEach(victim -> gone.add(files.at(victim)));
    KnownFile file = files.at(stripe);
    return csac.isWorth(file, sizes.of(stripe), file.isTouched(touches), List.copyOf(gone));
  }

  @Override
  public Iterator<KnownStripe> victims(KnownStripe newcomer) {
    return StreamSupport.stream(csac.victims(files.at(newcomer)).spliterator(), false)
        .flatMap(file -> ((KnownFile) file).cached().stream())
        .iterator();
  }

  @Override
  public List<KnownStripe> unit(KnownStripe stripe) {
    return List.copyOf(files.find(stripe).cached());
  }

  @Override
  public List<KnownStripe> evicted(KnownStripe stripe) {
    KnownFile file = files.find(stripe);
    if (file == null || !file.isCached(stripe)) {
      return List.of();
    }
    csac.evicted(file);
    return file.giveUp();
  }

  @Override
  public void stragglersChanged(boolean any, Iterable<KnownStripe> candidates) {
    Set<KnownFile> touched = new LinkedHashSet<>();
    candidates.forEach(stripe -> touched.add(files.at(stripe)));
    csac.stragglersChanged(
        any, key -> key instanceof KnownFile file && file.isTouched(touches), touched);
  }

  @Override
  public List<KnownStripe> prefetch() {
    picked.clear();
    List<KnownStripe> all = new ArrayList<>();
    for (Prefetch<Object> pick : csac.prefetch()) {
      KnownFile file = (KnownFile) pick.key();
      picked.put(file, file.stripes.size());
      all.addAll(file.stripes);
    }
    return all;
  }

  @Override
  public Update<KnownStripe> prefetched(KnownStripe stripe) {
    KnownFile file = files.at(stripe);
    if (!csac.isCached(file)) {
      Update<Object> update = csac.prefetched(file, sizes.of(stripe));
      if (update.cached()) {
        picked.remove(file);
        file.cache(stripe, sizes.of(stripe));
      }
      return new Update<>(update.cached(), stripesOf(update.evicted()));
    }
    return cache(file, stripe, true);
  }

  @Override
  public void notPrefetched(KnownStripe stripe) {
    KnownFile file = files.find(stripe);
    if (picked.containsKey(file) && picked.merge(file, -1, Integer::sum) == 0) {
      picked.remove(file);
      csac.notPrefetched(file);
    }
  }

  @Override
  public long moreFor(Encoding write, StripeGeometry most) {
    return writes.moreFor(write, most);
  }

  @Override
  public boolean reserve(Encoding write, StripeGeometry most) {
    return writes.reserve(write, most);
  }

  @Override
  public void grow(Encoding write, StripeGeometry most) {
    writes.grow(write, most);
  }

  @Override
  public boolean reserveExactly(Encoding encoding, StripeGeometry geometry) {
    return writes.reserveExactly(encoding, geometry);
  }

  @Override
  public void release(Encoding write) {
    writes.release(write);
  }

  @Override
  public void written(Encoding write, KnownStripe stripe) {
    long bytes = sizes.of(stripe);
    writes.published(write, bytes);
    KnownFile file = files.at(stripe);
    boolean hasRoom =
        bytes <= csac.capacity() - csac.used()
            && (csac.isCached(file)
                ? csac.resize(file, file.cachedBytes() + bytes).isPresent()
                : csac.reserve(file, bytes) && csac.written(file, bytes, touches.test(stripe)));
    if (!hasRoom) {
      throw new IllegalStateException("the room of stripe " + write + " is not there");
    }
    file.cache(stripe, bytes);
  }

  @Override
  public long unheldBytes() {
    return writes.unheldBytes();
  }

  @Override
  public long used() {
    return csac.used();
  }

  @Override
  public long capacity() {
    return csac.capacity();
  }

  @Override
  public void check() {
    writes.check();
    for (KnownFile file : files.check()) {
      if (csac.isCached(file) == file.cached().isEmpty()) {
        throw new IllegalStateException("not both books have " + file.part + " cached");
      }
    }
  }
}
