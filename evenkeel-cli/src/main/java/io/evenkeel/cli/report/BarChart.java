package io.evenkeel.cli.report;

import java.util.List;

/**
 * Bars from left to right, those of one name below each other, each with an error bar where it has
 * a spread, and its value at its end.
 *
 * @param names one below the other
 */
public record BarChart(String title, Axis x, List<String> names, List<Series> series)
    implements Chart {
  private static final int LEFT = 132;
  private static final int THICK = 13;
  private static final int APART = 12;
  private static final int VALUE_BESIDE = 6;
  private static final int BASELINE = 4;
  private static final int WHISKER_HALF = 3;

  public BarChart {
    names = List.copyOf(names);
    series = List.copyOf(series);
    for (Series one : series) {
      if (one.bars().size() != names.size()) {
        throw new IllegalArgumentException(
            one.name() + " has a bar for each of " + names + ", got " + one.bars().size());
      }
    }
  }

  /**
   * A bar for each name.
   *
   * @param isStated whether somebody else has stated them
   */
  public record Series(String name, boolean isStated, List<Bar> bars) {
    public Series {
      bars = List.copyOf(bars);
    }

    String look() {
      return isStated ? "bar stated" : "bar own";
    }
  }

  /**
   * A value and how it spreads.
   *
   * @param value not a number where there is none
   */
  public record Bar(double value, double least, double most) {
    /** One that does not spread. */
    public static Bar of(double value) {
      return new Bar(value, value, value);
    }
  }

  @Override
  public List<Key> keys() {
    return series.stream().map(one -> new Key(one.name(), one.look())).toList();
  }

  @Override
  public void draw(Markup to) {
    int group = series.size() * THICK + APART;
    Plot plot = new Plot(to, title, x, LEFT, names.size() * group);
    plot.below();
    for (int name = 0; name < names.size(); name++) {
      double top = plot.y(1) + name * group + APART / 2.0;
      plot.name(top + series.size() * THICK / 2.0, names.get(name));
      for (Series one : series) {
        bar(plot, one.bars().get(name), top, one.look());
        top += THICK;
      }
    }
    plot.end();
  }

  private void bar(Plot plot, Bar bar, double top, String look) {
    if (Double.isNaN(bar.value())) {
      return;
    }
    double middle = top + THICK / 2.0;
    plot.bar(x.least(), bar.value(), top + 1, THICK - 2.0, look);
    if (bar.least() < bar.most()) {
      plot.whisker(bar.least(), bar.most(), middle, WHISKER_HALF);
    }
    double end = plot.x(Math.max(bar.value(), bar.most())) + VALUE_BESIDE;
    plot.text(end, middle + BASELINE, x.unit().text(bar.value()), "value");
  }
}
