package io.evenkeel.server;

import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.cache.CachePolicies;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the command line says of how the manager decides.
 *
 * @param given the values by argument, as they stand there
 */
record DecisionArguments(Map<String, String> given) {
  static final String HELP =
      """
      What is cached:
        --policy NAME           what the following start from: %s (default default);
                                paper: POCache's rule by stripes, its detector (three-sigma) and
                                parity of one-block stripes with it
        --eviction NAME         %s
        --admission NAME        %s
        --prediction NAME       %s
        --prefetch-ratio SHARE  0 to 1: what may be prefetched of the cache when a node gets slow
        --max-stripes N         how many stripes it knows, cached or not; the heap should have
                                1924 bytes for each (default %d)

      Which DataNodes are slow:
        --detector NAME         %s
                                (default %s, or as --policy says)
        --window-seconds N      how far back their rates look (default 60)
        --evaluate-seconds N    how often they are judged (default 5)

      Making parity that readers did not make:
        --fill-delay-seconds N      how long readers may make it first (default 2)
        --fill-bytes-per-second N   data read for it, by all who make it (default 67108864)
        --lease-seconds N           how long one maker has (default 60, or the time to live)
      """
          .formatted(
              list(CsacSettings.names()),
              list(CachePolicies.evictions()),
              list(CachePolicies.admissions()),
              list(CachePolicies.predictors()),
              ManagerSettings.of(1, Duration.ofMinutes(1)).maxStripes(),
              String.join(", ", StragglerDetectors.names()),
              StragglerDetectors.defaultDetector().name());

  private static final Set<String> NAMES =
      Set.of(
          "--policy",
          "--eviction",
          "--admission",
          "--prediction",
          "--prefetch-ratio",
          "--max-stripes",
          "--detector",
          "--window-seconds",
          "--evaluate-seconds",
          "--fill-delay-seconds",
          "--fill-bytes-per-second",
          "--lease-seconds");
  private static final int STRIPES_MAX = 1 << 27;
  private static final int MAX_SECONDS = 30 * 24 * 3600;

  DecisionArguments {
    given = Map.copyOf(given);
    for (String name : given.keySet()) {
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException("unknown argument " + name);
      }
    }
  }

  private static String list(Set<String> names) {
    return String.join(", ", new TreeSet<>(names));
  }

  /** Whether an argument of this name belongs here. */
  static boolean isKnown(String name) {
    return NAMES.contains(name);
  }

  /**
   * The settings of a manager whose cache nodes hold this much.
   *
   * @throws IllegalArgumentException when a value is wrong; the message says how
   */
  ManagerSettings settings(long capacityBytes, Duration timeToLive) {
    ManagerSettings base = base(ManagerSettings.of(capacityBytes, timeToLive));
    String detector = given.getOrDefault("--detector", base.detector());
    return base.withLimits(
            (int) number("--max-stripes", base.maxStripes(), 1, STRIPES_MAX), base.sampleEvery())
        .withPolicy(policy(base.policy()))
        .withDetector(
            detector,
            seconds("--window-seconds", base.window(), 1),
            seconds("--evaluate-seconds", base.evaluateEvery(), 1))
        .withFills(
            seconds("--fill-delay-seconds", base.fillDelay(), 0),
            number("--fill-bytes-per-second", base.fillBytesPerSecond(), 1, Long.MAX_VALUE),
            seconds("--lease-seconds", base.lease(), 1));
  }

  private ManagerSettings base(ManagerSettings settings) {
    String name = given.getOrDefault("--policy", "default");
    return name.equals("paper")
        ? settings.asInThePaper()
        : settings.withPolicy(CsacSettings.named(name));
  }

  private CsacSettings policy(CsacSettings base) {
    return base.withEviction(given.getOrDefault("--eviction", base.eviction()))
        .withAdmission(given.getOrDefault("--admission", base.admission()))
        .withPrefetch(
            given.getOrDefault("--prediction", base.prediction()), ratio(base.prefetchRatio()));
  }

  private Duration seconds(String name, Duration otherwise, long least) {
    return given.containsKey(name)
        ? Duration.ofSeconds(number(name, 0, least, MAX_SECONDS))
        : otherwise;
  }

  private long number(String name, long otherwise, long least, long most) {
    return given.containsKey(name)
        ? ManagerArguments.number(name, given.get(name), least, most)
        : otherwise;
  }

  private double ratio(double otherwise) {
    String text = given.get("--prefetch-ratio");
    if (text == null) {
      return otherwise;
    }
    try {
      double ratio = Double.parseDouble(text);
      if (ratio >= 0 && ratio <= 1) {
        return ratio;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--prefetch-ratio needs a number, got '" + text + "'", e);
    }
    throw new IllegalArgumentException("--prefetch-ratio must be 0 to 1, got " + text);
  }
}
