package io.evenkeel.manager;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A file, or a part of it, of which stripes are known, and what of it is cached. Equal to none but
 * itself: it lives as long as something is known of it.
 */
final class KnownFile {
  /** Of one file: giving it up is a small step. */
  static final int STRIPES_MAX = 64;

  private static final int NONE = -2;

  /**
   * So many stripes of what has one path.
   *
   * @param hash a secret one
   */
  record Part(String path, int number, int hash) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Part part && part.number == number && part.path.equals(path);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** Null of one stripe for which there was no room in its path's. */
  Part part;

  /** How long the whole file is, as was said last; 0 while nobody has. */
  long fileBytes;

  final Set<KnownStripe> stripes = new LinkedHashSet<>();

  /** What each stripe that is cached takes. */
  private final Map<KnownStripe, Long> cached = new LinkedHashMap<>();

  private long cachedBytes;
  private int lastAsked = NONE;
  private final int hash;

  KnownFile(Part part, int hash) {
    this.part = part;
    this.hash = hash;
  }

  /** This stripe of it is asked for. Whether that goes on where somebody was. */
  boolean askedNext(KnownStripe stripe) {
    boolean goesOn = stripe.number == lastAsked + 1;
    lastAsked = stripe.number;
    return goesOn;
  }

  boolean isCached(KnownStripe stripe) {
    return cached.containsKey(stripe);
  }

  /** The stripes that are. */
  Set<KnownStripe> cached() {
    return cached.keySet();
  }

  long cachedBytes() {
    return cachedBytes;
  }

  void cache(KnownStripe stripe, long bytes) {
    cached.put(stripe, bytes);
    cachedBytes += bytes;
  }

  void lost(KnownStripe stripe) {
    cachedBytes -= cached.remove(stripe);
  }

  /** All that was cached is not any more. */
  List<KnownStripe> giveUp() {
    List<KnownStripe> all = List.copyOf(cached.keySet());
    cached.clear();
    cachedBytes = 0;
    return all;
  }

  boolean isTouched(Predicate<KnownStripe> touches) {
    return stripes.stream().anyMatch(touches);
  }

  /** Of where it was first: the same events give the same order. */
  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(Object other) {
    return other == this;
  }

  /** Throws unless what is cached is known and added up. */
  void check() {
    long bytes = cached.values().stream().mapToLong(Long::longValue).sum();
    boolean isRight =
        bytes == cachedBytes
            && stripes.containsAll(cached.keySet())
            && stripes.size() <= STRIPES_MAX;
    if (!isRight) {
      throw new IllegalStateException(
          "of %d stripes of %s %d bytes are cached, not %d"
              .formatted(stripes.size(), part, bytes, cachedBytes));
    }
  }
}
