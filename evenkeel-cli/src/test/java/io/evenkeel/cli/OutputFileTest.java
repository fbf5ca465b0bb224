package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir private Path folder;

  @Test
  void trying_leavesAllAsItWas() throws IOException {
    Path none = folder.resolve("new");
    OutputFile output = OutputFile.of("--json", none).orElseThrow();
    assertThat(none).doesNotExist();
    output.write("all");
    assertThat(none).hasContent("all");
    OutputFile.of("--json", none);
    assertThat(none).hasContent("all");
    assertThat(OutputFile.of("--json", null)).isEmpty();
  }

  @Test
  void whereNothingCanBeWritten_isNamedWithWhy() {
    assertThatThrownBy(() -> OutputFile.of("--json", Path.of("")))
        .isInstanceOf(IOException.class)
        .hasMessage("--json: cannot write to '': the path is empty; name a file");
    assertThatThrownBy(() -> OutputFile.of("--json", folder))
        .hasMessage(
            "--json: cannot write to '" + folder + "': it is a directory; name a file in it");
    Path lost = folder.resolve("none").resolve("file");
    assertThatThrownBy(() -> OutputFile.of("--html", lost))
        .hasMessage(
            "--html: cannot write to '" + lost + "': there is no folder " + lost.getParent());
  }

  @Test
  void fullDisk_isNamed() throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    OutputFile output = OutputFile.of("--json", full).orElseThrow();
    assertThatThrownBy(() -> output.write("all"))
        .hasMessage("--json: cannot write to '/dev/full': No space left on device");
  }
}
