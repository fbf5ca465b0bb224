package io.evenkeel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void linear_endsAtARoundTickAboveWhatIsShown() {
    Axis axis = Axis.linear("", Unit.SECONDS, .83);
    assertThat(axis.most()).isEqualTo(1.0);
    assertThat(axis.ticks().stream().map(Unit.SECONDS::text))
        .containsExactly("0 s", "200 ms", "400 ms", "600 ms", "800 ms", "1 s");
    assertThat(axis.place(.25)).isEqualTo(.25);
  }

  @Test
  void logarithmic_hasTicksInBetweenWhereThereIsRoom() {
    Axis few = Axis.logarithmic("", Unit.SECONDS, .001, 1);
    assertThat(few.ticks().stream().map(Unit.SECONDS::text))
        .containsExactly(
            "1 ms", "2 ms", "5 ms", "10 ms", "20 ms", "50 ms", "100 ms", "200 ms", "500 ms", "1 s");
    Axis many = Axis.logarithmic("", Unit.COUNT, 1, 20_000);
    assertThat(many.ticks().stream().map(Unit.COUNT::text))
        .containsExactly("1", "10", "100", "1,000", "10,000");
    assertThat(few.place(.0316227766)).isCloseTo(.5, Offset.offset(1e-6));
  }

  @Test
  void logarithmicAround_hasRoundEnds_outsideOfWhatIsShown() {
    assertThat(ends(.03, .7)).containsExactly(.02, 1);
    assertThat(ends(3, 3)).containsExactly(2, 5);
    assertThat(ends(1, 1)).as("a curve at an end is not seen").containsExactly(.5, 2);
    assertThat(ends(.0022, 4.9)).containsExactly(.002, 10);
    assertThat(ends(6, 60)).containsExactly(5, 100);
  }

  private static double[] ends(double least, double most) {
    Axis axis = Axis.logarithmicAround("", Unit.SECONDS, least, most);
    return new double[] {axis.least(), axis.most()};
  }

  @Test
  void whatIsOutside_isAtAnEnd() {
    Axis axis = Axis.logarithmic("", Unit.SECONDS, .001, 1);
    assertThat(axis.place(0)).isZero();
    assertThat(axis.place(9)).isEqualTo(1);
  }

  @Test
  void axesOfNoLength_orByRatiosFromNothing_areErrors() {
    assertThatThrownBy(() -> new Axis("", Unit.COUNT, 2, 2, false))
        .hasMessageContaining("from 2.0 to 2.0");
    assertThatThrownBy(() -> Axis.logarithmic("", Unit.COUNT, 0, 1)).hasMessageContaining("ratios");
  }

  @Test
  void numbers_haveThreeDigitsAtMost() {
    assertThat(Unit.SECONDS.text(.0123456)).isEqualTo("12.3 ms");
    assertThat(Unit.SECONDS.text(1.23456)).isEqualTo("1.23 s");
    assertThat(Unit.SHARE.text(.2)).isEqualTo("20 %");
    assertThat(Unit.COUNT.text(1.0456)).isEqualTo("1.05");
    assertThat(Unit.COUNT.text(0)).isEqualTo("0");
    assertThat(Unit.BYTES.text(0)).isEqualTo("0 bytes");
    assertThat(Unit.BYTES.text(1023)).isEqualTo("1023 bytes");
    assertThat(Unit.BYTES.text(1.5 * (1 << 20))).isEqualTo("1.5 MiB");
  }
}
