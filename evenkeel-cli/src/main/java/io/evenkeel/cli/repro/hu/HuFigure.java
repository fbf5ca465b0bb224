package io.evenkeel.cli.repro.hu;

import io.evenkeel.sim.direct.DirectionFigures;
import java.util.function.ToDoubleFunction;

/** The figures of a run, by their names in JSON. */
enum HuFigure {
  MEAN("meanSeconds", "mean", DirectionFigures::meanSeconds),
  VARIANCE("varianceSquareSeconds", "variance", DirectionFigures::varianceSquareSeconds),
  MEDIAN("medianSeconds", "median", DirectionFigures::medianSeconds),
  P95("p95Seconds", "p95", DirectionFigures::p95Seconds),
  LEAST("leastSeconds", "min", DirectionFigures::leastSeconds),
  MOST("mostSeconds", "max", DirectionFigures::mostSeconds),
  PROBES("probesPerRequest", "probes", DirectionFigures::probesPerRead),
  REPORTS("reportsPerRequest", "reports", DirectionFigures::reportsPerRead),
  DEGRADED("degradedShare", "degraded", DirectionFigures::degradedShare),
  TASKS("tasksPerRequest", "tasks", DirectionFigures::tasksPerRead),
  HOTTEST("hottestUtilisation", "hottest", DirectionFigures::hottestUtilisation);

  private final String key;
  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // a method reference
  private final ToDoubleFunction<DirectionFigures> figure;

  HuFigure(String key, String title, ToDoubleFunction<DirectionFigures> figure) {
    this.key = key;
    this.title = title;
    this.figure = figure;
  }

  String key() {
    return key;
  }

  String title() {
    return title;
  }

  double of(DirectionFigures run) {
    return figure.applyAsDouble(run);
  }
}
