package io.evenkeel.cli.report;

import io.evenkeel.cli.report.CurveChart.Curve;
import io.evenkeel.cli.report.CurveChart.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * Curves of how long many took, along an axis of times by ratios.
 *
 * @param look as of a {@link Curve}
 */
public record TimeCurve(String name, int look, TimeCounts times) {
  private static final int POINTS = 120;

  /** Which share has ended by when. */
  public Curve ended(Axis x) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i <= POINTS; i++) {
      double seconds = seconds(x, i);
      points.add(new Point(seconds, times.shareUntil(seconds)));
    }
    return new Curve(name, look, points);
  }

  private static double seconds(Axis x, int point) {
    return x.least() * Math.pow(x.most() / x.least(), (double) point / POINTS);
  }

  /**
   * Which share takes longer.
   *
   * @param rarest the curve ends with the first share that is no more
   */
  public Curve longer(Axis x, double rarest) {
    List<Point> points = new ArrayList<>();
    double left = 1;
    for (int i = 0; i <= POINTS && left > rarest; i++) {
      double seconds = seconds(x, i);
      left = times.shareAfter(seconds);
      points.add(new Point(seconds, left));
    }
    return new Curve(name, look, points);
  }
}
