package io.evenkeel.cli.report;

import java.util.List;

/** Boxes from left to right, one below the other: half of all is within a box. */
public record BoxChart(String title, Axis x, List<Box> boxes) implements Chart {
  private static final int LEFT = 132;
  private static final int THICK = 16;
  private static final int APART = 12;
  private static final int WHISKER_HALF = 5;

  public BoxChart {
    boxes = List.copyOf(boxes);
  }

  /**
   * What 5, 25, 50, 75 and 95 % do not exceed.
   *
   * @param name what stands beside it
   */
  public record Box(String name, double p5, double p25, double p50, double p75, double p95) {}

  @Override
  public List<Key> keys() {
    return List.of();
  }

  @Override
  public void draw(Markup to) {
    Plot plot = new Plot(to, title, x, LEFT, boxes.size() * (THICK + APART));
    plot.below();
    double top = plot.y(1) + APART / 2.0;
    for (Box box : boxes) {
      double middle = top + THICK / 2.0;
      plot.name(middle, box.name());
      plot.whisker(box.p5(), box.p95(), middle, WHISKER_HALF);
      plot.bar(box.p25(), box.p75(), top, THICK, "bar box");
      plot.line(plot.x(box.p50()), top, plot.x(box.p50()), top + THICK, "median");
      top += THICK + APART;
    }
    plot.end();
  }
}
