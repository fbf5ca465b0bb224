package io.evenkeel.cli.simulate;

import io.evenkeel.cli.report.Axis;
import io.evenkeel.cli.report.Block;
import io.evenkeel.cli.report.Charts;
import io.evenkeel.cli.report.CurveChart;
import io.evenkeel.cli.report.CurveChart.Curve;
import io.evenkeel.cli.report.CurveChart.Point;
import io.evenkeel.cli.report.Paragraph;
import io.evenkeel.cli.report.TimeCurve;
import io.evenkeel.cli.report.Unit;
import java.util.ArrayList;
import java.util.List;

/** The charts of a page of simulated runs. */
record SimulateCharts(SimulateResult result) {
  /** So few are faster than where the axis begins. */
  private static final double FASTEST = 0.001;

  /** What is rarer is not shown, however many reads there were. */
  private static final double RAREST_MIN = 1e-5;

  private static final double RAREST_MAX = 0.1;

  /** What is shorter is nothing to {@link io.evenkeel.cli.report.TimeCounts}. */
  private static final double LEAST_SECONDS = 1e-6;

  private static final int LOOK = 3;
  private static final int BESIDE_LOOK = 1;

  /** How long reads took, and how long the slowest of them. */
  Block times() {
    List<TimeCurve> curves = new ArrayList<>();
    add(curves, result.name(), LOOK, result.runs());
    result
        .beside()
        .ifPresent(beside -> add(curves, result.besideName().orElseThrow(), BESIDE_LOOK, beside));
    if (curves.isEmpty()) {
      return new Paragraph("There is no read whose time could be shown: all have failed.");
    }
    double rarest = rarest(curves);
    Axis x = timeAxis(curves, rarest);
    return new Charts(
        List.of(
            new CurveChart(
                "Read times",
                x,
                new Axis("share that has ended by then", Unit.SHARE, 0, 1, false),
                curves.stream().map(curve -> curve.ended(x)).toList()),
            new CurveChart(
                "The slowest reads",
                x,
                Axis.logarithmic("share that takes longer", Unit.SHARE, rarest, 1),
                curves.stream().map(curve -> curve.longer(x, rarest)).toList())));
  }

  private static void add(List<TimeCurve> curves, String name, int look, SimulatedRuns runs) {
    if (runs.times().count() > 0) {
      curves.add(new TimeCurve(name, look, runs.times()));
    }
  }

  /** The share of one read, of the most reads that a curve is of. */
  private static double rarest(List<TimeCurve> curves) {
    long most = curves.stream().mapToLong(curve -> curve.times().count()).max().orElseThrow();
    return Math.max(RAREST_MIN, Math.min(RAREST_MAX, 1.0 / most));
  }

  private static Axis timeAxis(List<TimeCurve> curves, double rarest) {
    double least =
        curves.stream()
            .mapToDouble(curve -> curve.times().quantileSeconds(FASTEST))
            .min()
            .orElseThrow();
    double most =
        curves.stream()
            .mapToDouble(curve -> curve.times().quantileSeconds(1 - rarest / 2))
            .max()
            .orElseThrow();
    return Axis.logarithmicAround(
        "time from arrival to last byte",
        Unit.SECONDS,
        Math.max(LEAST_SECONDS, least),
        Math.max(LEAST_SECONDS, most));
  }

  /** How busy nodes were. */
  Block loads() {
    List<Curve> curves = new ArrayList<>();
    curves.add(steps(result.name(), LOOK, result.runs()));
    result
        .beside()
        .ifPresent(
            beside -> curves.add(steps(result.besideName().orElseThrow(), BESIDE_LOOK, beside)));
    double most =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(Point::y)
            .max()
            .orElseThrow();
    return new Charts(
        List.of(
            new CurveChart(
                "How busy the nodes' disks are",
                new Axis("nodes, the busiest first", Unit.SHARE, 0, 1, false),
                Axis.linear("share of the time", Unit.SHARE, most),
                curves)));
  }

  /** A level for each rank of nodes. */
  private static Curve steps(String name, int look, SimulatedRuns runs) {
    List<Double> ranks = runs.loads().medians();
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < ranks.size(); i++) {
      points.add(new Point((double) i / ranks.size(), ranks.get(i)));
      points.add(new Point((i + 1.0) / ranks.size(), ranks.get(i)));
    }
    return new Curve(name, look, points);
  }
}
