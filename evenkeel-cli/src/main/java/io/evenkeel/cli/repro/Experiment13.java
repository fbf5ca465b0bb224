package io.evenkeel.cli.repro;

import io.evenkeel.command.WrappedText;
import io.evenkeel.policy.cache.CsacSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * POCache's Experiment 13 (JPDC 2022, section 5.3, Fig. 16) on the trace of {@link Experiment11}:
 * what to cache. <i>SR</i> and <i>DC2</i> cache the data of a file, k blocks, by LFU and by CSAC
 * with LFU; <i>DC1</i> the one block of it that the straggler has, once that is known; POCache its
 * parity, one block. A read of a file of which that is cached does not hit the straggler.
 */
final class Experiment13 implements PocacheExperiment {
  static final String SR = "sr: data, lfu";
  static final String DC2 = "dc2: data, csac+lfu";
  static final String DC1 = "dc1: the straggler's block";
  static final String POCACHE = "pocache: parity, csac+lfu";

  private static final int NUMBER = 13;
  private static final CsacSettings LFU = CsacSettings.SAC.withEviction("lfu");

  @Override
  public int number() {
    return NUMBER;
  }

  @Override
  public String subject() {
    return "straggler hit ratio by what is cached: data or parity";
  }

  @Override
  public String difference() {
    return "a model: the straggler is known for sure, so DC1 is as good as parity in a small cache";
  }

  @Override
  public Result run(PocacheSetting setting) {
    return new Report(ratios(setting));
  }

  static HitRatios ratios(PocacheSetting setting) {
    return HitRatios.run(NUMBER, setting, trace -> rows(setting, trace));
  }

  private static Map<String, IntToLongFunction> rows(PocacheSetting setting, PocacheTrace trace) {
    Map<String, CacheContender> contenders = new LinkedHashMap<>();
    contenders.put(SR, new CacheContender(LFU, false, setting.k(), true));
    contenders.put(DC2, new CacheContender(LFU, true, setting.k(), true));
    contenders.put(DC1, new CacheContender(LFU, true, 1, false));
    contenders.put(POCACHE, CacheContender.ofParity(LFU, true));
    Map<String, IntToLongFunction> rows = new LinkedHashMap<>();
    contenders.forEach(
        (name, contender) ->
            rows.put(name, blocks -> contender.hits(trace, blocks, setting.stragglerAt())));
    return rows;
  }

  private record Report(HitRatios ratios) implements Result {
    @Override
    public String table() {
      StringBuilder out = new StringBuilder(ratios.heading("blocks in cache"));
      ratios.cells().keySet().forEach(name -> out.append(ratios.row(name)));
      String notes =
          "The paper has no numbers, but this order, DC2 being slightly worse than DC1. Here the"
              + " straggler is known for sure, so that its block alone is as good as parity while"
              + " room is short, and missed once; and the data of a file takes "
              + ratios.setting().k()
              + " blocks of the cache.";
      return out + System.lineSeparator() + WrappedText.text(notes);
    }

    @Override
    public String json() {
      return ratios.json((cell, name, blocks) -> {});
    }
  }
}
