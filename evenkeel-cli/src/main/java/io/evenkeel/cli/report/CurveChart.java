package io.evenkeel.cli.report;

import java.util.List;

/** Curves over one another, for instance of how many reads have ended by when. */
public record CurveChart(String title, Axis x, Axis y, List<Curve> curves) implements Chart {
  private static final int LOOKS = 10;
  private static final int LEFT = 62;
  private static final int HEIGHT = 280;

  public CurveChart {
    curves = List.copyOf(curves);
  }

  /**
   * A curve through points from left to right.
   *
   * @param look from 0 to 9: its colour and stroke
   */
  public record Curve(String name, int look, List<Point> points) {
    public Curve {
      points = List.copyOf(points);
      if (look < 0 || look >= LOOKS) {
        throw new IllegalArgumentException(
            LOOKS + " curves can be told from each other, got look " + look);
      }
    }

    private String classes() {
      return "curve s" + look;
    }
  }

  /** A point of a curve. */
  public record Point(double x, double y) {}

  @Override
  public List<Key> keys() {
    return curves.stream().map(curve -> new Key(curve.name(), curve.classes())).toList();
  }

  @Override
  public void draw(Markup to) {
    Plot plot = new Plot(to, title, x, LEFT, HEIGHT);
    plot.below();
    plot.beside(y);
    for (Curve curve : curves) {
      StringBuilder path = new StringBuilder();
      for (Point point : curve.points()) {
        path.append(path.isEmpty() ? 'M' : 'L').append(Plot.at(plot.x(point.x())));
        path.append(' ').append(Plot.at(plot.y(y.place(point.y()))));
      }
      plot.path(path.toString(), curve.classes());
    }
    plot.end();
  }
}
