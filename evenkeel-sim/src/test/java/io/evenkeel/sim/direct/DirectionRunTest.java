package io.evenkeel.sim.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.policy.direct.LoadDirections;
import io.evenkeel.policy.direct.Norm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectionRunTest {
  private static final int READS = 10_000;

  private static DirectionSetting table(int number) {
    return number == 1 ? DirectionSetting.TABLE_1 : DirectionSetting.TABLE_2;
  }

  /** A placement of which the hottest node is busy, and not overloaded. */
  private static long seed(DirectionSetting setting) {
    return LongStream.range(1, 100)
        .filter(
            seed -> {
              double hottest = DirectionRun.hottestUtilisation(setting, seed);
              return hottest > 0.90 && hottest < 0.97;
            })
        .findFirst()
        .orElseThrow();
  }

  private static DirectionFigures run(DirectionSetting setting, String direction) {
    return run(setting, direction, seed(setting), READS);
  }

  private static DirectionFigures run(
      DirectionSetting setting, String direction, long seed, int reads) {
    return DirectionRun.run(setting, DirectionPlan.of(direction), seed, reads, ReadTimes.NONE);
  }

  @Test
  void everyDirection_hasTheSameFiguresForTheSameSeed() {
    for (String direction : LoadDirections.names()) {
      DirectionFigures once = run(DirectionSetting.TABLE_2, direction, 7, 1000);
      DirectionFigures again = run(DirectionSetting.TABLE_2, direction, 7, 1000);
      DirectionFigures other = run(DirectionSetting.TABLE_2, direction, 8, 1000);
      assertThat(again).as(direction).isEqualTo(once).isNotEqualTo(other);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whoAsks_cutsTheTail(int table) {
    DirectionFigures normal = run(table(table), "normal");
    for (String direction : new String[] {"llf", "lmlf", "llf-pw2", "lmlf-pw2", "staged"}) {
      DirectionFigures asked = run(table(table), direction);
      assertThat(asked.p95Seconds()).as(direction).isLessThan(0.4 * normal.p95Seconds());
      assertThat(asked.meanSeconds()).as(direction).isLessThan(0.65 * normal.meanSeconds());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whoHearsNowAndThen_cutsTheTail(int table) {
    DirectionFigures normal = run(table(table), "normal");
    for (String direction : new String[] {"lmlf-lazy", "opt-lazy", "projected"}) {
      assertThat(run(table(table), direction).p95Seconds())
          .as(direction)
          .isLessThan(normal.p95Seconds());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void fewerQuestions_andNone_costLittleOfIt(int table) {
    double all = run(table(table), "lmlf").p95Seconds();
    assertThat(run(table(table), "lmlf-pw2").p95Seconds()).isLessThan(1.15 * all);
    assertThat(run(table(table), "staged").p95Seconds()).isLessThan(1.15 * all);
    for (int frontEnds : new int[] {8, 32}) {
      DirectionPlan plan = DirectionPlan.of("projected").withFrontEnds(frontEnds);
      DirectionFigures projected =
          DirectionRun.run(table(table), plan, seed(table(table)), READS, ReadTimes.NONE);
      assertThat(projected.p95Seconds()).as("by " + frontEnds).isLessThan(1.3 * all);
    }
  }

  /** By marginal load where it relieves, by latency where it is as fast. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void latency_launchesMoreDegradedReadsThanMarginalLoad(int table) {
    for (String probing : new String[] {"", "-pw2"}) {
      double byLoad = run(table(table), "lmlf" + probing).degradedShare();
      double byLatency = run(table(table), "llf" + probing).degradedShare();
      assertThat(byLatency / byLoad).as("%s of table %d", probing, table).isBetween(1.9, 3.3);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void nodesAreAsked_asOftenAsTheDirectionsSay(int table) {
    DirectionSetting setting = table(table);
    assertThat(run(setting, "normal").probesPerRead()).isZero();
    assertThat(run(setting, "lmlf").probesPerRead()).isEqualTo(table == 1 ? 10 : 9);
    assertThat(run(setting, "lmlf-pw2").probesPerRead()).isEqualTo(table == 1 ? 4 : 7);
    assertThat(run(setting, "staged").probesPerRead()).isBetween(1.0, table == 1 ? 1.5 : 1.6);
    for (String direction : new String[] {"lmlf-lazy", "opt-lazy", "projected"}) {
      assertThat(run(setting, direction).probesPerRead()).as(direction).isZero();
    }
    double lazyPerSecond = run(setting, "lmlf-lazy").reportsPerRead() * setting.readsPerSecond();
    assertThat(lazyPerSecond).isBetween(260.0, 280.0);
  }

  @Test
  void tasksAreWhatReadsAreDirectedTo() {
    DirectionFigures normal = run(DirectionSetting.TABLE_2, "normal");
    assertThat(normal.tasksPerRead()).isEqualTo(1);
    assertThat(normal.degradedShare()).isZero();
    assertThat(normal.hottestUtilisation()).isBetween(0.8, 1.0);
    DirectionFigures asked = run(DirectionSetting.TABLE_2, "lmlf-pw2");
    assertThat(asked.tasksPerRead()).isCloseTo(1 + 5 * asked.degradedShare(), Offset.offset(1e-9));
  }

  /** A to E of every read, and a read's end is that of the last of its tasks. */
  @Test
  void timestamps_areInOrder() {
    List<Long> endedNanos = new ArrayList<>();
    ReadTimes times =
        new ReadTimes() {
          @Override
          public void task(long entered, long started, long ended) {
            assertThat(started).isBetween(entered, ended - 1);
            endedNanos.add(ended);
          }

          @Override
          public void read(long arrived, long sent, long ended) {
            assertThat(sent - arrived).isEqualTo(2 * DirectionSetting.PROBE_HALF_NANOS);
            assertThat(ended).isEqualTo(endedNanos.get(endedNanos.size() - 1));
          }
        };
    DirectionPlan plan = DirectionPlan.of("lmlf-pw2");
    DirectionFigures figures = DirectionRun.run(DirectionSetting.TABLE_2, plan, 1, 1000, times);
    assertThat(endedNanos).hasSize((int) Math.round(1000 * figures.tasksPerRead()));
  }

  /** Who asks before each read remembers nothing. */
  @Test
  void frontEnds_countForWhoRemembersOnly() {
    for (String direction : new String[] {"lmlf", "projected"}) {
      DirectionPlan plan = DirectionPlan.of(direction);
      DirectionFigures few =
          DirectionRun.run(DirectionSetting.TABLE_1, plan, 1, 1000, ReadTimes.NONE);
      DirectionFigures many =
          DirectionRun.run(
              DirectionSetting.TABLE_1, plan.withFrontEnds(32), 1, 1000, ReadTimes.NONE);
      assertThat(few.equals(many)).as(direction).isEqualTo(direction.equals("lmlf"));
    }
  }

  @Test
  void evenLoad_keepsEachNodeAsBusyAsSaid() {
    DirectionSetting even = DirectionSetting.TABLE_2.even(0.5);
    assertThat(even.meanUtilisation()).isCloseTo(0.5, Offset.offset(1e-9));
    assertThat(DirectionRun.hottestUtilisation(even, 1)).isBetween(0.5, 0.65);
    assertThat(DirectionRun.hottestUtilisation(DirectionSetting.TABLE_2, 1)).isGreaterThan(0.65);
  }

  /** Of the objects the most popular 20,000 are there; all partitions together have all. */
  @Test
  void demand_isAsUnevenAsZipfSays() {
    DemandSkew skew = DemandSkew.of(DirectionSetting.TABLE_1, 1, 50_000);
    assertThat(skew.objects().get(0)).isCloseTo(.150, Offset.offset(.003));
    assertThat(skew.objects().get(9)).isCloseTo(.385, Offset.offset(.008));
    assertThat(skew.objects().get(99)).isCloseTo(.587, Offset.offset(.012));
    for (List<Double> sums : List.of(skew.partitions(), skew.requests(), skew.bytes())) {
      assertThat(sums).hasSize(2004).isSorted();
      assertThat(sums.get(2003)).isCloseTo(1.0, Offset.offset(1e-9));
      assertThat(sums.get(99)).isCloseTo(skew.partitions().get(99), Offset.offset(.02));
    }
  }

  /** Each of them is made by another problem, and directs otherwise. */
  @Test
  void tables_areOfTheNormAndTheSetsOfThePlan() {
    DirectionPlan plan = DirectionPlan.of("opt-lazy");
    List<DirectionPlan> plans =
        List.of(plan, plan.withAllSets(), plan.withNorm(Norm.L_INFINITY), plan.withNorm(Norm.L1));
    List<DirectionFigures> figures =
        plans.stream()
            .map(one -> DirectionRun.run(DirectionSetting.TABLE_2, one, 1, 3000, ReadTimes.NONE))
            .toList();
    assertThat(figures).doesNotHaveDuplicates();
    assertThat(figures.get(3).degradedShare()).isZero();
  }

  @Test
  void planOfNobodyOrNever_isAnError() {
    DirectionPlan plan = DirectionPlan.of("projected");
    assertThatThrownBy(() -> plan.withFrontEnds(0)).hasMessageContaining("got 0");
    assertThatThrownBy(() -> plan.withReportSeconds(0)).hasMessageContaining("got every 0.0 s");
    assertThatThrownBy(() -> DirectionPlan.of("best")).hasMessageContaining("no load direction");
  }

  @Test
  void noReads_areNoRun() {
    assertThatThrownBy(() -> run(DirectionSetting.TABLE_1, "normal", 1, 0))
        .hasMessageContaining("one read at least");
  }
}
