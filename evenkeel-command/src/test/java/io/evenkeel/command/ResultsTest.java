package io.evenkeel.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  @TempDir private Path folder;

  /** As a program has it, whose stdout is a full disk or a pipe that nobody reads. */
  private static PrintWriter stdoutThatTakes(int bytes) {
    OutputStream full =
        new OutputStream() {
          private int left = bytes;

          @Override
          public void write(int b) throws IOException {
            if (left-- <= 0) {
              throw new IOException("full");
            }
          }
        };
    return new PrintWriter(new PrintStream(full, true, UTF_8), true, UTF_8);
  }

  @Test
  void stdoutThatCannotBeWritten_isAnError() throws IOException {
    Results json = new Results(stdoutThatTakes(0), true, Optional.empty());
    assertThatThrownBy(() -> json.give(() -> "{}"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("stdout cannot be written");
    Results text = new Results(stdoutThatTakes(3), false, Optional.empty());
    text.write("a\n", () -> "{}");
    text.say("more\n");
    assertThatThrownBy(() -> text.write("b\n", () -> "{}"))
        .hasMessageStartingWith("stdout cannot be written");
  }

  @Test
  void fileIsWritten_whateverStdoutIs() throws IOException {
    Path file = folder.resolve("result.json");
    Results both = new Results(stdoutThatTakes(0), false, OutputFile.of("--json", file));
    assertThatThrownBy(() -> both.write("a", () -> "{}"))
        .hasMessageStartingWith("stdout cannot be written");
    assertThat(file).hasContent("{}");
  }
}
