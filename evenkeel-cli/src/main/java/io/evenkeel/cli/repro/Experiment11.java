package io.evenkeel.cli.repro;

import io.evenkeel.policy.cache.Clairvoyant;
import io.evenkeel.policy.cache.Csac;
import io.evenkeel.policy.cache.CsacSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * POCache's Experiment 11 (JPDC 2022, section 5.3, Fig. 14) as a model that runs the production
 * policies: 100 files of four blocks on distinct DataNodes, one parity block each, 2,000 reads with
 * a Zipfian constant of 0.9. The parity of the first files written is cached while room lasts
 * (section 4.2). One DataNode is a straggler from a certain read on and known at once. A straggler
 * hit is a read, from then on, of a file that it stores a block of and whose parity is not cached.
 * Parity is there as soon as it is to be cached; {@link TimedExperiment11} takes time for it.
 */
final class Experiment11 {
  static final List<Integer> CAPACITIES = List.of(0, 10, 20, 40, 60, 80, 100);
  static final String DEFAULT = "evenkeel default";
  static final String WITH_CLOCK = "evenkeel default, with a clock";
  static final String OPTIMUM = "optimum";
  static final String OPTIMUM_WITH_PREFETCH = "optimum, free prefetch";

  private static final Map<String, Contender> CONTENDERS = new LinkedHashMap<>();

  static {
    List<String> evictions = List.of("lru", "lfu", "arc", "w-tinylfu", "s3-fifo", "sieve");
    for (String eviction : evictions) {
      CONTENDERS.put(eviction, new Contender(CsacSettings.SAC.withEviction(eviction), false));
    }
    for (String eviction : evictions) {
      CONTENDERS.put(
          "csac+" + eviction, new Contender(CsacSettings.SAC.withEviction(eviction), true));
    }
    CONTENDERS.put("csac+lfu, prefetch 40 %", new Contender(CsacSettings.PAPER, true));
    CONTENDERS.put(
        "csac+lfu, non-straggler first",
        new Contender(CsacSettings.SAC.withEviction("lfu").withNonStragglerFirst(true), true));
    CONTENDERS.put(DEFAULT, new Contender(CsacSettings.DEFAULT, true));
  }

  private final int seeds;
  private final int datanodes;
  private final int stragglerAt;

  /**
   * The experiment.
   *
   * @param seeds how many random placements and traces
   * @param datanodes at least the four that a file takes
   * @param stragglerAt the read from which on the straggler is there, 0 to 1,999
   */
  Experiment11(int seeds, int datanodes, int stragglerAt) {
    this.seeds = seeds;
    this.datanodes = datanodes;
    this.stragglerAt = stragglerAt;
  }

  /** Runs it all: by contender, by capacity. */
  Map<String, Map<Integer, Estimate>> run() {
    Map<String, Map<Integer, List<Double>>> shares = new LinkedHashMap<>();
    List<Map<String, Map<Integer, Double>>> all =
        LongStream.range(0, seeds).parallel().mapToObj(this::runSeed).toList();
    for (Map<String, Map<Integer, Double>> one : all) {
      one.forEach(
          (name, cells) ->
              cells.forEach(
                  (capacity, share) ->
                      shares
                          .computeIfAbsent(name, n -> new LinkedHashMap<>())
                          .computeIfAbsent(capacity, c -> new ArrayList<>())
                          .add(share)));
    }
    Map<String, Map<Integer, Estimate>> estimates = new LinkedHashMap<>();
    shares.forEach(
        (name, cells) -> {
          Map<Integer, Estimate> row = new LinkedHashMap<>();
          cells.forEach((capacity, samples) -> row.put(capacity, Estimate.of(samples)));
          estimates.put(name, row);
        });
    return estimates;
  }

  private Map<String, Map<Integer, Double>> runSeed(long seed) {
    Experiment11Trace trace = new Experiment11Trace(seed, datanodes);
    double reads = trace.reads().size() - stragglerAt;
    Map<String, Map<Integer, Double>> shares = new LinkedHashMap<>();
    CONTENDERS.forEach(
        (name, contender) -> {
          Map<Integer, Double> cells = new LinkedHashMap<>();
          for (int capacity : CAPACITIES) {
            cells.put(capacity, 100 * hits(trace, contender, capacity, stragglerAt) / reads);
          }
          shares.put(name, cells);
        });
    Map<Integer, Double> timed = new LinkedHashMap<>();
    for (int capacity : CAPACITIES) {
      TimedExperiment11 run =
          new TimedExperiment11(trace, CsacSettings.DEFAULT, capacity, stragglerAt);
      timed.put(capacity, 100 * run.stragglerHits() / reads);
    }
    shares.put(WITH_CLOCK, timed);
    List<Integer> touched =
        trace.reads().stream().skip(stragglerAt).filter(trace.touched()::contains).toList();
    Map<Integer, Double> optimum = new LinkedHashMap<>();
    Map<Integer, Double> prefetching = new LinkedHashMap<>();
    for (int capacity : CAPACITIES) {
      List<Integer> known = trace.soonestKnown(stragglerAt, capacity);
      optimum.put(capacity, 100 * Clairvoyant.misses(touched, capacity, known) / reads);
      prefetching.put(capacity, 100 * Clairvoyant.missesWithPrefetch(touched, capacity) / reads);
    }
    shares.put(OPTIMUM, optimum);
    shares.put(OPTIMUM_WITH_PREFETCH, prefetching);
    return shares;
  }

  /** How many reads, from the one at which the straggler appears, hit it without parity. */
  static long hits(Experiment11Trace trace, Contender contender, int capacity, int stragglerAt) {
    Csac<Integer> csac = new Csac<>(contender.settings, capacity);
    for (Integer file : trace.writes()) {
      if (csac.reserve(file, 1)) {
        csac.written(file, 1, false);
      }
    }
    long hits = 0;
    for (int i = 0; i < trace.reads().size(); i++) {
      if (i == stragglerAt && contender.aware) {
        csac.stragglersChanged(true, trace.touched()::contains, trace.touched());
        csac.prefetch().forEach(f -> csac.prefetched(f.key(), f.size()));
      }
      Integer file = trace.reads().get(i);
      boolean isSlow = i >= stragglerAt && trace.touched().contains(file);
      hits += isSlow && !csac.isCached(file) ? 1 : 0;
      boolean known = isSlow && contender.aware;
      Csac.Decision decision = csac.query(file, 1, known);
      csac.update(file, 1, known, decision);
      if (decision == Csac.Decision.SHOULD_CACHE) {
        csac.stored(file, 1, known);
      }
    }
    return hits;
  }

  /**
   * A cache policy.
   *
   * @param aware whether it is told of the straggler
   */
  record Contender(CsacSettings settings, boolean aware) {}

  /** A mean over seeds and its standard error. */
  record Estimate(double mean, double standardError) {
    static Estimate of(List<Double> samples) {
      int n = samples.size();
      double mean = samples.stream().mapToDouble(Double::doubleValue).average().orElse(0);
      double squares = samples.stream().mapToDouble(s -> (s - mean) * (s - mean)).sum();
      return new Estimate(mean, n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n));
    }
  }
}
