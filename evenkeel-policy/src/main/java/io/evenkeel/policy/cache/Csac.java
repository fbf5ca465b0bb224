package io.evenkeel.policy.cache;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The configurable straggler-aware cache algorithm (POCache, JPDC 2022, section 3.3, Algorithm 1):
 * which files' parity to cache. Decides and keeps the books; who calls it carries out what it says.
 * Sizes may be in any one unit: bytes, or blocks of parity ({@link #parityBlocks}).
 *
 * <p>A read of f is {@link #query} and {@link #update} with its answer. A write of f is {@link
 * #reserve} before it and {@link #written} or {@link #release} after it. A new straggler list is
 * {@link #stragglersChanged}, then, for each of {@link #prefetch}, {@link #prefetched} or {@link
 * #notPrefetched}.
 *
 * <p>Where the listing would loop for ever or lose count: what is larger than the cache is refused,
 * an eviction that cannot make enough room evicts nothing, and an evicted file gives back what was
 * recorded for it. Pure, deterministic, not thread-safe. A decision costs time in proportion to
 * what it evicts, and O(log n) with LFU; a change of the straggler list O(n log n).
 *
 * @param <K> the files' names
 */
public final class Csac<K> {
  private static final int NOT_TOUCHED = 0;
  private static final int TOUCHED = 1;
  private static final int FRESH = 2;

  private final CsacSettings settings;
  private final long capacity;
  private final AccessHistory<K> history;
  private final AdmissionPolicy<K> admission;
  private final EvictionPolicy<K> eviction;
  private final AccessPredictor<K> predictor;
  // What is cached: what no straggler touches and what one does, each in the order to be given up
  // when the list of stragglers last changed; and what the present round has prefetched.
  private final KeyLists<K> cached = new KeyLists<>(3);
  private final Reservations<K> reservations = new Reservations<>();
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
    this.eviction = CachePolicies.eviction(settings.eviction(), capacity, history);
    this.predictor = CachePolicies.predictor(settings.prediction(), history);
  }

  /** n_f: the parity blocks of a file of that many data blocks in stripes of k with m parities. */
  public static long parityBlocks(long dataBlocks, int k, int m) {
    return m * ((dataBlocks + k - 1) / k);
  }

  /**
   * The list of stragglers S is another one (line 3); sorts what is cached anew.
   *
   * @param any whether there is any straggler
   * @param touches whether a straggler stores data of a file; asked of cached and of known files
   *     from now to the next change, so the list and the placements it goes by should be lasting
   */
  public void stragglersChanged(boolean any, Predicate<? super K> touches) {
    endRound();
    this.anyStraggler = any;
    this.touches = any ? touches : key -> false;
    if (settings.nonStragglerFirst()) {
      for (K key : eviction.victims(null)) {
        cached.move(cached.find(key), listOf(key));
      }
    }
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
    boolean wanted;
    if (!anyStraggler || (touched && settings.gateStragglers())) {
      wanted = isAdmitted(f, size, touched);
    } else {
      wanted = touched || (settings.admitWhenFree() && size <= free());
    }
    // A file larger than the cache would empty it and still not fit.
    return wanted && size <= capacity ? Decision.SHOULD_CACHE : Decision.SHOULD_NOT_CACHE;
  }

  /**
   * f is being read, and that is what the query said (lines 13-27).
   *
   * @return what is evicted for it; if not even that makes room, for what may not be evicted is too
   *     much, nothing is evicted and f is not cached
   */
  public Update<K> update(K f, long size, boolean touched, Decision decision) {
    if (settings.usesHistory()) {
      history.record(f, size);
    }
    eviction.accessed(f);
    if (decision != Decision.SHOULD_CACHE || isCached(f)) {
      return new Update<>(isCached(f), List.of());
    }
    List<K> victims = victims(f, size);
    if (victims == null) {
      return new Update<>(false, List.of());
    }
    victims.forEach(this::evicted);
    cached.add(f, size, touched ? TOUCHED : NOT_TOUCHED);
    eviction.added(f, size);
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
    for (K f : predictor.predicted()) {
      long size = history.sizeBytes(f);
      if (size <= budget && !isCached(f) && touches.test(f)) {
        budget -= size;
        picked.add(new Prefetch<>(f, size));
        round.add(f);
      }
    }
    return picked;
  }

  /**
   * The parity of a file of the round is to be cached now. It is an update but no access, and under
   * {@code gateStragglers} it must be worth what it displaces.
   */
  public Update<K> prefetched(K f, long size) {
    boolean picked = round.remove(f);
    Update<K> done = new Update<>(isCached(f), List.of());
    if (picked && !isCached(f) && (!settings.gateStragglers() || isAdmitted(f, size, true))) {
      List<K> victims = size <= capacity ? victims(f, size) : null;
      if (victims != null) {
        victims.forEach(this::evicted);
        cached.add(f, size, FRESH);
        done = new Update<>(true, victims);
      }
    }
    if (round.isEmpty()) {
      endRound();
    }
    return done;
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
    cached.add(f, size, touched ? TOUCHED : NOT_TOUCHED);
    eviction.added(f, size);
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
    if (isCached(f)) {
      cached.remove(cached.find(f));
      eviction.removed(f);
    }
  }

  /**
   * What would be lost by caching f: the aged accesses of all that would have to go and is worth
   * something; infinite if f would not fit even so.
   */
  public double displacedFrequency(K f, long size, boolean touched) {
    List<K> victims = size <= capacity ? valuedVictims(f, size, touched) : null;
    return victims == null
        ? Double.POSITIVE_INFINITY
        : victims.stream().mapToDouble(history::frequency).sum();
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

  /**
   * Everything but f that may be evicted, in the order of eviction, if room is needed for f: for a
   * caller whose cache is several nodes and full in one of them. Valid until the next call.
   */
  public Iterable<K> victims(K f) {
    return () -> new Order(f);
  }

  /** The caller has evicted a file without being told to. What is not cached is ignored. */
  public void evicted(K f) {
    int slot = cached.find(f);
    if (slot != KeyLists.NONE) {
      cached.remove(slot);
      eviction.evicted(f);
    }
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

  /** How many files are cached. */
  public int size() {
    return cached.size();
  }

  private long free() {
    return capacity - used();
  }

  private boolean isAdmitted(K f, long size, boolean touched) {
    List<K> victims = size <= capacity ? valuedVictims(f, size, touched) : null;
    return victims != null && admission.admits(f, size, victims);
  }

  /** Whose loss would be one, of those to evict until f fits; null if it never does. */
  private List<K> valuedVictims(K f, long size, boolean touched) {
    List<K> victims = victims(f, size);
    if (victims != null && touched) {
      // While there is a straggler, parity of what it does not touch is worth nothing.
      victims.removeIf(this::isFirstToGo);
    }
    return victims;
  }

  /** Whom to evict until f fits; null if that is never. */
  private List<K> victims(K f, long size) {
    List<K> victims = new ArrayList<>();
    long room = free();
    if (room < size) {
      for (K victim : victims(f)) {
        victims.add(victim);
        room += cached.size(cached.find(victim));
        if (room >= size) {
          break;
        }
      }
    }
    return room < size ? null : victims;
  }

  private boolean isFirstToGo(K key) {
    return settings.nonStragglerFirst()
        && anyStraggler
        && cached.list(cached.find(key)) == NOT_TOUCHED;
  }

  private void endRound() {
    round.clear();
    for (int slot = cached.first(FRESH); slot != KeyLists.NONE; slot = cached.first(FRESH)) {
      K key = cached.key(slot);
      cached.move(slot, listOf(key));
      eviction.added(key, cached.size(slot));
    }
  }

  private int listOf(K key) {
    return touches.test(key) ? TOUCHED : NOT_TOUCHED;
  }

  /** Throws unless the books are right: all in one list, within the capacity, known to Ge once. */
  void check() {
    cached.check();
    reservations.check();
    int offered = 0;
    for (K key : eviction.victims(null)) {
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

  /** What no straggler touches, if that goes first, then the rest in the order of Ge. */
  private final class Order implements Iterator<K> {
    private final Iterator<K> notTouched = cached.keys(NOT_TOUCHED);
    private final K newcomer;
    private final Iterator<K> others;
    private K ahead;

    Order(K f) {
      newcomer = f;
      others = eviction.victims(f).iterator();
    }

    @Override
    public boolean hasNext() {
      boolean first = settings.nonStragglerFirst() && anyStraggler;
      while (ahead == null && first && notTouched.hasNext()) {
        ahead = unlessNewcomer(notTouched.next());
      }
      while (ahead == null && others.hasNext()) {
        K other = others.next();
        ahead = isFirstToGo(other) ? null : unlessNewcomer(other);
      }
      return ahead != null;
    }

    private K unlessNewcomer(K key) {
      return key.equals(newcomer) ? null : key;
    }

    @Override
    public K next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      K next = ahead;
      ahead = null;
      return next;
    }
  }
}
