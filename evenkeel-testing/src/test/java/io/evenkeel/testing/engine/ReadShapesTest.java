package io.evenkeel.testing.engine;

import static io.evenkeel.testing.engine.LaneBehaviour.slow;
import static io.evenkeel.testing.engine.LaneBehaviour.steady;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Launch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The published systems on the one engine, each as nothing but a plan: healthy, with one straggler
 * (a hundred times slower) and with one source that refuses. {@link ReadTrial} checks the bytes.
 */
class ReadShapesTest {
  private static final double STRAGGLER = 100;

  /** Eight substripes of a healthy read take 1 ms to open and 0.2 ms each. */
  private static final long HEALTHY_NANOS = Duration.ofMillis(4).toNanos();

  /** Lateness is seen after 3 ms at the earliest, and what is read instead must be opened. */
  private static final long AROUND_NANOS = Duration.ofMillis(12).toNanos();

  private static void assertAllDelivered(ReadTrial.Outcome outcome, long withinNanos) {
    assertThat(outcome.plain()).isEmpty();
    assertThat(outcome.nanos()).isLessThanOrEqualTo(withinNanos);
  }

  private static List<Source> sources(IntStream indexes, Shape shape) {
    return indexes.mapToObj(shape::cached).toList();
  }

  /** One source, as plain HDFS reads. */
  @Nested
  class Plain {
    private final Shape shape = Shape.ofFirstBlock("none-1-0");
    private final Source only = shape.block(0, 0);

    private ReadTrial.Outcome run(LaneBehaviour behaviour) {
      return shape.read(0, only, Launch.NOW).behaves(only, behaviour).run();
    }

    @Test
    void healthy_isOneLane() {
      assertAllDelivered(run(steady()), HEALTHY_NANOS);
      assertThat(shape.asked(0)).containsExactly(only);
    }

    @Test
    void straggler_isWaitedFor() {
      ReadTrial.Outcome outcome = run(slow(STRAGGLER));
      assertThat(outcome.plain()).isEmpty();
      assertThat(outcome.report().lanes()).hasSize(1);
    }

    @Test
    void failure_leavesTheRestToThePlainRead() {
      ReadTrial.Outcome outcome = run(steady().failAt(100));
      assertThat(outcome.pieceBytes()).isEqualTo(100);
      assertThat(outcome.plainBytes()).isEqualTo(60);
    }
  }

  /** POCache: k data and m parity at once, any k suffice. */
  @Nested
  class ParityOnlyCache {
    private final Shape shape = Shape.ofStripe("rs-4-2");
    private final List<Source> all = new ArrayList<>();

    ParityOnlyCache() {
      for (int i = 0; i < 6; i++) {
        all.add(i < 4 ? shape.block(i, i) : shape.cached(i));
        shape.read(i, all.get(i), Launch.NOW);
      }
    }

    @Test
    void healthy_asksAllAtOnce() {
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).containsExactlyElementsOf(all);
    }

    @Test
    void straggler_isNotWaitedForAndParked() {
      ReadTrial.Outcome outcome = shape.behaves(all.get(1), slow(STRAGGLER)).run();
      assertAllDelivered(outcome, HEALTHY_NANOS);
      assertThat(outcome.report().decodedBytes()).isEqualTo(160);
      assertThat(outcome.report().lanes().get(1).outcome())
          .isIn(LaneReport.Outcome.PARKED, LaneReport.Outcome.ABORTED);
    }

