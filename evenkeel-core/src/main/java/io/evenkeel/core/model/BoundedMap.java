package io.evenkeel.core.model;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of at most so many entries: for one too many the eldest goes. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;
  private final int most;

  private BoundedMap(int most, boolean byUse) {
    super(16, 0.75f, byUse);
    this.most = most;
  }

  /** The eldest is what was put first. */
  public static <K, V> BoundedMap<K, V> byAge(int most) {
    return new BoundedMap<>(most, false);
  }

  /** The eldest is what was not got or put for the longest. */
  public static <K, V> BoundedMap<K, V> byUse(int most) {
    return new BoundedMap<>(most, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
