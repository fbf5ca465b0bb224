package io.evenkeel.cli.repro;

import io.evenkeel.sim.direct.DirectionFigures;
import java.util.function.ToDoubleFunction;

/** The figures of a run, by their names in JSON. */
enum HuFigure {
  MEAN("meanSeconds", DirectionFigures::meanSeconds),
  MEDIAN("medianSeconds", DirectionFigures::medianSeconds),
  P95("p95Seconds", DirectionFigures::p95Seconds),
  PROBES("probesPerRequest", DirectionFigures::probesPerRead),
  REPORTS("reportsPerRequest", DirectionFigures::reportsPerRead),
  DEGRADED("degradedShare", DirectionFigures::degradedShare),
  TASKS("tasksPerRequest", DirectionFigures::tasksPerRead),
  HOTTEST("hottestUtilisation", DirectionFigures::hottestUtilisation);

  private final String key;

  @SuppressWarnings("ImmutableEnumChecker") // a method reference
  private final ToDoubleFunction<DirectionFigures> figure;

  HuFigure(String key, ToDoubleFunction<DirectionFigures> figure) {
    this.key = key;
    this.figure = figure;
  }

  String key() {
    return key;
  }

  double of(DirectionFigures run) {
    return figure.applyAsDouble(run);
  }
}
