package io.evenkeel.hdfstest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./evenkeel} says and starts, in a folder where Maven and Java are scripts. */
final class LauncherTest {
  private static final String MODULES_ARE_BUILT =
      """
      for module in evenkeel-cli evenkeel-dist; do
        mkdir -p $module/target
        echo libraries.jar >$module/target/classpath
        : >$module/target/$module-1.jar
      done
      : >evenkeel-dist/target/evenkeel-hadoop-client-1.jar
      echo '[INFO] Building evenkeel-dist 1'\
      """;

  @TempDir private Path top;

  private record Run(int status, String output, String errors) {}

  @BeforeEach
  void copyLauncher() throws IOException {
    Files.copy(Path.of("..", "evenkeel").toRealPath(), top.resolve("evenkeel"));
    maven("echo Maven was started; exit 1");
    Files.createDirectory(top.resolve(".mvn"));
    Files.createFile(top.resolve("pom.xml"));
    Files.createDirectories(top.resolve("evenkeel-cli/src/main"));
    Files.createFile(top.resolve("evenkeel-cli/pom.xml"));
    Path jdk = Files.createDirectories(top.resolve("jdk").resolve("bin"));
    Files.writeString(top.resolve("jdk").resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    script(jdk.resolve("java"), "echo started \"$@\"");
    script(jdk.resolve("javac"), "exit 1");
    // It is there, so that nobody tries to install it.
    script(Files.createDirectories(top.resolve("bin")).resolve("shellcheck"), "exit 1");
  }

  private void maven(String script) throws IOException {
    script(top.resolve("mvnw"), script);
  }

  private static void script(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run evenkeel(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", top.resolve("evenkeel").toString()));
    command.addAll(List.of(arguments));
    Path output = top.resolve("output");
    Path errors = top.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().put("JAVA_HOME", top.resolve("jdk").toString());
    builder.environment().remove("EVENKEEL_JAVA_OPTS");
    builder.environment().merge("PATH", "", (path, none) -> top.resolve("bin") + ":" + path);
    int status = builder.start().waitFor();
    return new Run(
        status, Files.readString(output, UTF_8).strip(), Files.readString(errors, UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "-h", "help", "help help", "help --help", "--verbose help"})
  void firstScreen_namesTheCommands(String words) throws IOException, InterruptedException {
    Run run = evenkeel(words.isEmpty() ? new String[0] : words.split(" "));
    assertThat(run.status()).isZero();
    assertThat(run.output())
        .startsWith("Usage: ./evenkeel [--verbose] COMMAND")
        .contains("\n  manager ", "\n  filler ", "\n  test ", "\n  build ", "\n  jar ")
        .doesNotContain("Maven was started");
    assertThat(run.errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "test --help, Usage: ./evenkeel test",
    "help test, Usage: ./evenkeel test",
    "build --help, Usage: ./evenkeel [--verbose] build",
    "help build, Usage: ./evenkeel [--verbose] build",
    "jar --help, Usage: ./evenkeel [--verbose] jar",
    "help jar, Usage: ./evenkeel [--verbose] jar"
  })
  void helpOfTheLaunchersOwn_isHelpAndNothingElse(String words, String usage)
      throws IOException, InterruptedException {
    Run run = evenkeel(words.split(" "));
    assertThat(run.status()).isZero();
    assertThat(run.output()).startsWith(usage).doesNotContain("Maven was started", "tests passed");
    assertThat(run.errors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "help manager, io.evenkeel.server.ManagerMain --help",
    "help filler, io.evenkeel.hadoop.fill.FillerMain --help",
    "help cluster up, io.evenkeel.cli.EvenkeelCommand cluster up --help",
    "status --watch, io.evenkeel.cli.EvenkeelCommand status --watch",
    "--version, io.evenkeel.cli.EvenkeelCommand --version"
  })
  void commands_areBuiltAndStarted(String words, String started)
      throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    Run run = evenkeel(words.split(" "));
    assertThat(run.output()).startsWith("started ").endsWith(started);
    assertThat(run.errors()).contains("building", "built");
    assertThat(run.status()).isZero();
    Run again = evenkeel(words.split(" "));
    assertThat(again.output()).endsWith(started);
    assertThat(again.errors()).as("built once").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "help nonsense", "up,"})
  void unknownCommand_isToldBeforeAnythingIsBuilt(String words)
      throws IOException, InterruptedException {
    Run run = evenkeel(words.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.output()).isEmpty();
    assertThat(run.errors())
        .containsOnlyOnce("\n")
        .contains("unknown command", "./evenkeel --help")
        .doesNotContain("Maven was started");
  }

  @Test
  void jar_isBuiltAndItsPathIsAllThatIsPrinted() throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    Path jar = top.toRealPath().resolve("evenkeel-dist/target/evenkeel-hadoop-client-1.jar");
    Run run = evenkeel("jar");
    assertThat(run.output()).isEqualTo(jar.toString());
    assertThat(run.errors()).contains("building evenkeel-dist");
    assertThat(evenkeel("jar").errors()).as("built once").isEmpty();
    Files.delete(jar);
    assertThat(evenkeel("jar").output()).as("built again").isEqualTo(jar.toString());
    assertThat(jar).exists();
  }

