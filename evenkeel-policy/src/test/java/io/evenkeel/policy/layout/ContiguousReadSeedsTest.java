package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.engine.Exhaustion;
import io.evenkeel.testing.engine.KnownLater;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The schemes' own plans on the engine, over random faults: the bytes are always right. */
class ContiguousReadSeedsTest {
  private static final long MILLI = 1_000_000;
  private static final int NODES = 6;

  @Test
  void anyScheme_underAnyFaults_keepsEveryPromise() {
    Seeds.run(ContiguousReadSeedsTest.class, 25_000, seed -> new Trial(seed).run());
  }

  private static final class Trial {
    private final long seed;
    private final SplittableRandom random;
    private final int faultPercent;
    private final Map<Source, LaneBehaviour> behaviours = new HashMap<>();

    Trial(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.faultPercent = random.nextInt(3) == 0 ? 0 : random.nextInt(60);
    }

    void run() {
      CodeSpec code =
          CodeSpec.parse(new String[] {"xor-4-1", "rs-3-2", "none-2-0"}[random.nextInt(3)]);
      // Mostly a subblock of a few bytes, at times of several checksum chunks.
      boolean chunks = random.nextInt(20) == 0;
      int subblock = chunks ? 2 * SubblockChecksums.CHUNK_BYTES + 7 : 1 + random.nextInt(60);
      int block = subblock * (1 + random.nextInt(chunks ? 2 : 8));
      int length = 1 + random.nextInt(block * code.dataCount() * 2);
      SimulatedFile file =
          new SimulatedFile(seed, code, length, block, subblock, NODES, 1 + random.nextInt(2));
      int start = random.nextBoolean() ? 0 : random.nextInt(length);
      ByteRange range = new ByteRange(start, start + 1 + random.nextInt(length - start));
      List<String> schemes = List.copyOf(Schemes.names());
      Scheme scheme = Schemes.named(schemes.get(random.nextInt(schemes.size())));
      long reserved = 1L + random.nextInt(3 * block * code.totalCount());
      Exhaustion exhaustion = Exhaustion.drawn(random);
      BufferPool pool = new BufferPool(1 << 26, 1, exhaustion.heap());
      ReadTrial trial =
          new ReadTrial(
              seed,
              file,
              pool,
              s -> behaviours.computeIfAbsent(s, x -> behaviour(subblock)),
              exhaustion);
      trial.lanes().allowSharedSlices();
      long ticketNanos = random.nextInt(30) * MILLI;
      KnownLater<FileTicket> ticket =
          new KnownLater<>(
              trial.scheduler(),
              FileTicket.none(),
              file.ticket(),
              ticketNanos,
              random.nextBoolean());
      ReadRequest request =
          new ReadRequest(
              range,
              new ContiguousPlanner(file.stripes(), range, ticket, scheme, direction(), reserved),
              ticket,
              this::view,
              limits(reserved, subblock));
      ReadTrial.Calls calls = new ReadTrial.Calls(random.nextInt(2) * MILLI, -1, ticketNanos);
      try {
        ReadTrial.Outcome outcome = trial.read(request, calls, 600_000 * MILLI);
        if (faultPercent == 0 && !exhaustion.isPossible()) {
          assertThat(outcome.plain()).isEmpty();
        }
        assertBounded(pool, reserved, code, subblock, trial);
      } catch (RuntimeException | AssertionError e) {
        String how = " of " + code + " " + range + " " + scheme.name() + " " + calls;
        throw new AssertionError(e.getMessage() + how + "\n" + String.join("", trial.events()), e);
      }
    }

    /**
     * The reservation, what the group that the caller waits for may take besides, what any one
     * group takes, and what lanes hold that were aborted.
     */
    private void assertBounded(
        BufferPool pool, long reserved, CodeSpec code, int subblock, ReadTrial trial) {
      long oneGroup = (long) (code.totalCount() + code.parityCount()) * subblock;
      long abortedLanes = 2L * trial.lanes().openedCount() * subblock;
      assertThat(pool.peakBytes()).isLessThanOrEqualTo(reserved + 2 * oneGroup + abortedLanes);
    }

    private static final int GROUPS_MAX = 4;

    /** Any replicas, all of a block's or none: a director's word is no promise. */
    private Direction direction() {
      return new Direction() {
        @Override
        public IndexSet avoided(Request request, ClusterView view) {
          return IndexSet.empty();
        }

        @Override
        public IndexSet avoidedReplicas(List<NodeId> nodes, ClusterView view) {
          return IndexSet.range(0, nodes.size()).filter(i -> random.nextInt(3) == 0);
        }

        @Override
        public boolean mayAvoidReplicas() {
          return random.nextInt(3) == 0;
        }
      };
    }

    private ClusterView view() {
      NodeView slow =
          new NodeView(SimulatedFile.dataNode(random.nextInt(NODES)), random.nextBoolean(), "");
      return ClusterView.of(List.of(slow), random.nextInt(3) * 1000);
    }

    private ReadLimits limits(long reserved, int subblock) {
      return new ReadLimits(
          reserved,
          GROUPS_MAX,
          3,
          2,
          5 * MILLI,
          5 * MILLI,
          20_000,
          100 * MILLI,
          2000 * MILLI,
          1,
          random.nextInt(10) * (long) subblock,
          1,
          (1 + random.nextInt(200)) * MILLI,
          1 + random.nextInt(20 * subblock),
          1 + random.nextInt(4),
          0);
    }

    private LaneBehaviour behaviour(int subblock) {
      LaneBehaviour lane =
          LaneBehaviour.steady()
              .pace((1000.0 + random.nextInt(20_000)) * 64 / Math.max(64, subblock))
              .jitter(random.nextDouble())
              .acknowledgesAfter(random.nextInt(20) * MILLI, random.nextBoolean());
      int offset = random.nextInt(4 * subblock);
      if (random.nextInt(100) >= faultPercent) {
        return lane;
      }
      return switch (random.nextInt(8)) {
        case 0 -> lane.pace(1_000_000 * 64.0 / Math.max(64, subblock));
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
