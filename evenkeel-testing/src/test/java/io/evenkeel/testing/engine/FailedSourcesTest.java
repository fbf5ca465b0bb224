package io.evenkeel.testing.engine;

import static io.evenkeel.testing.engine.LaneBehaviour.steady;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Knowledge;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.port.BufferPool;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A long read of two blocks and their parity, a slice of each in 0.2 ms: who has failed is asked
 * again after 100 ms.
 */
class FailedSourcesTest {
  private static final int SLICES = 2000;
  private static final int SLICE_BYTES = 20;
  private static final int BLOCK_BYTES = SLICES * SLICE_BYTES;
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final long LIMIT_NANOS = Duration.ofMinutes(1).toNanos();

  private final SimulatedFile file =
      new SimulatedFile(
          1, CodeSpec.parse("xor-2-1"), 2 * BLOCK_BYTES, BLOCK_BYTES, SLICE_BYTES, 20, 2);
  private final Source first = file.block(0, 0, SimulatedFile.dataNode(0));
  private final Source second = file.block(0, 1, SimulatedFile.dataNode(1));
  private final Source parity = file.cached(0, 2, SimulatedFile.cacheNode(2));
  private final Map<Source, Integer> opened = new HashMap<>();

  /**
   * How the lanes of a source behave by how many there were before, and by when they are opened.
   */
  @FunctionalInterface
  private interface Behaviours {
    LaneBehaviour of(Source source, int before, long millis);
  }

  private ReadTrial.Outcome read(Behaviours behaviours) {
    ReadTrial[] trial = new ReadTrial[1];
    trial[0] =
        new ReadTrial(
            1,
            file,
            new BufferPool(1 << 20, 1),
            source -> {
              int before = opened.merge(source, 1, Integer::sum) - 1;
              return behaviours.of(source, before, trial[0].scheduler().nanoTime() / MILLI);
            });
    ByteRange range = new ByteRange(0, 2 * BLOCK_BYTES);
    SubstripePlanner planner =
        new SubstripePlanner(file, range, true) {
          @Override
          List<FragmentRead> reads(Stripe stripe, int number, IndexSet wanted, PlanContext seen) {
            return List.of(
                read(stripe, number, 0, first, Launch.NOW),
                read(stripe, number, 1, second, Launch.NOW),
                read(stripe, number, 2, parity, Launch.WHEN_LATE));
          }
        };
    ReadLimits limits =
        new ReadLimits(
            1 << 20,
            4,
            3,
            3,
            5 * MILLI,
            MILLI,
            10_000,
            100 * MILLI,
            5000 * MILLI,
            1,
            1 << 20,
            1,
            Long.MAX_VALUE >> 8,
            Long.MAX_VALUE >> 8,
            1,
            0);
    ReadRequest request =
        new ReadRequest(range, planner, Knowledge.SETTLED, ClusterView::unknown, limits);
    return trial[0].read(request, ReadTrial.Calls.EAGER, LIMIT_NANOS);
  }

  private static LaneBehaviour failsAt(int slice) {
    return steady().failAt((long) slice * SLICE_BYTES);
  }

  @Test
  void nodeThatIsBack_isReadFrom_soThatAnotherMayGo() {
    ReadTrial.Outcome outcome =
        read(
            (source, before, millis) -> {
              if (source.equals(first)) {
                return before == 0 ? failsAt(100) : millis < 60 ? steady().refuses() : steady();
              }
              if (source.equals(second)) {
                return before == 0 ? failsAt(1500) : steady().refuses();
              }
              return steady();
            });
    assertThat(outcome.plain()).isEmpty();
    assertThat(opened.get(first)).as("asked once it may be back").isEqualTo(2);
  }

  @Test
  void nodeThatStaysAway_isAskedNowAndThen() {
    ReadTrial.Outcome outcome =
        read((source, before, millis) -> source.equals(first) ? steady().refuses() : steady());
    assertThat(outcome.plain()).isEmpty();
    long hundreds = outcome.nanos() / (100 * MILLI);
    assertThat(opened.get(first)).isBetween(2, (int) hundreds + 2);
  }

  @Test
  void sourcesThatBringWhatTheyWereNotAskedFor_areNotAskedAgain() {
    ReadTrial.Outcome outcome =
        read((source, before, millis) -> source.equals(first) ? steady().shortens(100) : steady());
    assertThat(outcome.plain()).isEmpty();
    assertThat(opened.get(first)).isEqualTo(1);
  }

  @Test
  void refusalsOfMoreLanesThanThereIsParity_areWaitedFor() {
    ReadTrial.Outcome outcome =
        read(
            (source, before, millis) ->
                before == 0 && !source.equals(parity) ? steady().isRefusedHere() : steady());
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.report().decodedBytes())
        .as("what was under way then")
        .isLessThanOrEqualTo(BLOCK_BYTES / 10);
  }

  @Test
  void refusalsThatGoOn_endInThePlainRead_withoutManyTrials() {
    ReadTrial.Outcome outcome = read((source, before, millis) -> steady().isRefusedHere());
    assertThat(outcome.pieceBytes()).isZero();
    assertThat(outcome.plainBytes()).isEqualTo(2 * BLOCK_BYTES);
    assertThat(outcome.nanos()).isLessThan(1000 * MILLI);
    assertThat(opened.values()).allSatisfy(times -> assertThat(times).isLessThan(50));
  }
}
