package io.evenkeel.cli.repro;

import io.evenkeel.policy.cache.CachePolicies;
import io.evenkeel.policy.cache.Clairvoyant;
import io.evenkeel.policy.cache.CsacSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * POCache's Experiment 11 (JPDC 2022, section 5.3, Fig. 14) as a model that runs the production
 * policies: 100 files of four blocks on distinct DataNodes, one parity block each, 2,000 reads with
 * a Zipfian constant of 0.9, or what {@link PocacheSetting} says. The parity of the first files
 * written is cached while room lasts (section 4.2). One DataNode is a straggler from a certain read
 * on and known at once. A straggler hit is a read, from then on, of a file that it stores a block
 * of and whose parity is not cached. Parity is there as soon as it is to be cached; {@link
 * TimedExperiment11} takes time for it.
 */
final class Experiment11 implements PocacheExperiment {
  static final String DEFAULT = "evenkeel default";
  static final String WITH_CLOCK = "evenkeel default, with a clock";
  static final String OPTIMUM = "optimum";
  static final String OPTIMUM_WITH_PREFETCH = "optimum, free prefetch";

  private static final int NUMBER = 11;
  private static final Map<String, CacheContender> CONTENDERS = new LinkedHashMap<>();

  static {
    for (String eviction : CachePolicies.evictions()) {
      CONTENDERS.put(
          eviction, CacheContender.ofParity(CsacSettings.SAC.withEviction(eviction), false));
    }
    for (String eviction : CachePolicies.evictions()) {
      CONTENDERS.put(
          "csac+" + eviction,
          CacheContender.ofParity(CsacSettings.SAC.withEviction(eviction), true));
    }
    CONTENDERS.put("csac+lfu, prefetch 40 %", CacheContender.ofParity(CsacSettings.PAPER, true));
    CONTENDERS.put(
        "csac+lfu, non-straggler first",
        CacheContender.ofParity(
            CsacSettings.SAC.withEviction("lfu").withNonStragglerFirst(true), true));
    for (String admission : CachePolicies.admissions()) {
      if (!admission.equals(CsacSettings.DEFAULT.admission())) {
        CONTENDERS.put(
            DEFAULT + ", " + admission,
            CacheContender.ofParity(CsacSettings.DEFAULT.withAdmission(admission), true));
      }
    }
    CONTENDERS.put(DEFAULT, CacheContender.ofParity(CsacSettings.DEFAULT, true));
  }

  @Override
  public int number() {
    return NUMBER;
  }

  @Override
  public String subject() {
    return "straggler hit ratio by cache policy and cache size";
  }

  @Override
  public String difference() {
    return "a model: parity is there at once, and with a clock; beside the clairvoyant optimum";
  }

  @Override
  public Result run(PocacheSetting setting) {
    return new Experiment11Report(ratios(setting));
  }

  /** Runs it all. */
  static HitRatios ratios(PocacheSetting setting) {
    return HitRatios.run(NUMBER, setting, trace -> rows(setting, trace));
  }

  private static Map<String, IntToLongFunction> rows(PocacheSetting setting, PocacheTrace trace) {
    int from = setting.stragglerAt();
    Map<String, IntToLongFunction> rows = new LinkedHashMap<>();
    CONTENDERS.forEach(
        (name, contender) -> rows.put(name, blocks -> contender.hits(trace, blocks, from)));
    rows.put(
        WITH_CLOCK,
        blocks ->
            new TimedExperiment11(trace, CsacSettings.DEFAULT, setting.k(), blocks, from)
                .stragglerHits());
    List<Integer> touched =
        trace.reads().stream().skip(from).filter(trace.touched()::contains).toList();
    rows.put(
        OPTIMUM, blocks -> Clairvoyant.misses(touched, blocks, trace.soonestKnown(from, blocks)));
    rows.put(OPTIMUM_WITH_PREFETCH, blocks -> Clairvoyant.missesWithPrefetch(touched, blocks));
    return rows;
  }
}
