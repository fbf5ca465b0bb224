package io.evenkeel.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.store.Answer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);

  private String shown() {
    return shown.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whereThereIsNoTerminal_nothingIsSaid() {
    try (ProgressLine line = new ProgressLine(out, false)) {
      line.say("reading");
    }
    assertThat(shown()).isEmpty();
  }

  @Test
  void whatIsDoneAtOnce_isNotShown() {
    try (ProgressLine line = new ProgressLine(out, true)) {
      line.say("reading");
    }
    assertThat(shown()).isEmpty();
  }

  @Test
  void whatTakesLong_isShownWithItsSeconds_andGoneAtTheEnd() {
    try (ProgressLine line = new ProgressLine(out, true)) {
      line.say("x".repeat(100));
      Answer.until("it tells the seconds", () -> shown().contains("xxx ... 2 s"));
      line.say("writing");
      assertThat(shown()).contains("\rwriting ...");
    }
    String[] painted = shown().split("\r", -1);
    assertThat(painted).allMatch(each -> each.length() <= 78);
    assertThat(painted[painted.length - 2]).isBlank().hasSize(78);
    assertThat(painted[painted.length - 1]).isEmpty();
  }

  @Test
  void afterItsEnd_nothingIsShown() {
    ProgressLine line = new ProgressLine(out, true);
    line.close();
    line.say("reading");
    assertThat(shown()).isEmpty();
  }
}
