package io.evenkeel.sim.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.policy.direct.LoadDirections;
import java.util.stream.LongStream;
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
    return DirectionRun.run(setting, direction, seed(setting), READS);
  }

  @Test
  void everyDirection_hasTheSameFiguresForTheSameSeed() {
    for (String direction : LoadDirections.names()) {
      DirectionFigures once = DirectionRun.run(DirectionSetting.TABLE_2, direction, 7, 1000);
      DirectionFigures again = DirectionRun.run(DirectionSetting.TABLE_2, direction, 7, 1000);
      DirectionFigures other = DirectionRun.run(DirectionSetting.TABLE_2, direction, 8, 1000);
      assertThat(again).as(direction).isEqualTo(once).isNotEqualTo(other);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whoAsks_cutsTheTail(int table) {
    DirectionFigures normal = run(table(table), "normal");
    DirectionFigures asked = run(table(table), "lmlf-pw2");
    assertThat(asked.p95Seconds()).isLessThan(0.4 * normal.p95Seconds());
    assertThat(asked.meanSeconds()).isLessThan(0.65 * normal.meanSeconds());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void nodesAreAsked_asOftenAsTheDirectionsSay(int table) {
    DirectionSetting setting = table(table);
    assertThat(run(setting, "normal").probesPerRead()).isZero();
    assertThat(run(setting, "lmlf-pw2").probesPerRead()).isEqualTo(table == 1 ? 4 : 7);
    assertThat(run(setting, "staged").probesPerRead()).isBetween(1.0, 1.6);
    assertThat(run(setting, "projected").probesPerRead()).isZero();
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
    assertThat(asked.tasksPerRead())
        .isCloseTo(1 + 5 * asked.degradedShare(), org.assertj.core.data.Offset.offset(1e-9));
    assertThat(asked.degradedShare())
        .isLessThan(0.7 * run(DirectionSetting.TABLE_2, "llf-pw2").degradedShare());
  }

  @Test
  void noReads_areNoRun() {
    assertThatThrownBy(() -> DirectionRun.run(DirectionSetting.TABLE_1, "normal", 1, 0))
        .hasMessageContaining("one read at least");
  }
}
