package io.evenkeel.policy.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** CSAC with LRU or LFU and prefetching by recency, everything sorted anew for every decision. */
final class ReferenceCsac {
  final Map<Integer, Long> cached = new HashMap<>();
  private final CsacSettings settings;
  private final long capacity;
  private final Map<Integer, Long> turns = new HashMap<>();
  private final Map<Integer, Integer> counts = new HashMap<>();
  private final Map<Integer, Long> knownSizes = new HashMap<>();
  private final Map<Integer, Long> reads = new HashMap<>();
  private final Set<Integer> notTouched = new HashSet<>();
  private final List<Integer> fresh = new ArrayList<>();
  private final Set<Integer> round = new HashSet<>();
  private Set<Integer> slow = Set.of();
  private boolean any;
  private long clock;

  ReferenceCsac(CsacSettings settings, long capacity) {
    this.settings = settings;
    this.capacity = capacity;
  }

  /** Touched files that are cached change sides in ascending order, recovered ones before. */
  void stragglers(boolean anyStraggler, Set<Integer> touched) {
    endRound();
    List<Integer> before = order();
    any = anyStraggler;
    slow = anyStraggler ? touched : Set.of();
    if (settings.nonStragglerFirst()) {
      before.stream()
          .filter(f -> !notTouched.contains(f) && !slow.contains(f))
          .forEach(
              f -> {
                turns.put(f, ++clock);
                notTouched.add(f);
              });
      slow.stream()
          .sorted()
          .filter(notTouched::contains)
          .forEach(
              f -> {
                turns.put(f, ++clock);
                notTouched.remove(f);
              });
    }
  }

  void read(int f, long size) {
    boolean wanted = wanted(f, size);
    counts.merge(f, 1, Integer::sum);
    reads.put(f, ++clock);
    knownSizes.put(f, size);
    if (cached.containsKey(f) && !fresh.contains(f)) {
      turns.put(f, ++clock);
    }
    // A file of the round was stored with this read.
    boolean picked = !settings.evictAtDecision() && wanted && round.remove(f);
    if (wanted && !cached.containsKey(f)) {
      List<Integer> victims = victims(size);
      if (victims != null) {
        victims.forEach(this::drop);
        add(f, size);
      }
    }
    if (picked && round.isEmpty()) {
      endRound();
    }
  }

  private boolean wanted(int f, long size) {
    boolean touched = slow.contains(f);
    int worth = counts.getOrDefault(f, 0) + 1;
    if (size > capacity) {
      return false;
    }
    if (!any || (touched && settings.gateStragglers())) {
      return admitted(size, touched, worth);
    }
    return touched
        || (settings.admitWhenFree()
            && (size <= capacity - used()
                || (settings.gateStragglers() && admitted(size, false, worth))));
  }

  List<Integer> prefetch() {
    endRound();
    long budget = (long) (capacity * settings.prefetchRatio());
    List<Integer> known = new ArrayList<>(reads.keySet());
    known.sort(Comparator.comparing(reads::get).reversed());
    List<Integer> picked = new ArrayList<>();
    for (int f : known) {
      if (slow.contains(f) && !cached.containsKey(f) && knownSizes.get(f) <= budget) {
        picked.add(f);
        budget -= knownSizes.get(f);
      }
    }
    round.addAll(picked);
    return picked;
  }

  void prefetched(int f, long size) {
    if (round.remove(f)
        && !cached.containsKey(f)
        && (!settings.gateStragglers() || admitted(size, true, counts.get(f)))) {
      List<Integer> victims = victims(size);
      if (victims != null) {
        victims.forEach(this::drop);
        cached.put(f, size);
        fresh.add(f);
      }
    }
    if (round.isEmpty()) {
      endRound();
    }
  }

  void remove(int f) {
    if (round.remove(f) && round.isEmpty()) {
      endRound();
    }
    reads.remove(f);
    counts.remove(f);
    drop(f);
  }

  private void endRound() {
    round.clear();
    for (int f : fresh) {
      turns.put(f, ++clock);
      if (!slow.contains(f)) {
        notTouched.add(f);
      }
    }
    fresh.clear();
  }

  private void add(int f, long size) {
    cached.put(f, size);
    turns.put(f, ++clock);
    if (!slow.contains(f)) {
      notTouched.add(f);
    }
  }

  private void drop(Integer f) {
    cached.remove(f);
    notTouched.remove(f);
    fresh.remove(f);
  }

  private long used() {
    return cached.values().stream().mapToLong(Long::longValue).sum();
  }

  private List<Integer> order() {
    List<Integer> order = new ArrayList<>(cached.keySet());
    order.removeAll(fresh);
    Comparator<Integer> byTurn = Comparator.comparing(turns::get);
    order.sort(
        settings.eviction().equals("lru")
            ? byTurn
            : Comparator.comparing((Integer f) -> counts.getOrDefault(f, 0)).thenComparing(byTurn));
    return order;
  }

  private List<Integer> victims(long size) {
    List<Integer> all = new ArrayList<>();
    if (settings.nonStragglerFirst()) {
      order().stream().filter(notTouched::contains).forEach(all::add);
    }
    order().stream().filter(f -> !all.contains(f)).forEach(all::add);
    List<Integer> victims = new ArrayList<>();
    long room = capacity - used();
    for (int f : all) {
      if (room < size) {
        victims.add(f);
        room += cached.get(f);
      }
    }
    return room < size ? null : victims;
  }

  private boolean admitted(long size, boolean touched, int worth) {
    List<Integer> victims = victims(size);
    boolean first = any && settings.nonStragglerFirst();
    if (victims == null || (first && !touched && !notTouched.containsAll(victims))) {
      return false;
    }
    if (settings.admission().equals("always")) {
      return true;
    }
    if (first && touched) {
      victims.removeIf(notTouched::contains);
    }
    int lost = victims.stream().mapToInt(v -> Math.max(1, counts.getOrDefault(v, 0))).sum();
    return lost == 0 || worth > lost;
  }
}