  /** A build of another version removes nothing. */
  @Test
  void jarsThatWereMadeLast_areUsed() throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    evenkeel("status");
    evenkeel("jar");
    Path cli = top.toRealPath().resolve("evenkeel-cli/target");
    Path dist = top.toRealPath().resolve("evenkeel-dist/target");
    for (String version : new String[] {"0", "2"}) {
      Instant made = Instant.now().plusSeconds(version.equals("0") ? 60 : -60);
      for (Path jar :
          new Path[] {
            cli.resolve("evenkeel-cli-" + version + ".jar"),
            dist.resolve("evenkeel-hadoop-client-" + version + ".jar")
          }) {
        Files.setLastModifiedTime(Files.createFile(jar), FileTime.from(made));
      }
    }
    assertThat(evenkeel("status").output()).contains(cli + "/evenkeel-cli-0.jar:libraries.jar");
    assertThat(evenkeel("jar").output()).isEqualTo(dist + "/evenkeel-hadoop-client-0.jar");
    Files.delete(cli.resolve("evenkeel-cli-0.jar"));
    assertThat(evenkeel("status").output()).contains(cli + "/evenkeel-cli-1.jar:libraries.jar");
  }

  @Test
  void jar_takesNoArguments() throws IOException, InterruptedException {
    Run run = evenkeel("jar", "target");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors()).contains("jar takes no arguments", "target");
  }

  @Test
  void failedBuild_isAFailureThatSaysWhereItsOutputIs() throws IOException, InterruptedException {
    Run run = evenkeel("jar");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.output()).isEmpty();
    assertThat(run.errors()).contains("Maven was started", "the build failed", "build.log");
  }

  @Test
  void testsThatRan_areCounted() throws IOException, InterruptedException {
    maven(
        """
        echo '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in A'
        echo '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0'
        echo '[INFO] Tests run: 27, Failures: 0, Errors: 0, Skipped: 0'\
        """);
    Run run = evenkeel("test");
    assertThat(run.output()).endsWith("all 39 tests passed");
    assertThat(run.status()).isZero();
  }

  @Test
  void testsThatDidNotRun_areCountedToo() throws IOException, InterruptedException {
    maven(
        """
        echo '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0'
        echo '[WARNING] Tests run: 30, Failures: 0, Errors: 0, Skipped: 3'\
        """);
    Run run = evenkeel("test");
    assertThat(run.output()).endsWith("all 39 tests passed that ran, 3 did not run");
    assertThat(run.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "--verbose --version"})
  void noTest_isAFailure(String words) throws IOException, InterruptedException {
    maven("echo '[INFO] BUILD SUCCESS'");
    Run run = evenkeel(("test " + words).split(" "));
    assertThat(run.output()).doesNotContain("passed");
    assertThat(run.errors()).contains("no test ran");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void testThatFails_isAFailure() throws IOException, InterruptedException {
    maven("echo '[ERROR] Tests run: 12, Failures: 1, Errors: 0, Skipped: 0'; exit 1");
    Run run = evenkeel("test");
    assertThat(run.output()).doesNotContain("passed");
    assertThat(run.status()).isEqualTo(1);
  }
}
