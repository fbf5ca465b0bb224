package io.evenkeel.server;

import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.cache.CachePolicies;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import io.evenkeel.server.command.ByteSize;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How the manager decides, as far as the command line says. */
final class DecisionOptions {
  private static final int STRIPES_MAX = 1 << 27;
  private static final int MAX_SECONDS = 30 * 24 * 3600;
  private static final String PAPER = "paper";

  @ArgGroup(validate = false, heading = "%nWhat is cached:%n")
  private Cached cached = new Cached();

  @ArgGroup(validate = false, heading = "%nWhich DataNodes are slow:%n")
  private Slow slow = new Slow();

  @ArgGroup(validate = false, heading = "%nMaking parity that readers did not make:%n")
  private Fills fills = new Fills();

  /** What stands under one heading. */
  private static final class Cached {
    @Option(
        names = "--policy",
        paramLabel = "NAME",
        defaultValue = "default",
        completionCandidates = Policies.class,
        description = {
          "What the following start from: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
          "paper: POCache's rule by stripes, its detector (three-sigma) and parity of one-block"
              + " stripes with it."
        })
    private String policy;

    @Option(
        names = "--eviction",
        paramLabel = "NAME",
        completionCandidates = Evictions.class,
        description = "${COMPLETION-CANDIDATES}.")
    private String eviction;

    @Option(
        names = "--admission",
        paramLabel = "NAME",
        completionCandidates = Admissions.class,
        description = "${COMPLETION-CANDIDATES}.")
    private String admission;

    @Option(
        names = "--prediction",
        paramLabel = "NAME",
        completionCandidates = Predictors.class,
        description = "${COMPLETION-CANDIDATES}.")
    private String prediction;

    @Option(
        names = "--prefetch-ratio",
        paramLabel = "SHARE",
        description = "0 to 1: what may be prefetched of the cache when a node gets slow.")
    private Double prefetchRatio;

    @Option(
        names = "--max-stripes",
        paramLabel = "N",
        defaultValue = "1048576",
        description =
            "How many stripes it knows, cached or not; the heap should have"
                + " ${bundle:stripe.heap.bytes} bytes for each. Default: ${DEFAULT-VALUE}.")
    private int maxStripes;
  }

  private static final class Slow {
    @Option(
        names = "--detector",
        paramLabel = "NAME",
        completionCandidates = Detectors.class,
        description =
            "${COMPLETION-CANDIDATES}. Default: ${bundle:default.detector}, or as --policy says.")
    private String detector;

    @Option(
        names = "--window-seconds",
        paramLabel = "N",
        defaultValue = "60",
        description = "How far back their rates look. Default: ${DEFAULT-VALUE}.")
    private long windowSeconds;

    @Option(
        names = "--evaluate-seconds",
        paramLabel = "N",
        defaultValue = "5",
        description = "How often they are judged. Default: ${DEFAULT-VALUE}.")
    private long evaluateSeconds;
  }

  private static final class Fills {
    @Option(
        names = "--fill-delay-seconds",
        paramLabel = "N",
        defaultValue = "2",
        description = "How long readers may make it first. Default: ${DEFAULT-VALUE}.")
    private long delaySeconds;

    @Option(
        names = "--fill-bytes-per-second",
        paramLabel = "BYTES",
        defaultValue = "64m",
        converter = ByteSize.class,
        description = "Data read for it, by all who make it. Default: ${DEFAULT-VALUE}.")
    private long bytesPerSecond;

    @Option(
        names = "--lease-seconds",
        paramLabel = "N",
        description = "How long one maker has. Default: 60, or the time to live.")
    private Long leaseSeconds;
  }

  /**
   * The settings of a manager whose cache nodes hold this much.
   *
   * @throws IllegalArgumentException when a value is wrong; the message says how
   */
  ManagerSettings settings(long capacityBytes, Duration timeToLive) {
    ManagerSettings base = base(ManagerSettings.of(capacityBytes, timeToLive));
    String detector = slow.detector == null ? base.detector() : slow.detector;
    Duration lease =
        fills.leaseSeconds == null
            ? base.lease()
            : seconds("--lease-seconds", fills.leaseSeconds, 1);
    return base.withLimits(
            (int) Bounds.require("--max-stripes", cached.maxStripes, 1, STRIPES_MAX),
            base.sampleEvery())
        .withPolicy(policy(base.policy()))
        .withDetector(
            detector,
            seconds("--window-seconds", slow.windowSeconds, 1),
            seconds("--evaluate-seconds", slow.evaluateSeconds, 1))
        .withFills(
            seconds("--fill-delay-seconds", fills.delaySeconds, 0),
            Bounds.require("--fill-bytes-per-second", fills.bytesPerSecond, 1, Long.MAX_VALUE),
            lease);
  }

  private ManagerSettings base(ManagerSettings settings) {
    return cached.policy.equals(PAPER)
        ? settings.asInThePaper()
        : settings.withPolicy(CsacSettings.named(cached.policy));
  }

  private CsacSettings policy(CsacSettings base) {
    double ratio = cached.prefetchRatio == null ? base.prefetchRatio() : cached.prefetchRatio;
    if (!(ratio >= 0 && ratio <= 1)) {
      throw new IllegalArgumentException("--prefetch-ratio takes 0 to 1, got " + ratio);
    }
    return base.withEviction(cached.eviction == null ? base.eviction() : cached.eviction)
        .withAdmission(cached.admission == null ? base.admission() : cached.admission)
        .withPrefetch(cached.prediction == null ? base.prediction() : cached.prediction, ratio);
  }

  private static Duration seconds(String option, long value, long least) {
    return Duration.ofSeconds(Bounds.require(option, value, least, MAX_SECONDS));
  }

  /** Names in their order, as help lists them. */
  private abstract static class Names implements Iterable<String> {
    private final Set<String> names;

    Names(Set<String> names) {
      this.names = names;
    }

    @Override
    public Iterator<String> iterator() {
      return new TreeSet<>(names).iterator();
    }
  }

  private static final class Policies extends Names {
    Policies() {
      super(CsacSettings.names());
    }
  }

  private static final class Evictions extends Names {
    Evictions() {
      super(CachePolicies.evictions());
    }
  }

  private static final class Admissions extends Names {
    Admissions() {
      super(CachePolicies.admissions());
    }
  }

  private static final class Predictors extends Names {
    Predictors() {
      super(CachePolicies.predictors());
    }
  }

  private static final class Detectors extends Names {
    Detectors() {
      super(StragglerDetectors.names());
    }
  }
}
