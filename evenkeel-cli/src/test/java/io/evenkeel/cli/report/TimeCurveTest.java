package io.evenkeel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.report.CurveChart.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeCurveTest {
  private static final Axis X = Axis.logarithmic("", Unit.SECONDS, .001, 10);

  /** Three of 10 ms and one of a second. */
  private static TimeCurve curve() {
    TimeCounts times = new TimeCounts();
    for (long millis : new long[] {10, 10, 10, 1000}) {
      times.add(millis * 1_000_000);
    }
    return new TimeCurve("c", 1, times);
  }

  private static double at(List<Point> points, double seconds) {
    return points.stream().filter(point -> point.x() >= seconds).findFirst().orElseThrow().y();
  }

  @Test
  void ended_risesFromOneEndOfTheAxisToTheOther() {
    List<Point> points = curve().ended(X).points();
    assertThat(points.get(0)).isEqualTo(new Point(.001, 0));
    assertThat(at(points, .008)).isZero();
    assertThat(at(points, .011)).isEqualTo(.75);
    assertThat(at(points, .8)).isEqualTo(.75);
    assertThat(at(points, 1.1)).isEqualTo(1);
    assertThat(points.get(points.size() - 1).x()).isGreaterThan(9.99);
  }

  @Test
  void longer_fallsDownToWhatIsRarest() {
    List<Point> points = curve().longer(X, .25).points();
    assertThat(points.get(0)).isEqualTo(new Point(.001, 1));
    Point last = points.get(points.size() - 1);
    assertThat(last.y()).isEqualTo(.25);
    assertThat(last.x()).isBetween(.009, .012);
    assertThat(points.get(points.size() - 2).y()).isEqualTo(1);
    assertThat(at(curve().longer(X, .1).points(), .9)).isEqualTo(.25);
  }
}
