package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Axis;
import io.evenkeel.cli.report.BarChart.Bar;
import io.evenkeel.cli.report.Spread;
import io.evenkeel.cli.report.Unit;
import java.util.List;

/** Bars of simulated figures. */
final class HuBars {
  /** What they show. */
  static final String HERE = "here: the median, and where half of the placements are";

  /** Room for a bar's value beside it. */
  private static final double BESIDE = 1.14;

  private HuBars() {}

  static Bar of(HuRuns runs, String name, HuFigure figure) {
    Spread spread = runs.spread(name, figure);
    return new Bar(spread.median(), spread.low(), spread.high());
  }

  /** With room for all of them. */
  static Axis axis(String label, Unit unit, List<List<Bar>> bars) {
    double most =
        bars.stream()
            .flatMap(List::stream)
            .mapToDouble(Bar::most)
            .filter(value -> !Double.isNaN(value))
            .max()
            .orElse(1);
    return Axis.linear(label, unit, most * BESIDE);
  }
}
