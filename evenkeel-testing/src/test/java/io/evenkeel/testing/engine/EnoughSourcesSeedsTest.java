package io.evenkeel.testing.engine;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.seeds.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * No more sources of a stripe fail than it has parity, and the others are merely slow at times:
 * then everything comes through lanes, whatever was given up on the way.
 */
class EnoughSourcesSeedsTest {
  private static final long MILLI = 1_000_000;
  private static final long STALL_NANOS = 20_000 * MILLI;
  private static final String[] CODES = {"xor-2-1", "xor-4-1", "rs-3-2", "rs-4-2"};

  @Test
  void noMoreLossesThanParity_leaveNothingToThePlainRead() {
    Seeds.run(EnoughSourcesSeedsTest.class, 5_000, seed -> new Trial(seed).run());
  }

  private static final class Trial {
    private final long seed;
    private final SplittableRandom random;
    private final Map<Source, LaneBehaviour> behaviours = new HashMap<>();
    private final Map<Long, Set<Integer>> losing = new HashMap<>();
    private final CodeSpec code;

    Trial(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.code = CodeSpec.parse(CODES[random.nextInt(CODES.length)]);
    }

    void run() {
      int subblock = 1 + random.nextInt(64);
      int block = subblock * (1 + random.nextInt(16));
      int length = 1 + random.nextInt(block * code.dataCount() * 2);
      int nodes = code.dataCount() + random.nextInt(4);
      SimulatedFile file = new SimulatedFile(seed, code, length, block, subblock, nodes, 1);
      ByteRange range = new ByteRange(0, length);
      Exhaustion exhaustion = Exhaustion.drawn(random);
      BufferPool pool = new BufferPool(1 << 24, 1, exhaustion.heap());
      ReadTrial trial = new ReadTrial(seed, file, pool, this::behaviour, exhaustion);
      ReadRequest request =
          new ReadRequest(
              range,
              new RandomPlanner(file, range, seed, true, file::ticket),
              Knowledge.SETTLED,
              ClusterView::unknown,
              limits());
      try {
        ReadTrial.Outcome outcome = trial.read(request, ReadTrial.Calls.EAGER, 100 * STALL_NANOS);
        if (outcome.plainBytes() > 0 && !exhaustion.isPossible()) {
          throw new AssertionError(code + ", yet " + outcome.plain());
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(e.getMessage() + "\n" + String.join("", trial.events()), e);
      }
    }

    private ReadLimits limits() {
      return new ReadLimits(
          1 << 20,
          1 + random.nextInt(6),
          1 + random.nextInt(4),
          1 + random.nextInt(3),
          random.nextInt(10) * MILLI,
          random.nextInt(10) * MILLI,
          20_000,
          random.nextInt(500) * MILLI,
          STALL_NANOS,
          1,
          1 << 20,
          1,
          Long.MAX_VALUE >> 8,
          Long.MAX_VALUE >> 8,
          1,
          0);
    }

    private LaneBehaviour behaviour(Source source) {
      return behaviours.computeIfAbsent(source, this::draw);
    }

    private LaneBehaviour draw(Source source) {
      LaneBehaviour lane =
          LaneBehaviour.steady()
              .open(random.nextInt(5) * MILLI)
              .pace(1000 + random.nextInt(30_000))
              .jitter(random.nextDouble())
              .slowUntil(random.nextInt(300) * MILLI, 1 + random.nextInt(50))
              .acknowledgesAfter(random.nextInt(100) * MILLI, random.nextBoolean());
      if (!mayFail(source)) {
        return lane;
      }
      return switch (random.nextInt(3)) {
        case 0 -> lane.refuses();
        case 1 -> lane.failAt(random.nextInt(300));
        default -> lane.misses(1 + random.nextInt(100));
      };
    }

    /** At most as many fragments of a stripe as it has parity, with all their sources. */
    private boolean mayFail(Source source) {
      boolean block = source instanceof BlockReplica;
      long number = block ? ((BlockReplica) source).block().blockId() : 0;
      long stripe =
          block ? number / code.dataCount() : ((CachedFragments) source).stripe().stripe();
      int index = block ? (int) number % code.dataCount() : ((CachedFragments) source).index();
      Set<Integer> lost = losing.computeIfAbsent(stripe, s -> new HashSet<>());
      if (lost.size() < code.parityCount() && random.nextInt(3) == 0) {
        lost.add(index);
      }
      return lost.contains(index);
    }
  }
}
