package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Axis;
import io.evenkeel.cli.report.Cell;
import io.evenkeel.cli.report.Charts;
import io.evenkeel.cli.report.CurveChart;
import io.evenkeel.cli.report.CurveChart.Curve;
import io.evenkeel.cli.report.CurveChart.Point;
import io.evenkeel.cli.report.DataTable;
import io.evenkeel.cli.report.Paragraph;
import io.evenkeel.cli.report.Section;
import io.evenkeel.cli.report.Unit;
import io.evenkeel.sim.direct.DirectionSetting;
import io.evenkeel.sim.workload.StorageObjects;
import java.util.ArrayList;
import java.util.List;

/** Figure 2 of Hu et al. */
final class HuSkewSection {
  private static final double NEXT = 1.25;
  private static final int MOST = 20_000;

  private HuSkewSection() {}

  static Section of(HuSkew skew) {
    CurveChart chart =
        new CurveChart(
            "What the most wanted have together",
            Axis.logarithmic("how many of them", Unit.COUNT, 1, MOST),
            new Axis("share of all", Unit.SHARE, 0, 1, false),
            List.of(
                curve("objects, of the requests", 1, skew.demand().objects()),
                curve("partitions, of the requests", 0, skew.demand().partitions()),
                curve("partitions, of the requests drawn", 3, skew.demand().requests()),
                curve("partitions, of the bytes drawn", 2, skew.demand().bytes())));
    return new Section(
        "Figure 2: the demand",
        List.of(
            new Paragraph(
                HuNumbers.format(
                    "The paper's trace is not public. Here %,d objects are in %,d"
                        + " partitions, with the popularity of Zipf's law with exponent %s; %,d"
                        + " requests were drawn, an hour of table 1.",
                    StorageObjects.OBJECTS,
                    skew.demand().partitions().size(),
                    DirectionSetting.TABLE_1.zipf(),
                    skew.requests())),
            new Charts(List.of(chart)),
            new DataTable(
                "What the paper says of the figure, which has no numbers in its text",
                List.of("said", "here", "verdict"),
                List.of(
                    List.of(
                        Cell.prose(
                            "A small number of hot objects attract a large amount of requests,"
                                + " while most objects are cold"),
                        Cell.prose(skew.here()),
                        Cell.of(skew.verdict()))))));
  }

  private static Curve curve(String name, int look, List<Double> sums) {
    List<Point> points = new ArrayList<>();
    int before = 0;
    for (double at = 1; at <= sums.size(); at *= NEXT) {
      int count = (int) at;
      if (count > before) {
        points.add(new Point(count, sums.get(count - 1)));
        before = count;
      }
    }
    points.add(new Point(sums.size(), sums.get(sums.size() - 1)));
    return new Curve(name, look, points);
  }
}
