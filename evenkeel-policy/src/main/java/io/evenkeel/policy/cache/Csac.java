package io.evenkeel.policy.cache;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The configurable straggler-aware cache algorithm (POCache, JPDC 2022, section 3.3, Algorithm 1):
 * which files' parity to cache. Decides and keeps the books; who calls it carries out what it says.
 * Sizes may be in any one unit: bytes, or blocks of parity.
 *
 * <p>A read of f is {@link #query} and {@link #update} with its answer; where that is to cache it,
 * {@link #stored} follows as soon as its parity is there. A write of f is {@link #reserve} before
 * it and {@link #written} or {@link #release} after it. A new straggler list is {@link
 * #stragglersChanged}, then, for each of {@link #prefetch}, {@link #prefetched} or {@link
 * #notPrefetched}.
 *
 * <p>The listing evicts and accounts as it decides (lines 16-26), which is right where parity is
 * there at once. Making it takes time and may fail, so unless {@code evictAtDecision} nothing goes
 * and nothing is accounted for before {@link #stored}, where admission is asked again.
 *
 * <p>Where the listing would loop for ever or lose count: what is larger than the cache is refused,
 * an eviction that cannot make enough room, or would take more than {@value #VICTIMS_MAX} files,
 * evicts nothing, and an evicted file gives back what was recorded for it. Pure, deterministic, not
 * thread-safe. A decision costs time in proportion to what it evicts, and O(log n) with LFU; a
 * change of the straggler list in proportion to what the stragglers touch, before and after.
 *
 * @param <K> the files' names
 */
public final class Csac<K> {
  private static final int NOT_TOUCHED = 0;
  private static final int TOUCHED = 1;
  private static final int FRESH = 2;

  /** More goes for nobody: who asks is not to have all of a large cache looked at. */
  static final int VICTIMS_MAX = 1024;

  private final CsacSettings settings;
  private final long capacity;
  private final AccessHistory<K> history;
  private final AdmissionPolicy<K> admission;
  // Ge, of what no straggler touches and of what one does: where the former goes first, each is
  // ordered by itself, so that a change of stragglers moves no more than what they touch.
  private final List<EvictionPolicy<K>> evictions;
  private final AccessPredictor<K> predictor;
  // What is cached: what no straggler touches, what one does, and what the present round has
  // prefetched.
  private final KeyLists<K> cached = new KeyLists<>(3);
  private final ReservedRoom<K> reservations = new ReservedRoom<>();
  // What the stragglers of the last change touch and is not cached.
  private final Set<K> toPrefetch = new LinkedHashSet<>();
  // What is still to be prefetched in the present round.
  private final Set<K> round = new HashSet<>();
  private boolean anyStraggler;
  private Predicate<? super K> touches = key -> false;

  /** What {@link #query} says of a file. */
  public enum Decision {
    /** Its parity is cached. */
    CACHED,
    /** Its parity is to be cached. */
    SHOULD_CACHE,
    /** It is read without parity. */
    SHOULD_NOT_CACHE
  }

  /**
   * What an update did.
   *
   * @param cached whether the file's parity is now accounted for as cached
   * @param evicted whose parity was given up for it, in order
   */
  public record Update<K>(boolean cached, List<K> evicted) {}

  /**
   * A file to prefetch.
   *
   * @param size what it was last asked for with
   */
  public record Prefetch<K>(K key, long size) {}

  /**
   * An empty cache.
   *
   * @param capacity T, at least 0, in the unit of all sizes
   */
  public Csac(CsacSettings settings, long capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity must be >= 0, got " + capacity);
    }
    this.settings = settings;
    this.capacity = capacity;
    this.history = new AccessHistory<>(settings.historyKeys());
    this.admission = CachePolicies.admission(settings.admission(), history);
    EvictionPolicy<K> all = CachePolicies.eviction(settings.eviction(), capacity, history);
    this.evictions =
        settings.nonStragglerFirst()
            ? List.of(all, CachePolicies.eviction(settings.eviction(), capacity, history))
            : List.of(all, all);
    this.predictor = CachePolicies.predictor(settings.prediction(), history);
  }

  /**
   * The list of stragglers S is another one (line 3); sorts anew what the old and the new one
   * touch.
   *
   * @param any whether there is any straggler
   * @param touches whether a straggler stores data of a file; asked of cached and of known files
   *     from now to the next change, so the list and the placements it goes by should be lasting
   * @param candidates all known files that one may touch now, and others; gone through at once
   */
  public void stragglersChanged(
      boolean any, Predicate<? super K> touches, Iterable<? extends K> candidates) {
    endRound();
    this.anyStraggler = any;
    this.touches = any ? touches : key -> false;
    toPrefetch.clear();
    if (settings.nonStragglerFirst()) {
      List<K> recovered = new ArrayList<>();
      evictions.get(TOUCHED).victims(null).forEach(recovered::add);
      recovered.removeIf(this.touches);
      recovered.forEach(key -> move(key, NOT_TOUCHED));
    }
    if (any) {
      for (K key : candidates) {
        if (touches.test(key)) {
          nowTouched(key);
        }
      }
    }
  }

  private void nowTouched(K key) {
    int slot = cached.find(key);
    if (slot != KeyLists.NONE && settings.nonStragglerFirst()) {
      if (cached.list(slot) == NOT_TOUCHED) {
        move(key, TOUCHED);
      }
    } else if (slot == KeyLists.NONE && settings.prefetchRatio() > 0 && history.isKnown(key)) {
      toPrefetch.add(key);
    }
  }

  private void move(K key, int list) {
    int slot = cached.find(key);
    evictions.get(cached.list(slot)).removed(key);
    cached.move(slot, list);
    evictions.get(list).added(key, cached.size(slot));
  }

  /**
   * Whether f's parity is to be cached (lines 4-12). Changes nothing.
   *
   * @param touched whether a straggler stores data of f
   */
  public Decision query(K f, long size, boolean touched) {
    if (isCached(f)) {
      return Decision.CACHED;
    }
    return isWanted(f, size, touched, history.frequency(f) + 1)
        ? Decision.SHOULD_CACHE
        : Decision.SHOULD_NOT_CACHE;
  }

  /**
   * f is being read, and that is what the query said (lines 13-27). Unless evictions come with
   * decisions it is counted and no more.
   *
   * @return what is evicted for it; if not even that makes room, for what may not be evicted is too
   *     much, nothing is evicted and f is not cached
   */
  public Update<K> update(K f, long size, boolean touched, Decision decision) {
    if (settings.usesHistory()) {
      history.record(f, size);
    }
    accessed(f, touched);
    return decision == Decision.SHOULD_CACHE && settings.evictAtDecision() && !isCached(f)
        ? add(f, size, touched ? TOUCHED : NOT_TOUCHED)
        : notAdded(f);
  }

  /**
   * The parity of f has been made and is stored: it is cached, if it still is worth what goes for
   * it. No access. What a round prefetches is not evicted while the round lasts.
   *
   * @return what is evicted for it
   */
  public Update<K> stored(K f, long size, boolean touched) {
    boolean picked = round.remove(f);
    Update<K> done = notAdded(f);
    if (isStillWanted(f, size, touched)) {
      done = add(f, size, picked ? FRESH : touched ? TOUCHED : NOT_TOUCHED);
    }
    if (picked && round.isEmpty()) {
      endRound();
    }
    return done;
  }

  /** Whether f, which has been asked for, would be cached if its parity were stored now. */
  public boolean isStillWanted(K f, long size, boolean touched) {
    return !isCached(f) && isWanted(f, size, touched, history.frequency(f));
  }

  private void accessed(K f, boolean touched) {
    int slot = cached.find(f);
    int list = slot == KeyLists.NONE ? (touched ? TOUCHED : NOT_TOUCHED) : cached.list(slot);
    if (list != FRESH) {
      evictions.get(list).accessed(f);
    }
  }

  private Update<K> notAdded(K f) {
    return new Update<>(isCached(f), List.of());
  }

  private Update<K> add(K f, long size, int list) {
    List<K> victims = size <= capacity ? victims(f, size) : null;
    if (victims == null) {
      return new Update<>(false, List.of());
    }
    victims.forEach(this::evicted);
    cached.add(f, size, list);
    if (list != FRESH) {
      evictions.get(list).added(f, size);
    }
    return new Update<>(true, victims);
  }

  /**
   * What to prefetch now (lines 28-41): files that are predicted to be read, that a straggler
   * touches and that are not cached, as long as they fit theta_p of the cache; one that does not
   * fit is skipped. Begins a round: none of it is evicted until all of it has been {@link
   * #prefetched} or {@link #notPrefetched}, or the stragglers change.
   */
  public List<Prefetch<K>> prefetch() {
    endRound();
    long budget = (long) (capacity * settings.prefetchRatio());
    List<Prefetch<K>> picked = new ArrayList<>();
    if (!anyStraggler || budget == 0) {
      return picked;
    }
    for (K f : predictor.ordered(toPrefetch)) {
      long size = history.sizeBytes(f);
      if (size <= budget && !isCached(f)) {
        budget -= size;
        picked.add(new Prefetch<>(f, size));
        round.add(f);
      }
    }
    return picked;
  }

  /** The parity of a file of the round is to be cached now: {@link #stored}, of a round only. */
  public Update<K> prefetched(K f, long size) {
    return round.contains(f) ? stored(f, size, true) : notAdded(f);
  }

  /** A file of the round cannot or need not be prefetched. */
  public void notPrefetched(K f) {
    if (round.remove(f) && round.isEmpty()) {
      endRound();
    }
  }

  /**
   * Sets room aside for the parity of a file that is being written (section 4.2); evicts nothing.
   *
   * @param largest what the largest file that may be cached takes
   * @return false, and nothing set aside, if there is no room or the file has some already
   */
  public boolean reserve(K f, long largest) {
    if (largest > free() || isCached(f) || reservations.has(f)) {
      return false;
    }
    reservations.add(f, largest);
    return true;
  }

  /**
   * A file with room set aside has been written and its parity is cached; the rest of the room is
   * free again.
   *
   * @return false if it has no room set aside or outgrew it: it is not cached then
   */
  public boolean written(K f, long size, boolean touched) {
    if (size > reservations.release(f) || isCached(f)) {
      return false;
    }
    int list = touched ? TOUCHED : NOT_TOUCHED;
    cached.add(f, size, list);
    evictions.get(list).added(f, size);
    return true;
  }

  /** A file was not written after all: its room is free again. */
  public void release(K f) {
    reservations.release(f);
  }

  /**
   * The parity of a cached file turned out not to be there: it is no longer accounted for. How
   * often it was asked for stays known.
   */
  public void lost(K f) {
    uncache(f, EvictionPolicy::removed);
  }

  private void uncache(K f, BiConsumer<EvictionPolicy<K>, K> how) {
    int slot = cached.find(f);
    if (slot != KeyLists.NONE) {
      if (cached.list(slot) != FRESH) {
        how.accept(evictions.get(cached.list(slot)), f);
      }
      cached.remove(slot);
    }
  }

  /**
   * A cached file takes another size. As one that takes more it is newly cached, for its turn.
   *
   * @return what is evicted for it; empty, and all as before, if nothing makes room
   */
  public Optional<List<K>> resize(K f, long size) {
    int slot = cached.find(f);
    long more = size - cached.size(slot);
    List<K> victims = size <= capacity ? victims(f, more) : null;
    if (victims != null) {
      victims.forEach(this::evicted);
      cached.resize(slot, size);
      if (more > 0 && cached.list(slot) != FRESH) {
        move(f, cached.list(slot));
      }
    }
    return Optional.ofNullable(victims);
  }

  /**
   * What would be lost by caching f: the aged accesses of all that would have to go and is worth
   * something, one at least of each; infinite if f would not fit even so.
   */
  public double displacedFrequency(K f, long size, boolean touched) {
    List<K> victims = size <= capacity ? valuedVictims(f, size, touched) : null;
    return victims == null ? Double.POSITIVE_INFINITY : FrequencyAdmission.lost(history, victims);
  }

  /** How often f was asked for, aged; 0 if unknown. */
  public double frequency(K f) {
    return history.frequency(f);
  }

  /** A file has changed or is gone: nothing is cached or known of it. */
  public void removed(K f) {
    notPrefetched(f);
    release(f);
    history.forget(f);
    lost(f);
  }

  /** Whether f is worth the loss of these, which the caller would evict to make room for it. */
  public boolean isWorth(K f, long size, boolean touched, List<K> victims) {
    boolean isGated = !anyStraggler || !touched || settings.gateStragglers();
    List<K> valued = valued(new ArrayList<>(victims), touched);
    return valued != null && (!isGated || admission.admits(history.frequency(f), size, valued));
  }

  /**
   * Everything but f that may be evicted, in the order of eviction, if room is needed for f: for a
   * caller whose cache is several nodes and full in one of them. Valid until the next call.
   */
  public Iterable<K> victims(K f) {
    return () ->
        new EvictionOrder<>(settings.nonStragglerFirst() ? evictions : evictions.subList(0, 1), f);
  }

  /** The caller has evicted a file without being told to. What is not cached is ignored. */
  public void evicted(K f) {
    uncache(f, EvictionPolicy::evicted);
  }

  /** Whether f's parity is accounted for as cached. */
  public boolean isCached(K f) {
    return cached.find(f) != KeyLists.NONE;
  }

  /** T - A: what the cached files take, and what is set aside for writes. */
  public long used() {
    return cached.bytes(NOT_TOUCHED)
        + cached.bytes(TOUCHED)
        + cached.bytes(FRESH)
        + reservations.total();
  }

  /** T. */
  public long capacity() {
    return capacity;
  }

  private long free() {
    return capacity - used();
  }

  /**
   * Lines 6-11.
   *
   * @param worth how often f was asked for, with this access if there is one
   */
  private boolean isWanted(K f, long size, boolean touched, double worth) {
    // A file larger than the cache would empty it and still not fit.
    if (size > capacity) {
      return false;
    }
    if (!anyStraggler || (touched && settings.gateStragglers())) {
      return isAdmitted(f, size, touched, worth);
    }
    return touched
        || (settings.admitWhenFree()
            && (size <= free()
                || (settings.gateStragglers() && isAdmitted(f, size, false, worth))));
  }

  private boolean isAdmitted(K f, long size, boolean touched, double worth) {
    List<K> victims = valuedVictims(f, size, touched);
    return victims != null && admission.admits(worth, size, victims);
  }

  /** Whose loss would be one, of those to evict until f fits; null if that may not be. */
  private List<K> valuedVictims(K f, long size, boolean touched) {
    List<K> victims = victims(f, size);
    return victims == null ? null : valued(victims, touched);
  }

  /** Whose loss is one; null if what no straggler touches would displace what one does. */
  private List<K> valued(List<K> victims, boolean touched) {
    if (givesWay(touched) && !victims.stream().allMatch(this::isFirstToGo)) {
      return null;
    }
    // While there is a straggler, parity of what it does not touch is worth nothing.
    victims.removeIf(victim -> touched && isFirstToGo(victim));
    return victims;
  }

  /** Whom to evict until f fits; null if that is never, or too many. */
  private List<K> victims(K f, long size) {
    List<K> victims = new ArrayList<>();
    long room = free();
    if (room < size) {
      for (K victim : victims(f)) {
        victims.add(victim);
        room += cached.size(cached.find(victim));
        if (room >= size || victims.size() == VICTIMS_MAX) {
          break;
        }
      }
    }
    return room < size ? null : victims;
  }

  private boolean isFirstToGo(K key) {
    return givesWay(cached.list(cached.find(key)) != NOT_TOUCHED);
  }

  /** Whether it is worth less than anything that a straggler touches. */
  private boolean givesWay(boolean touched) {
    return !touched && anyStraggler && settings.nonStragglerFirst();
  }

  private void endRound() {
    round.clear();
    for (int slot = cached.first(FRESH); slot != KeyLists.NONE; slot = cached.first(FRESH)) {
      K key = cached.key(slot);
      int list = touches.test(key) ? TOUCHED : NOT_TOUCHED;
      cached.move(slot, list);
      evictions.get(list).added(key, cached.size(slot));
    }
  }

  /** Throws unless the books are right: all in one list, within the capacity, known to Ge once. */
  void check() {
    cached.check();
    reservations.check();
    int offered = 0;
    for (K key : victims(null)) {
      offered++;
      if (!isCached(key) || cached.list(cached.find(key)) == FRESH) {
        throw new IllegalStateException(key + " would be evicted and is not there to be");
      }
    }
    if (offered != cached.size() - cached.count(FRESH) || free() < 0) {
      throw new IllegalStateException(
          "%d of %d files offered as victims; %d used of %d"
              .formatted(offered, cached.size(), used(), capacity));
    }
  }
}
