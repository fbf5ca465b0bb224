package io.evenkeel.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTextTest {
  @Test
  void linesThatFit_areLeftAsTheyAre() {
    String table = "name      1.00     2.00\n\n" + "x".repeat(WrappedText.COLUMNS) + "\n";
    assertThat(WrappedText.text(table)).isEqualTo(table);
  }

  @Test
  void longLines_areBrokenBetweenWords() {
    assertThat(WrappedText.lines("  a: ", "     ", "one two three", 13))
        .containsExactly("  a: one two", "     three");
    assertThat(WrappedText.lines("", "    ", "cached  one, two", 12))
        .as("columns of a line stay")
        .containsExactly("cached  one,", "    two");
    assertThat(WrappedText.lines("", "", "  one two", 7)).containsExactly("  one", "    two");
  }

  /** What others say must not become a row for each of their words. */
  @Test
  void whatIsIndentedFar_isNotWiderThanTheColumns() {
    assertThat(WrappedText.lines("", "", " ".repeat(1 << 20) + "a ".repeat(1000), 80))
        .hasSizeLessThan(100)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }
}
