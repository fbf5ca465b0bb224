package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
  @TempDir private Path folder;

  /** With the writer that commands really have. */
  @Test
  void fullDiskOfAProcess_isItsFailure() throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EvenkeelCommand.class.getName(),
                "analyze",
                "--json")
            .redirectOutput(full.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(errors)).contains("evenkeel: stdout cannot be written");
  }
}
