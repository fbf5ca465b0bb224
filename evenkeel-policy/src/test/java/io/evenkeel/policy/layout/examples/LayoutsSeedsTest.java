package io.evenkeel.policy.layout.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.engine.Exhaustion;
import io.evenkeel.testing.engine.KnownLater;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Rows of cells by every scheme, under random faults, with news at random moments: the right bytes
 * in order, nothing asked twice, memory within its bounds. Partitions are rows without parity.
 */
class LayoutsSeedsTest {
  private static final long MILLI = 1_000_000;
  private static final String[] CODES = {
    "none-1-0", "none-4-0", "none-7-0", "xor-2-1", "rs-3-2", "rs-6-3", "lrc-6-2-2"
  };

  @Test
  void anyLayout_underAnyFaults_keepsEveryPromise() {
    Seeds.run(LayoutsSeedsTest.class, 25_000, seed -> new Trial(seed).run());
  }

  private static final class Trial {
    private final long seed;
    private final SplittableRandom random;
    private final ErasureCode code;
    private final int cellBytes;
    private final CellLayout layout;
    private final int faultPercent;
    private final Map<Source, LaneBehaviour> behaviours = new HashMap<>();

    Trial(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.code = ErasureCode.of(CodeSpec.parse(CODES[random.nextInt(CODES.length)]));
      this.cellBytes = 1 + random.nextInt(64);
      int length = 1 + random.nextInt(12 * code.dataCount() * cellBytes);
      this.layout = new CellLayout(code, cellBytes, length);
      this.faultPercent = random.nextInt(3) == 0 ? 0 : random.nextInt(101);
    }

    private Scheme scheme() {
      List<String> known = List.copyOf(Schemes.names());
      int drawn = random.nextInt(known.size() + 2);
      if (drawn < known.size()) {
        return Schemes.named(known.get(drawn));
      }
      return drawn == known.size() ? new LateBinding(random.nextInt(3), seed) : new OriginalOrSet();
    }

    void run() {
      CellFile file = new CellFile(seed, layout);
      int start = random.nextBoolean() ? 0 : random.nextInt((int) layout.lengthBytes());
      int rest = (int) layout.lengthBytes() - start;
      ByteRange range = ByteRange.of(start, random.nextBoolean() ? rest : 1 + random.nextInt(rest));
      Exhaustion exhaustion = Exhaustion.drawn(random);
      BufferPool pool = new BufferPool(1 << 24, 1, exhaustion.heap());
      ReadTrial trial = new ReadTrial(seed, file, pool, this::behaviour, exhaustion);
      long knownNanos = random.nextInt(30) * MILLI;
      int copies = 1 + random.nextInt(2);
      KnownLater<List<List<Source>>> sources =
          new KnownLater<>(
              trial.scheduler(),
              file.sources(copies, false),
              file.sources(copies, true),
              knownNanos,
              random.nextBoolean());
      Scheme scheme = scheme();
      ReadPlanner cells = new CellPlanner(layout, range, scheme, sources);
      boolean changes = scheme instanceof LateBinding || scheme instanceof OriginalOrSet;
      ReadPlanner planner = changes ? new ChosenOnce(cells) : cells;
      long reserved = 1L + random.nextInt(20 * code.totalCount() * cellBytes);
      ReadTrial.Calls calls = calls(knownNanos);
      try {
        ReadTrial.Outcome outcome =
            trial.read(
                new ReadRequest(range, planner, sources, this::view, limits(reserved)),
                calls,
                600_000 * MILLI);
        if (faultPercent == 0 && calls.closeNanos() < 0 && !exhaustion.isPossible()) {
          assertThat(outcome.plain()).isEmpty();
        }
        // Besides what is reserved: the groups that are always let in, and what aborted lanes hold.
        long group = (long) (copies * code.totalCount() + code.parityCount()) * cellBytes;
        long aborted = 2L * trial.lanes().openedCount() * cellBytes;
        assertThat(pool.peakBytes()).isLessThanOrEqualTo(reserved + 2 * group + aborted);
      } catch (RuntimeException | AssertionError e) {
        String how = " of " + layout + " " + range + " " + scheme.name() + " " + calls;
        throw new AssertionError(e.getMessage() + how + "\n" + String.join("", trial.events()), e);
      }
    }

    private ReadTrial.Calls calls(long knownNanos) {
      List<Long> refreshes = new ArrayList<>(List.of(knownNanos));
      for (int i = random.nextInt(4); i > 0; i--) {
        refreshes.add(random.nextInt(100) * MILLI);
      }
      long closeNanos = random.nextInt(8) == 0 ? random.nextInt(50) * MILLI : -1;
      return new ReadTrial.Calls(random.nextInt(3) * MILLI, closeNanos, refreshes);
    }

    private ClusterView view() {
      NodeId any = CellFile.node(random.nextInt(2 * code.totalCount()));
      NodeView slow = new NodeView(any, random.nextBoolean(), "");
      // What is queued where is another matter at every look.
      return ClusterView.of(List.of(slow), random.nextInt(3) * 1000)
          .withTraffic(node -> new NodeTraffic(0, random.nextInt(100)));
    }

    private ReadLimits limits(long reserved) {
      return new ReadLimits(
          reserved,
          1 + random.nextInt(5),
          3,
          2,
          5 * MILLI,
          5 * MILLI,
          20_000,
          100 * MILLI,
          2000 * MILLI,
          1,
          random.nextInt(10) * (long) cellBytes,
          1,
          (1 + random.nextInt(200)) * MILLI,
          1 + random.nextInt(20 * cellBytes),
          1 + random.nextInt(4),
          0);
    }

    private LaneBehaviour behaviour(Source source) {
      return behaviours.computeIfAbsent(source, s -> behaviour());
    }

    private LaneBehaviour behaviour() {
      LaneBehaviour lane =
          LaneBehaviour.steady()
              .pace(1000.0 + random.nextInt(20_000))
              .jitter(random.nextDouble())
              .acknowledgesAfter(random.nextInt(20) * MILLI, random.nextBoolean());
      if (random.nextInt(100) >= faultPercent) {
        return lane;
      }
      int offset = random.nextInt(4 * cellBytes);
      return switch (random.nextInt(8)) {
        case 0 -> lane.pace(1_000_000);
        case 1 -> lane.slowUntil(random.nextInt(100) * MILLI, 50);
        case 2 -> lane.refuses();
        case 3 -> lane.stallAt(offset);
        case 4 -> lane.failAt(offset);
        case 5 -> lane.misses(1 + random.nextInt(100));
        case 6 -> lane.wrong(1 + random.nextInt(100));
        default -> lane.duplicates(1 + random.nextInt(30));
      };
    }
  }
}
