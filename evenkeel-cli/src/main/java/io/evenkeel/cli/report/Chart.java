package io.evenkeel.cli.report;

import java.util.List;

/** A picture of numbers, as SVG in the page. Colours are the page's. */
public sealed interface Chart permits CurveChart, BarChart, BoxChart {
  String title();

  /** What is what in it; empty where names stand beside what they name. */
  List<Key> keys();

  /** Appends the picture. */
  void draw(Markup to);

  /**
   * One kind of line or bar.
   *
   * @param look the classes of its colour and stroke
   */
  record Key(String name, String look) {}
}
