package io.evenkeel.cli.report;

import java.util.List;

/** Charts side by side, as far as the page is wide; those with the same keys share them. */
public record Charts(List<Chart> charts) implements Block {
  public Charts {
    charts = List.copyOf(charts);
  }

  @Override
  public void write(Markup to) {
    to.open("div", "class", "charts").line();
    for (Chart chart : charts) {
      to.open("figure").leaf("figcaption", chart.title()).line();
      chart.draw(to);
      to.close().line();
    }
    to.close().line();
    charts.stream().map(Chart::keys).distinct().forEach(keys -> legend(to, keys));
  }

  private static void legend(Markup to, List<Chart.Key> keys) {
    if (keys.isEmpty()) {
      return;
    }
    to.open("ul", "class", "legend").line();
    for (Chart.Key key : keys) {
      to.open("li");
      to.open("svg", "viewBox", "0 0 30 12", "class", "key", "aria-hidden", "true");
      if (key.look().startsWith("curve")) {
        to.empty("line", "x1", "0", "y1", "6", "x2", "30", "y2", "6", "class", key.look());
      } else {
        to.empty("rect", "x", "1", "y", "1", "width", "28", "height", "10", "class", key.look());
      }
      to.close().text(" " + key.name()).close().line();
    }
    to.close().line();
  }
}
