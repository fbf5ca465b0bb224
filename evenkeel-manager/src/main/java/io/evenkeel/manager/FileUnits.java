package io.evenkeel.manager;

import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.cache.Csac;
import io.evenkeel.policy.cache.Csac.Decision;
import io.evenkeel.policy.cache.Csac.Prefetch;
import io.evenkeel.policy.cache.Csac.Update;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * A file is a unit, as in POCache's paper (section 3.3): one request for stripes of it is one
 * access, what is asked for is cached all together or not at all, and the file goes as a whole.
 * Nobody says how long a file is: more of one that is cached is cached as it is asked for. A file
 * is what has one path, in parts of {@value #STRIPES_MAX} stripes, so that no step is unbounded;
 * what is renamed while it is cached stays with its unit. Room for writes: {@link WrittenFiles}.
 *
 * <p>For a policy that accounts for parity when it is wanted ({@link
 * io.evenkeel.policy.cache.CsacSettings#evictAtDecision}).
 */
final class FileUnits implements CacheUnits {
  /** Of one unit. */
  static final int STRIPES_MAX = 1024;

  /** What the maps of a file of one stripe take of the heap, with compressed references. */
  static final int BYTES_PER_FILE = 600;

  private final Csac<Object> csac;
  private final Predicate<KnownStripe> touches;
  private final ParitySizes sizes;
  private final WrittenFiles writes;
  private final Map<Part, CachedFile> files = new HashMap<>();
  private final Map<KnownStripe, CachedFile> fileOf = new HashMap<>();

  /** What has been asked for at once, or was picked, and is not settled. */
  private final Map<CachedFile, Asked> asked = new LinkedHashMap<>();

  /** So many stripes of what has one path. */
  private record Part(String path, int number) {}

  /** One unit: known by identity, for it lives as long as something is known of the file. */
  private static final class CachedFile {
    /** Null of one stripe for which there was no room in its path's. */
    private final Part part;

    private final Set<KnownStripe> known = new LinkedHashSet<>();

    /** Of what is cached, what each takes. */
    private final Map<KnownStripe, Long> cached = new LinkedHashMap<>();

    private long cachedBytes;

    /** What the policy accounts for: more than is cached while something is not settled. */
    private long accountedBytes;

    CachedFile(Part part) {
      this.part = part;
    }

    boolean holds(KnownStripe stripe) {
      return cached.containsKey(stripe);
    }

    List<KnownStripe> giveUp() {
      List<KnownStripe> all = List.copyOf(cached.keySet());
      cached.clear();
      cachedBytes = 0;
      accountedBytes = 0;
      return all;
    }
  }

  /** What is asked for of one file. */
  private static final class Asked {
    /** Of what is still to be decided about. */
    private long leftBytes;

    private boolean touched;
    private boolean isCounted;
    private boolean isRefused;

    /** Still to be prefetched. */
    private final Set<KnownStripe> picked = new LinkedHashSet<>();
  }

  FileUnits(
      Csac<Object> csac, Predicate<KnownStripe> touches, ParitySizes sizes, long largestFileBytes) {
    this.csac = csac;
    this.touches = touches;
    this.sizes = sizes;
    this.writes = new WrittenFiles(csac, sizes, largestFileBytes);
  }

  /** The unit of a stripe: the one that it is cached with, or that of its path now. */
  private CachedFile file(KnownStripe stripe) {
    CachedFile before = fileOf.get(stripe);
    Part part = new Part(stripe.path, stripe.number / STRIPES_MAX);
    if (before != null && (before.holds(stripe) || part.equals(before.part))) {
      return before;
    }
    CachedFile there = files.get(part);
    boolean isFull = there != null && there.known.size() >= STRIPES_MAX;
    if (before != null && before.part == null && isFull) {
      return before;
    }
    leave(before, stripe);
    CachedFile file = there;
    if (isFull) {
      file = new CachedFile(null);
    } else if (there == null) {
      file = new CachedFile(part);
      files.put(part, file);
    }
    file.known.add(stripe);
    fileOf.put(stripe, file);
    return file;
  }

  private void leave(CachedFile file, KnownStripe stripe) {
    if (file != null) {
      file.known.remove(stripe);
      fileOf.remove(stripe);
      if (file.known.isEmpty()) {
        files.remove(file.part, file);
        asked.remove(file);
        csac.removed(file);
      }
    }
  }

  @Override
  public void asked(Collection<KnownStripe> stripes) {
    for (KnownStripe stripe : stripes) {
      CachedFile file = file(stripe);
      Asked all = asked.computeIfAbsent(file, any -> new Asked());
      all.leftBytes += file.holds(stripe) ? 0 : sizes.ofStripe(stripe);
      all.touched |= touches.test(stripe);
    }
    asked.forEach((file, all) -> all.touched |= file.cached.keySet().stream().anyMatch(touches));
  }

  @Override
  public void settle() {
    asked.forEach(
        (file, all) -> {
          if (file.accountedBytes > file.cachedBytes) {
            shrink(file);
          }
        });
    asked.clear();
  }

  private void shrink(CachedFile file) {
    file.accountedBytes = file.cachedBytes;
    if (file.cached.isEmpty()) {
      csac.lost(file);
    } else {
      csac.resize(file, file.cachedBytes);
    }
  }

  @Override
  public Decision query(KnownStripe stripe, long bytes, boolean touched) {
    CachedFile file = file(stripe);
    Asked all = asked.getOrDefault(file, new Asked());
    if (file.holds(stripe)) {
      return Decision.CACHED;
    }
    if (!all.isRefused && !csac.isCached(file)) {
      long whole = Math.max(bytes, all.leftBytes);
      Decision decision = csac.query(file, whole, touched || all.touched);
      all.isRefused = decision == Decision.SHOULD_NOT_CACHE;
    }
    return all.isRefused ? Decision.SHOULD_NOT_CACHE : Decision.SHOULD_CACHE;
  }

  @Override
  public Update<KnownStripe> update(
      KnownStripe stripe, long bytes, boolean touched, Decision decision) {
    CachedFile file = file(stripe);
    Asked all = asked.computeIfAbsent(file, any -> new Asked());
    if (!all.isCounted) {
      all.isCounted = true;
      long known = file.known.stream().mapToLong(sizes::ofStripe).sum();
      csac.update(file, known, touched || all.touched, Decision.SHOULD_NOT_CACHE);
    }
    Update<KnownStripe> done = unchanged(file, stripe);
    if (decision == Decision.SHOULD_CACHE && !file.holds(stripe)) {
      done = account(file, stripe, bytes, Math.max(bytes, all.leftBytes), touched || all.touched);
      all.isRefused = !done.cached();
    }
    all.leftBytes = Math.max(0, all.leftBytes - bytes);
    return done;
  }

  private static Update<KnownStripe> unchanged(CachedFile file, KnownStripe stripe) {
    return new Update<>(file.holds(stripe), List.of());
  }

  /**
   * Caches a stripe with its file, out of what is accounted for already or else with room for more.
   */
  private Update<KnownStripe> account(
      CachedFile file, KnownStripe stripe, long bytes, long withMore, boolean touched) {
    List<KnownStripe> evicted = List.of();
    if (file.accountedBytes < file.cachedBytes + bytes) {
      long size = file.cachedBytes + withMore;
      Update<Object> update =
          csac.isCached(file) ? csac.resize(file, size) : csac.stored(file, size, touched);
      if (!update.cached()) {
        return unchanged(file, stripe);
      }
      file.accountedBytes = size;
      evicted = stripesOf(update.evicted());
    }
    hold(file, stripe, bytes);
    return new Update<>(true, evicted);
  }

  private static void hold(CachedFile file, KnownStripe stripe, long bytes) {
    file.cached.put(stripe, bytes);
    file.cachedBytes += bytes;
  }

  private static List<KnownStripe> stripesOf(List<Object> evicted) {
    List<KnownStripe> stripes = new ArrayList<>();
    evicted.forEach(file -> stripes.addAll(((CachedFile) file).giveUp()));
    return stripes;
  }

  @Override
  public Update<KnownStripe> stored(KnownStripe stripe, long bytes, boolean touched) {
    CachedFile file = file(stripe);
    return file.holds(stripe)
        ? unchanged(file, stripe)
        : account(file, stripe, bytes, bytes, touched);
  }

  @Override
  public boolean isStillWanted(KnownStripe stripe, long bytes, boolean touched) {
    CachedFile file = file(stripe);
    return !file.holds(stripe) && (csac.isCached(file) || csac.isStillWanted(file, bytes, touched));
  }

  @Override
  public boolean isCached(KnownStripe stripe) {
    CachedFile file = fileOf.get(stripe);
    return file != null && file.holds(stripe);
  }

  @Override
  public void lost(KnownStripe stripe) {
    CachedFile file = fileOf.get(stripe);
    if (file != null && file.holds(stripe)) {
      file.cachedBytes -= file.cached.remove(stripe);
      shrink(file);
    }
  }

  @Override
  public void removed(KnownStripe stripe) {
    lost(stripe);
    leave(fileOf.get(stripe), stripe);
  }

  @Override
  public double frequency(KnownStripe stripe) {
    return csac.frequency(file(stripe));
  }

  @Override
  public double displacedFrequency(KnownStripe stripe, long bytes, boolean touched) {
    return csac.displacedFrequency(file(stripe), bytes, touched);
  }

  @Override
  public boolean isWorth(
      KnownStripe stripe, long bytes, boolean touched, List<KnownStripe> victims) {
    Set<Object> gone = new LinkedHashSet<>();
    victims.forEach(victim -> gone.add(file(victim)));
    return csac.isWorth(file(stripe), bytes, touched, List.copyOf(gone));
  }

  @Override
  public Iterator<KnownStripe> victims(KnownStripe newcomer) {
    return StreamSupport.stream(csac.victims(file(newcomer)).spliterator(), false)
        .flatMap(file -> ((CachedFile) file).cached.keySet().stream())
        .iterator();
  }

  @Override
  public List<KnownStripe> evicted(KnownStripe stripe) {
    CachedFile file = fileOf.get(stripe);
    if (file == null || !file.holds(stripe)) {
      return List.of();
    }
    csac.evicted(file);
    return file.giveUp();
  }

  @Override
  public void stragglersChanged(
      boolean any, Predicate<KnownStripe> nowTouches, Iterable<KnownStripe> candidates) {
    Set<CachedFile> touched = new LinkedHashSet<>();
    candidates.forEach(stripe -> touched.add(file(stripe)));
    csac.stragglersChanged(
        any,
        key -> key instanceof CachedFile file && file.known.stream().anyMatch(nowTouches),
        touched);
  }

  @Override
  public List<KnownStripe> prefetch() {
    List<KnownStripe> all = new ArrayList<>();
    for (Prefetch<Object> pick : csac.prefetch()) {
      CachedFile file = (CachedFile) pick.key();
      Asked some = asked.computeIfAbsent(file, any -> new Asked());
      for (KnownStripe stripe : file.known) {
        if (sizes.ofStripe(stripe) > 0) {
          some.picked.add(stripe);
          some.leftBytes += sizes.ofStripe(stripe);
        }
      }
      all.addAll(some.picked);
    }
    return all;
  }

  @Override
  public Update<KnownStripe> prefetched(KnownStripe stripe, long bytes) {
    CachedFile file = file(stripe);
    Asked some = asked.get(file);
    if (some == null || !some.picked.remove(stripe)) {
      return unchanged(file, stripe);
    }
    List<KnownStripe> evicted = List.of();
    if (!csac.isCached(file)) {
      Update<Object> update = csac.prefetched(file, some.leftBytes);
      file.accountedBytes = update.cached() ? some.leftBytes : 0;
      evicted = stripesOf(update.evicted());
    }
    some.leftBytes -= bytes;
    if (file.accountedBytes >= file.cachedBytes + bytes) {
      hold(file, stripe, bytes);
    }
    return new Update<>(file.holds(stripe), evicted);
  }

  @Override
  public void notPrefetched(KnownStripe stripe) {
    CachedFile file = fileOf.get(stripe);
    Asked some = asked.get(file);
    if (some != null && some.picked.remove(stripe)) {
      some.leftBytes -= sizes.ofStripe(stripe);
      if (some.picked.isEmpty()) {
        csac.notPrefetched(file);
      }
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
  public boolean hold(Encoding encoding, long bytes) {
    return writes.hold(encoding, bytes);
  }

  @Override
  public void release(Encoding write) {
    writes.release(write);
  }

  @Override
  public void written(Encoding write, KnownStripe stripe, long bytes, boolean touched) {
    writes.take(write, bytes);
    CachedFile file = file(stripe);
    boolean hasRoom =
        csac.isCached(file)
            ? csac.resize(file, file.accountedBytes + bytes).evicted().isEmpty()
            : csac.reserve(file, bytes) && csac.written(file, bytes, touched);
    if (!hasRoom) {
      throw new IllegalStateException("the room of stripe " + write + " is not there");
    }
    file.accountedBytes += bytes;
    hold(file, stripe, bytes);
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

  /** Throws unless each file is accounted for with what is cached of it. */
  @Override
  public void check() {
    Set<KnownStripe> all = new HashSet<>();
    for (CachedFile file : new HashSet<>(fileOf.values())) {
      long bytes = file.cached.values().stream().mapToLong(Long::longValue).sum();
      boolean isRight =
          bytes == file.cachedBytes
              && bytes == file.accountedBytes
              && csac.isCached(file) == (bytes > 0)
              && file.known.containsAll(file.cached.keySet());
      if (!isRight || asked.containsKey(file)) {
        throw new IllegalStateException(
            "of %s %d bytes are cached and %d accounted for, not %d"
                .formatted(file.part, file.cachedBytes, file.accountedBytes, bytes));
      }
      all.addAll(file.known);
    }
    if (!all.equals(fileOf.keySet())) {
      throw new IllegalStateException(all.size() + " stripes have a file, not " + fileOf.size());
    }
  }
}