    @Test
    void twoFailures_costNothing() {
      shape.behaves(all.get(1), steady().refuses()).behaves(all.get(4), steady().refuses());
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
    }
  }

  /** EC-Cache: k + 1 of k + r drawn at random, the others only after failures. */
  @Nested
  class LateBinding {
    private final Shape shape = Shape.ofStripe("rs-4-3");
    private final List<Integer> drawn = draw(5, 7);
    private final List<Integer> rest =
        IntStream.range(0, 7).filter(i -> !drawn.contains(i)).boxed().toList();

    LateBinding() {
      drawn.forEach(i -> shape.read(i, shape.cached(i), Launch.NOW));
      rest.forEach(i -> shape.read(i, shape.cached(i), Launch.WHEN_FAILED));
    }

    private static List<Integer> draw(int count, int of) {
      SplittableRandom random = new SplittableRandom(7);
      List<Integer> drawn = new ArrayList<>();
      while (drawn.size() < count) {
        int index = random.nextInt(of);
        if (!drawn.contains(index)) {
          drawn.add(index);
        }
      }
      return drawn;
    }

    private Source nth(int drawnAs) {
      return shape.cached(drawn.get(drawnAs));
    }

    private List<Source> drawnSources() {
      return sources(drawn.stream().mapToInt(i -> i), shape);
    }

    @Test
    void healthy_asksTheDrawnOnes() {
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).isEqualTo(drawnSources());
    }

    @Test
    void straggler_isTheOneThatLateBindingSpares() {
      assertAllDelivered(shape.behaves(nth(2), slow(STRAGGLER)).run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).isEqualTo(drawnSources());
    }

    @Test
    void oneFailure_isTheOneThatLateBindingSpares() {
      assertAllDelivered(shape.behaves(nth(0), steady().refuses()).run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).isEqualTo(drawnSources());
    }

    @Test
    void twoFailures_askOneOfTheOthers() {
      shape.behaves(nth(0), steady().refuses()).behaves(nth(1), steady().refuses());
      assertAllDelivered(shape.run(), AROUND_NANOS);
      assertThat(shape.asked(0))
          .containsExactlyInAnyOrder(
              nth(0), nth(1), nth(2), nth(3), nth(4), shape.cached(rest.get(0)));
    }
  }

  /** SP-Cache: split without redundancy, all k needed. */
  @Nested
  class Partition {
    private final Shape shape = Shape.ofStripe("none-4-0");

    Partition() {
      IntStream.range(0, 4).forEach(i -> shape.read(i, shape.cached(i), Launch.NOW));
    }

    @Test
    void healthy_asksEveryPart() {
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).isEqualTo(sources(IntStream.range(0, 4), shape));
    }

    @Test
    void straggler_isWaitedFor() {
      ReadTrial.Outcome outcome = shape.behaves(shape.cached(2), slow(STRAGGLER)).run();
      assertThat(outcome.plain()).isEmpty();
      assertThat(shape.asked(0)).hasSize(4);
    }

    @Test
    void failure_leavesWhatIsMissingToThePlainRead() {
      ReadTrial.Outcome outcome = shape.behaves(shape.cached(2), steady().failAt(100)).run();
      assertThat(outcome.pieceBytes()).isGreaterThanOrEqualTo(4 * 100);
      assertThat(outcome.plainBytes()).isPositive();
    }
  }

  /** A locally repairable code: three fragments repair one, and not any six recover all. */
  @Nested
  class LocalRepair {
    private static final int LOCAL_PARITY = 6;
    private final Shape shape = Shape.ofFirstBlock("lrc-6-2-2");
    private final Source wanted = shape.block(0, 0);

    LocalRepair() {
      shape.read(0, wanted, Launch.NOW);
      shape.read(1, shape.block(1, 1), Launch.WHEN_LATE);
      shape.read(2, shape.block(2, 2), Launch.WHEN_LATE);
      shape.read(LOCAL_PARITY, shape.cached(LOCAL_PARITY), Launch.WHEN_LATE);
      for (int i = 3; i < 6; i++) {
        shape.read(i, shape.block(i, i), Launch.WHEN_FAILED);
      }
      for (int i = 7; i < 10; i++) {
        shape.read(i, shape.cached(i), Launch.WHEN_FAILED);
      }
    }

    private void assertRepairedLocally() {
      assertThat(shape.asked(0))
          .containsExactly(
              wanted, shape.block(1, 1), shape.block(2, 2), shape.cached(LOCAL_PARITY));
    }

    @Test
    void healthy_readsTheFragmentItself() {
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).containsExactly(wanted);
    }

    @Test
    void straggler_isRepairedFromItsLocalGroup() {
      assertAllDelivered(shape.behaves(wanted, slow(STRAGGLER)).run(), AROUND_NANOS);
      assertRepairedLocally();
    }

    @Test
    void failure_isRepairedFromItsLocalGroup() {
      assertAllDelivered(shape.behaves(wanted, steady().refuses()).run(), AROUND_NANOS);
      assertRepairedLocally();
    }

    @Test
    void brokenLocalGroup_isRepairedGlobally() {
      shape.behaves(wanted, steady().refuses()).behaves(shape.block(1, 1), steady().refuses());
      assertAllDelivered(shape.run(), AROUND_NANOS);
    }
  }

  /** Two replicas of one index with a hedge. */
  @Nested
  class Hedge {
    private final Shape shape = Shape.ofFirstBlock("none-1-0");
    private final Source first = shape.block(0, 0);
    private final Source second = shape.block(0, 1);

    Hedge() {
      shape.read(0, first, Launch.NOW);
      shape.read(0, second, Launch.after(Duration.ofMillis(2).toNanos()));
    }

    @Test
    void healthy_asksOneReplica() {
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).containsExactly(first);
    }

    @Test
    void straggler_isHedgedAfterTheDelay() {
      assertAllDelivered(shape.behaves(first, slow(STRAGGLER)).run(), AROUND_NANOS);
      assertThat(shape.asked(0)).containsExactly(first, second);
    }

    @Test
    void failure_asksTheOtherAtOnce() {
      assertAllDelivered(shape.behaves(first, steady().refuses()).run(), AROUND_NANOS);
      assertThat(shape.asked(0)).containsExactly(first, second);
    }

    @Test
    void bothReplicas_areOneFragment() {
      shape.behaves(first, slow(15)).behaves(second, slow(15));
      ReadTrial.Outcome outcome = shape.run();
      assertThat(outcome.plain()).isEmpty();
      assertThat(outcome.pieceBytes()).isEqualTo(160);
    }
  }

  /** Hu et al.: the original or one recovery set, whichever is directed first. */
  @Nested
  class OriginalOrSet {
    private final Shape shape = Shape.ofFirstBlock("rs-6-3");
    private final Source original = shape.block(0, 0);
    private final List<Source> set = new ArrayList<>();

    OriginalOrSet() {
      IntStream.range(1, 7).forEach(i -> set.add(i < 6 ? shape.block(i, i) : shape.cached(i)));
    }

    private void originalFirst() {
      shape.read(0, original, Launch.NOW);
      IntStream.range(1, 7).forEach(i -> shape.read(i, set.get(i - 1), Launch.WHEN_LATE));
    }

    private void setFirst() {
      IntStream.range(1, 7).forEach(i -> shape.read(i, set.get(i - 1), Launch.NOW));
      shape.read(0, original, Launch.WHEN_FAILED);
    }

    private List<Source> both() {
      List<Source> both = new ArrayList<>(List.of(original));
      both.addAll(set);
      return both;
    }

    @Test
    void originalFirst_healthy_readsOnlyIt() {
      originalFirst();
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).containsExactly(original);
    }

    @Test
    void originalFirst_straggler_readsTheSet() {
      originalFirst();
      assertAllDelivered(shape.behaves(original, slow(STRAGGLER)).run(), AROUND_NANOS);
      assertThat(shape.asked(0)).isEqualTo(both());
    }

    @Test
    void originalFirst_failure_readsTheSet() {
      originalFirst();
      assertAllDelivered(shape.behaves(original, steady().refuses()).run(), AROUND_NANOS);
      assertThat(shape.asked(0)).isEqualTo(both());
    }

    @Test
    void setFirst_healthy_leavesTheOriginalAlone() {
      setFirst();
      assertAllDelivered(shape.run(), HEALTHY_NANOS);
      assertThat(shape.asked(0)).isEqualTo(set);
    }

    @Test
    void setFirst_straggler_isWaitedFor() {
      setFirst();
      assertThat(shape.behaves(set.get(3), slow(STRAGGLER)).run().plain()).isEmpty();
      assertThat(shape.asked(0)).isEqualTo(set);
    }

    @Test
    void setFirst_failure_readsTheOriginal() {
      setFirst();
      assertAllDelivered(shape.behaves(set.get(3), steady().refuses()).run(), AROUND_NANOS);
      assertThat(shape.asked(0)).contains(original).hasSize(7);
    }
  }
}
