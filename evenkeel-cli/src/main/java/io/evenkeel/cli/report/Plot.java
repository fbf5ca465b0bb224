package io.evenkeel.cli.report;

import java.util.Locale;

/** The room of a chart: where values are in it, and the lines and numbers around. */
final class Plot {
  private static final int WIDTH = 560;
  private static final int TOP = 8;
  private static final int RIGHT = 30;
  private static final int BOTTOM = 44;
  private static final int TICK_BELOW = 17;
  private static final int LABEL_BELOW = 38;
  private static final int TICK_BESIDE = 8;
  private static final int BASELINE = 4;
  private static final int LABEL_X = 13;

  private final Markup to;
  private final Axis x;
  private final int left;
  private final int height;

  /**
   * Begins a chart.
   *
   * @param title for who does not see it
   * @param left how much room there is for what stands beside it
   * @param inner how high it is without its numbers
   */
  Plot(Markup to, String title, Axis x, int left, int inner) {
    this.to = to;
    this.x = x;
    this.left = left;
    this.height = inner;
    String box = "0 0 " + WIDTH + " " + (TOP + inner + BOTTOM);
    to.open("svg", "viewBox", box, "role", "img", "aria-label", title).line();
  }

  /** A length or place in it. */
  static String at(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }

  double x(double value) {
    return left + x.place(value) * (WIDTH - RIGHT - left);
  }

  /** Of a share of the height, from below. */
  double y(double share) {
    return TOP + (1 - share) * height;
  }

  /** The lines of the lower side, their numbers and what they are. */
  void below() {
    for (double tick : x.ticks()) {
      line(x(tick), y(1), x(tick), y(0), "grid");
      text(x(tick), y(0) + TICK_BELOW, x.unit().text(tick), "tick middle");
    }
    text((left + WIDTH - RIGHT) / 2.0, y(0) + LABEL_BELOW, x.label(), "label middle");
  }

  /** The same of the left side. */
  void beside(Axis y) {
    for (double tick : y.ticks()) {
      double at = y(y.place(tick));
      line(left, at, WIDTH - RIGHT, at, "grid");
      text(left - TICK_BESIDE, at + BASELINE, y.unit().text(tick), "tick end");
    }
    String middle = LABEL_X + " " + at(y(0.5));
    to.leaf(
            "text",
            y.label(),
            "transform",
            "translate(" + middle + ") rotate(-90)",
            "class",
            "label middle")
        .line();
  }

  /** What stands to the left of a bar in the middle at that height. */
  void name(double middleY, String name) {
    text(left - TICK_BESIDE, middleY + BASELINE, name, "name end");
  }

  void line(double x1, double y1, double x2, double y2, String look) {
    String[] places = {"x1", at(x1), "y1", at(y1), "x2", at(x2), "y2", at(y2), "class", look};
    to.empty("line", places).line();
  }

  void text(double x, double y, String text, String look) {
    to.leaf("text", text, "x", at(x), "y", at(y), "class", look).line();
  }

  /** A box between two values. */
  void bar(double from, double until, double top, double thick, String look) {
    double width = Math.max(0, x(until) - x(from));
    to.empty(
            "rect",
            "x",
            at(x(from)),
            "y",
            at(top),
            "width",
            at(width),
            "height",
            at(thick),
            "class",
            look)
        .line();
  }

  /** A line from one value to another, with an end on both sides. */
  void whisker(double from, double until, double middleY, double half) {
    line(x(from), middleY, x(until), middleY, "whisker");
    line(x(from), middleY - half, x(from), middleY + half, "whisker");
    line(x(until), middleY - half, x(until), middleY + half, "whisker");
  }

  void path(String data, String look) {
    to.empty("path", "d", data, "class", look).line();
  }

  void end() {
    to.close().line();
  }
}
