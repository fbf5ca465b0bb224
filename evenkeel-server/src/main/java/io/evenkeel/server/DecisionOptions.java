package io.evenkeel.server;

import io.evenkeel.command.Bounds;
import io.evenkeel.command.ByteSize;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.cache.CachePolicies;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How the manager decides, as far as the command line says. */
final class DecisionOptions {
  private static final int STRIPES_MAX = 1 << 27;
  private static final int SECONDS_MAX = 30 * 24 * 3600;
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
          "paper: POCache's rule, by files, its detector (three-sigma) and parity of one-block"
              + " stripes with it."
        })
    private String policy;

    @Option(
        names = "--largest-file-bytes",
        paramLabel = "BYTES",
        converter = ByteSize.class,
        description =
            "By --policy paper, whose units are files: room for one so large is set aside with"
                + " each that is written, and of what is longer only the stripes within it get"
                + " parity as it is written."
                + " Default: ${bundle:largest.file.bytes}.")
    private Long largestFileBytes;

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
        description =
            "How many stripes it knows, cached or not; the heap should have"
                + " ${bundle:stripe.heap.bytes} bytes for each, by --policy paper"
                + " ${bundle:stripe.of.file.heap.bytes}. Default: ${bundle:max.stripes}.")
    private Integer maxStripes;
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
        description = "How far back their rates look. Default: ${bundle:window.seconds}.")
    private Long windowSeconds;

    @Option(
        names = "--evaluate-seconds",
        paramLabel = "N",
        description = "How often they are judged. Default: ${bundle:evaluate.seconds}.")
    private Long evaluateSeconds;
  }

  private static final class Fills {
    @Option(
        names = "--fill-delay-seconds",
        paramLabel = "N",
        description = "How long readers may make it first. Default: ${bundle:fill.delay.seconds}.")
    private Long delaySeconds;

    @Option(
        names = "--fill-bytes-per-second",
        paramLabel = "BYTES",
        converter = ByteSize.class,
        description =
            "Data read for it, by all who make it. Default: ${bundle:fill.bytes.per.second}.")
    private Long bytesPerSecond;

    @Option(
        names = "--lease-seconds",
        paramLabel = "N",
        description =
            "How long room for parity is kept unpublished unless it is asked for again, a writer's,"
                + " too, and an order unreserved for. Default: ${bundle:lease.seconds}, or the time"
                + " to live.")
    private Long leaseSeconds;
  }

  /**
   * The settings of a manager whose cache nodes hold this much.
   *
   * @throws IllegalArgumentException when a value is wrong; the message says how
   */
  ManagerSettings settings(long capacityBytes, Duration timeToLive) {
    ManagerSettings base = base(ManagerSettings.of(capacityBytes, timeToLive));
    int stripes = cached.maxStripes == null ? base.maxStripes() : cached.maxStripes;
    long rate = fills.bytesPerSecond == null ? base.fillBytesPerSecond() : fills.bytesPerSecond;
    return base.withLimits(
            (int) Bounds.require("--max-stripes", stripes, 1, STRIPES_MAX), base.usedBytesEvery())
        .withPolicy(policy(base.policy()))
        .withDetector(
            slow.detector == null ? base.detector() : slow.detector,
            seconds("--window-seconds", slow.windowSeconds, 1, base.window()),
            seconds("--evaluate-seconds", slow.evaluateSeconds, 1, base.evaluateEvery()))
        .withFills(
            seconds("--fill-delay-seconds", fills.delaySeconds, 0, base.fillDelay()),
            Bounds.requireBytes("--fill-bytes-per-second", rate, 1, Long.MAX_VALUE),
            seconds("--lease-seconds", fills.leaseSeconds, 1, base.lease()));
  }

  private ManagerSettings base(ManagerSettings settings) {
    if (cached.policy.equals(PAPER)) {
      ManagerSettings paper = settings.asInThePaper();
      return cached.largestFileBytes == null
          ? paper
          : paper.byFiles(
              Bounds.requireBytes(
                  "--largest-file-bytes",
                  cached.largestFileBytes,
                  1,
                  ManagerSettings.CAPACITY_BYTES_MAX));
    }
    if (cached.largestFileBytes != null) {
      throw new IllegalArgumentException(
          "--largest-file-bytes is for --policy paper, got --policy " + cached.policy);
    }
    return settings.withPolicy(CsacSettings.named(cached.policy));
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

  /**
   * @param value null where the command line does not say
   */
  private static Duration seconds(String option, Long value, long least, Duration usual) {
    return value == null
        ? usual
        : Duration.ofSeconds(Bounds.require(option, value, least, SECONDS_MAX));
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
