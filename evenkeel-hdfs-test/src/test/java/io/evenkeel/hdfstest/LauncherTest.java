package io.evenkeel.hdfstest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./evenkeel test} and {@code build} say, in a folder where Maven is a script. */
final class LauncherTest {
  @TempDir private Path top;

  private record Run(int status, String output) {}

  @BeforeEach
  void copyLauncher() throws IOException {
    Files.copy(Path.of("..", "evenkeel").toRealPath(), top.resolve("evenkeel"));
    maven("echo Maven was started; exit 1");
  }

  private void maven(String script) throws IOException {
    Path wrapper = top.resolve("mvnw");
    Files.writeString(wrapper, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run evenkeel(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", top.resolve("evenkeel").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Run(process.waitFor(), output);
  }

  @Test
  void testHelp_isHelpAndNoTest() throws IOException, InterruptedException {
    Run run = evenkeel("test", "--help");
    assertThat(run.status()).isZero();
    assertThat(run.output())
        .startsWith("Usage: ./evenkeel test")
        .contains("--hdfs")
        .doesNotContain("passed", "Maven was started");
  }

  @Test
  void buildHelp_isHelpAndNoBuild() throws IOException, InterruptedException {
    Run run = evenkeel("build", "--help");
    assertThat(run.status()).isZero();
    assertThat(run.output())
        .startsWith("Usage: ./evenkeel [--verbose] build")
        .doesNotContain("Maven was started");
  }

  @Test
  void testsThatRan_areCounted() throws IOException, InterruptedException {
    maven(
        """
        echo '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in A'
        echo '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0'
        echo '[WARNING] Tests run: 30, Failures: 0, Errors: 0, Skipped: 3'\
        """);
    Run run = evenkeel("test");
    assertThat(run.output()).contains("all 39 tests passed");
    assertThat(run.status()).isZero();
  }

  @Test
  void noTest_isAFailure() throws IOException, InterruptedException {
    maven("echo '[INFO] BUILD SUCCESS'");
    Run run = evenkeel("test", "--version");
    assertThat(run.output()).contains("no test ran").doesNotContain("passed");
    assertThat(run.status()).isEqualTo(1);
  }
}
