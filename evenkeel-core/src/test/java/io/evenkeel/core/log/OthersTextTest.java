package io.evenkeel.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OthersTextTest {
  @Test
  void oneLine_hasNothingThatALogOrATerminalObeys() {
    assertThat(OthersText.oneLine("a\nb\r\tc\u001b[2J\u202e d\u0000\u2028"))
        .isEqualTo("a?b??c?[2J? d??");
  }

  @Test
  void oneLine_leavesOtherTextAlone() {
    assertThat(OthersText.oneLine("/daten/übersicht 2026.parquet", 100))
        .isEqualTo("/daten/übersicht 2026.parquet");
  }

  @Test
  void oneLine_cutsWhatIsLonger_andShowsIt() {
    assertThat(OthersText.oneLine("abcde", 5)).isEqualTo("abcde");
    assertThat(OthersText.oneLine("abcde\n", 5)).isEqualTo("abcde...");
  }
}
