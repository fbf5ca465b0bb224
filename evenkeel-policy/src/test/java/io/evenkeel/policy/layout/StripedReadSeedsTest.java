package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.engine.Exhaustion;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.ReadTrial;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Erasure-coded files on the engine, over random faults and losses: the bytes are always right, and
 * as long as no more than m of a group's blocks are bad nothing is left to the stock read.
 */
class StripedReadSeedsTest {
  private static final long MILLI = 1_000_000;
  private static final int GROUPS_MAX = 4;

  @Test
  void anyFile_underAnyFaults_keepsEveryPromise() {
    Seeds.run(StripedReadSeedsTest.class, 25_000, seed -> new Trial(seed).run());
  }

  private static final class Trial {
    private final long seed;
    private final SplittableRandom random;
    private final CodeSpec code;
    private final int cell;
    private final BandSizes sizes;
    private final int nodes;

    /** How many of the nodes have a fault. */
    private final int faulty;

    private final Map<Source, LaneBehaviour> behaviours = new HashMap<>();

    Trial(long seed) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      String[] codes = {"rs-3-2", "rs-6-3", "rs-10-4", "xor-2-1", "rs-4-1", "rs-10-1"};
      this.code = CodeSpec.parse(codes[random.nextInt(codes.length)]);
      this.cell = 1 + random.nextInt(60);
      // From a part of a cell to all rows of a group, as with real sizes.
      int wide = 1 + random.nextInt(7 * cell);
      this.sizes = new BandSizes(wide, 1 + random.nextInt(wide));
      this.nodes = code.totalCount() + random.nextInt(3);
      this.faulty = random.nextInt(3) == 0 ? 0 : random.nextInt(code.parityCount() + 2);
    }

    void run() {
      int row = cell * code.dataCount();
      int group = row * (1 + random.nextInt(6));
      int length = 1 + random.nextInt(group * 3);
      SimulatedStripedFile file = new SimulatedStripedFile(seed, code, length, group, cell, nodes);
      int start = random.nextBoolean() ? 0 : random.nextInt(length);
      ByteRange range = new ByteRange(start, start + 1 + random.nextInt(length - start));
      List<String> schemes = List.copyOf(Schemes.names());
      Scheme scheme =
          Schemes.ofErasureCoded(Schemes.named(schemes.get(random.nextInt(schemes.size()))));
      long reserved = 1L + random.nextInt(4 * row);
      Exhaustion exhaustion = random.nextInt(4) == 0 ? Exhaustion.drawn(random) : Exhaustion.none();
      BufferPool pool = new BufferPool(1 << 26, 1, exhaustion.heap());
      ReadTrial trial = new ReadTrial(seed, file, pool, this::behaviour, exhaustion);
      ReadRequest request =
          new ReadRequest(
              range,
              new StripedPlanner(
                  held(file.groups()),
                  range,
                  scheme,
                  verification(),
                  g -> Optional.empty(),
                  this::avoided,
                  reserved,
                  sizes),
              Knowledge.SETTLED,
              this::view,
              limits(reserved));
      ReadTrial.Calls calls = new ReadTrial.Calls(random.nextInt(2) * MILLI, -1, -1);
      trial.lanes().allowSharedSlices();
      try {
        ReadTrial.Outcome outcome = trial.read(request, calls, 600_000 * MILLI);
        if (faulty <= code.parityCount() && !exhaustion.isPossible()) {
          assertThat(outcome.plain()).isEmpty();
        }
        long oneGroup = (long) (code.totalCount() + code.parityCount()) * bandBytes();
        long aborted = 2L * trial.lanes().openedCount() * bandBytes();
        assertThat(pool.peakBytes()).isLessThanOrEqualTo(reserved + 2 * oneGroup + aborted);
      } catch (RuntimeException | AssertionError e) {
        String how =
            " of "
                + code
                + " cells "
                + cell
                + " group "
                + group
                + " "
                + sizes
                + " "
                + range
                + " "
                + scheme.name();
        throw new AssertionError(e.getMessage() + how + "\n" + String.join("", trial.events()), e);
      }
    }

    /** Some blocks have a second holder, and of the faulty nodes' some have none. */
    private List<BlockGroup> held(List<BlockGroup> groups) {
      List<BlockGroup> held = new ArrayList<>();
      for (BlockGroup group : groups) {
        List<List<NodeId>> nodes = new ArrayList<>();
        for (List<NodeId> holders : group.nodes()) {
          List<NodeId> drawn = new ArrayList<>(holders);
          if (isFaulty(holders.get(0)) && random.nextInt(3) == 0) {
            drawn.clear();
          } else if (random.nextInt(5) == 0) {
            drawn.add(SimulatedFile.dataNode(nodes.size() + 100));
          }
          nodes.add(drawn);
        }
        held.add(
            new BlockGroup(
                group.spreadSeed(), group.fileOffset(), group.geometry(), group.blocks(), nodes));
      }
      return held;
    }

    private boolean isFaulty(NodeId node) {
      boolean faultyNode = false;
      for (int n = 0; n < faulty; n++) {
        faultyNode |= node.equals(SimulatedFile.dataNode(n));
      }
      return faultyNode;
    }

    private long bandBytes() {
      return sizes.mostBytes(cell, true);
    }

    private Verification verification() {
      return Verification.named(new String[] {"never", "sample", "always"}[random.nextInt(3)]);
    }

    private ClusterView view() {
      NodeView slow =
          new NodeView(SimulatedFile.dataNode(random.nextInt(nodes)), random.nextBoolean(), "");
      return ClusterView.of(List.of(slow), random.nextInt(3) * 1000);
    }

    /** Any fragments, more than there are others or not: a director's word is no promise. */
    private IndexSet avoided(Direction.Request request, ClusterView view) {
      return random.nextInt(3) > 0
          ? IndexSet.empty()
          : IndexSet.range(0, code.totalCount()).filter(i -> random.nextInt(4) == 0);
    }

    private ReadLimits limits(long reserved) {
      return new ReadLimits(
          reserved,
          GROUPS_MAX,
          3,
          2,
          5 * MILLI,
          5 * MILLI,
          20_000,
          100 * MILLI,
          60_000 * MILLI,
          1,
          random.nextInt(10) * (long) cell,
          1,
          (1 + random.nextInt(200)) * MILLI,
          1 + random.nextInt(20 * cell),
          1 + random.nextInt(4),
          20L * random.nextInt(3) * MILLI);
    }

    private LaneBehaviour behaviour(Source source) {
      return behaviours.computeIfAbsent(source, this::made);
    }

    private LaneBehaviour made(Source source) {
      LaneBehaviour lane =
          LaneBehaviour.steady()
              .pace(1000.0 + random.nextInt(20_000))
              .jitter(random.nextDouble())
              .acknowledgesAfter(random.nextInt(20) * MILLI, random.nextBoolean());
      if (!isFaulty(source.node())) {
        return lane;
      }
      int offset = random.nextInt(4 * cell);
      return switch (random.nextInt(6)) {
        case 0 -> lane.pace(1_000_000);
        case 1 -> lane.slowUntil(random.nextInt(100) * MILLI, 50);
        case 2 -> lane.refuses();
        case 3 -> lane.stallAt(offset);
        case 4 -> lane.failAt(offset);
        default -> lane.duplicates(1 + random.nextInt(30));
      };
    }
  }
}
