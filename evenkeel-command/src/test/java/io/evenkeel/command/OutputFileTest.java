package io.evenkeel.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

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
  void stdout_isNoFile() {
    assertThatThrownBy(() -> OutputFile.of("--html", Path.of("-")))
        .hasMessage(
            "--html: cannot write to '-': it takes a file, not stdout; ./- is one of that name");
  }

  /** By whatever name. */
  @Test
  void oneFile_isNotWrittenTwice() throws IOException {
    Path file = Files.createFile(folder.resolve("one"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    CommandLine command = new CommandLine(CommandLine.Model.CommandSpec.create());
    Map<String, Path> named = new LinkedHashMap<>();
    named.put("--json", file);
    named.put("--csv", null);
    named.put("--html", folder.resolve("other"));
    OutputFile.requireOwn(command, named);
    for (Path same : List.of(file, link, folder.resolve(".").resolve("one"))) {
      named.put("--html", same);
      assertThatThrownBy(() -> OutputFile.requireOwn(command, named))
          .isInstanceOf(ParameterException.class)
          .hasMessage("--html takes a file of its own, got " + same + ", which is that of --json");
    }
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
