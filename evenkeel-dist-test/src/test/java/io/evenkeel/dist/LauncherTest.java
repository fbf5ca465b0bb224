package io.evenkeel.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
        echo "$PWD/libraries.jar" >$module/target/classpath
        : >$module/target/$module-1.jar
      done
      : >libraries.jar
      : >evenkeel-dist/target/evenkeel-hadoop-client-1.jar
      echo '[INFO] Building evenkeel-dist 1'\
      """;

  /** What the launcher runs for "test", without what it may find installed beside them. */
  private static final List<String> TOOLS =
      List.of(
          "awk", "bash", "cat", "cut", "dirname", "flock", "grep", "mkdir", "sh", "tail", "tee",
          "timeout");

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
    // They are there, so that nobody tries to install them.
    Path tools = Files.createDirectories(top.resolve("bin"));
    for (String tool : List.of("shellcheck", "redis-check-rdb", "valkey-check-rdb")) {
      script(tools.resolve(tool), "exit 1");
    }
  }

  private void maven(String script) throws IOException {
    script(top.resolve("mvnw"), script);
  }

  private static void script(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run evenkeel(String... arguments) throws IOException, InterruptedException {
    return ended(launcher(arguments).start());
  }

  private Run ended(Process launcher) throws IOException, InterruptedException {
    int status = launcher.waitFor();
    return new Run(status, Files.readString(output(), UTF_8).strip(), errors());
  }

  private ProcessBuilder launcher(String... arguments) {
    List<String> command = new ArrayList<>(List.of("bash", top.resolve("evenkeel").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(output().toFile())
            .redirectError(top.resolve("errors").toFile());
    builder.environment().put("JAVA_HOME", top.resolve("jdk").toString());
    builder.environment().remove("EVENKEEL_JAVA_OPTS");
    builder.environment().merge("PATH", "", (path, none) -> top.resolve("bin") + ":" + path);
    return builder;
  }

  private Path output() {
    return top.resolve("output");
  }

  private String errors() throws IOException {
    return Files.readString(top.resolve("errors"), UTF_8);
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
    assertThat(run.output().lines()).allMatch(line -> line.length() <= 80);
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
  void misspeltCommand_isToldWhatIsLikeIt() throws IOException, InterruptedException {
    assertThat(evenkeel("stauts").errors()).contains("'stauts'; did you mean status?");
    for (String far : List.of("xyz", "stop", "delay", "up")) {
      assertThat(evenkeel(far).errors()).doesNotContain("did you mean");
    }
  }

  @Test
  void jar_isBuiltAndItsPathIsAllThatIsPrinted() throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    Path jar = top.toRealPath().resolve("evenkeel-dist/target/evenkeel-hadoop-client-1.jar");
    Run run = evenkeel("jar");
    assertThat(run.output()).isEqualTo(jar.toString());
    assertThat(run.errors())
        .contains("building", "built")
        .as("each module, where there is no terminal")
        .doesNotContain("building evenkeel-dist");
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
    Path libraries = top.toRealPath().resolve("libraries.jar");
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
    assertThat(evenkeel("status").output()).contains(cli + "/evenkeel-cli-0.jar:" + libraries);
    assertThat(evenkeel("jar").output()).isEqualTo(dist + "/evenkeel-hadoop-client-0.jar");
    Files.delete(cli.resolve("evenkeel-cli-0.jar"));
    assertThat(evenkeel("status").output()).contains(cli + "/evenkeel-cli-1.jar:" + libraries);
  }

  /** As after a clean of one module, or of Maven's repository. */
  @ParameterizedTest
  @ValueSource(strings = {"libraries.jar", "evenkeel-cli/target/evenkeel-cli-1.jar"})
  void whatIsMissingOfTheClassPath_isBuiltAgain(String file)
      throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    evenkeel("status");
    Files.delete(top.resolve(file));
    Run run = evenkeel("status");
    assertThat(run.errors()).contains("built");
    assertThat(run.output()).startsWith("started ");
    assertThat(top.resolve(file)).exists();
  }

  @Test
  void folderThatNoClassPathCanName_isRefused() throws IOException, InterruptedException {
    Path odd = Files.createDirectory(top.resolve("a:b"));
    Files.copy(top.resolve("evenkeel"), odd.resolve("evenkeel"));
    ProcessBuilder launcher = launcher("status");
    launcher.command("bash", odd.resolve("evenkeel").toString(), "status");
    Run run = ended(launcher.start());
    assertThat(run.errors()).containsOnlyOnce("\n").contains("a:b has a colon in its name");
    assertThat(run.status()).isEqualTo(2);
  }

  /** Git refuses its answers where the folder is another user's. */
  @Test
  void whoeverCalls_nothingIsBuiltTwice() throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    Files.createDirectories(top.resolve("evenkeel-cli/src/jobs/spark"));
    Files.createFile(top.resolve("evenkeel-cli/src/jobs/spark/pom.xml"));
    new ProcessBuilder("git", "init", "-q", top.toString()).start().waitFor();
    evenkeel("status");
    script(top.resolve("bin").resolve("git"), "exit 128");
    Path link = Files.createSymbolicLink(top.resolve("link"), top.resolve("jdk"));
    ProcessBuilder launcher = launcher("status");
    launcher.environment().put("JAVA_HOME", link.toString());
    Run run = ended(launcher.start());
    assertThat(run.output()).startsWith("started ");
    assertThat(run.errors()).isEmpty();
    Files.writeString(top.resolve("evenkeel-cli/src/main/New.java"), "class New {}");
    assertThat(evenkeel("status").errors()).as("changed").contains("built");
  }

  /** What root builds in the folder of another user, that user can neither replace nor remove. */
  @Test
  void buildOfAnotherUser_isUsedButNotReplaced() throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    evenkeel("status");
    assumeThat(isRoot()).as("only root can give folders to others").isTrue();
    Files.setAttribute(top.resolve("target/evenkeel"), "unix:uid", 12_345);
    assertThat(evenkeel("status").output()).startsWith("started ");
    Files.writeString(top.resolve("evenkeel-cli/src/main/New.java"), "class New {}");
    Run run = evenkeel("status");
    assertThat(run.errors()).containsOnlyOnce("\n").contains("run ./evenkeel as that user");
    assertThat(run.status()).isEqualTo(1);
  }

  /** Of whoever built, in a home that nobody else may look into, or no longer there. */
  @Test
  void librariesOfTheBuilder_areTakenIntoTheCheckout(@TempDir Path home) throws Exception {
    Files.writeString(home.resolve("library.jar"), "a library");
    maven(MODULES_ARE_BUILT.replace("$PWD/libraries.jar", home + "/library.jar:$PWD/own.jar"));
    Files.createFile(top.resolve("own.jar"));
    evenkeel("status");
    Files.writeString(top.resolve("evenkeel-cli/src/main/New.java"), "class New {}");
    assertThat(evenkeel("status").output()).as("built once more").startsWith("started ");
    Files.delete(home.resolve("library.jar"));
    String library = "evenkeel-cli/target/lib/library.jar";
    assertThat(evenkeel("status").output())
        .startsWith("started ")
        .contains(":" + top.resolve(library) + ":" + top.resolve("own.jar") + " ");
    assertThat(top.resolve(library)).hasContent("a library");
    assertThat(top.resolve("evenkeel-cli/target/classpath")).hasContent(library + ":own.jar");
  }

  private boolean isRoot() throws IOException {
    return Files.getAttribute(top, "unix:uid").equals(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jar", "test"})
  void secondBuild_saysWhatItWaitsFor(String command) throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT + "; echo '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0'");
    Path lock = Files.createDirectories(top.resolve("target/evenkeel")).resolve("lock");
    Process holder =
        new ProcessBuilder("flock", lock.toString(), "sh", "-c", "echo held; read word").start();
    try {
      assertThat(holder.inputReader(UTF_8).readLine()).isEqualTo("held");
      Process launcher = launcher(command).start();
      String waiting = "another build is running, waiting";
      while (!said().contains(waiting)) {
        assertThat(launcher.isAlive()).as("it waits").isTrue();
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertThat(said()).doesNotContain("building");
      holder.getOutputStream().close();
      assertThat(ended(launcher).status()).isZero();
      assertThat(said()).contains(command.equals("jar") ? "built" : "1 tests passed");
    } finally {
      holder.destroy();
      holder.waitFor();
    }
  }

  private String said() throws IOException {
    return Files.readString(output(), UTF_8) + errors();
  }

  /** Else the terminal's Ctrl-C does not reach it. */
  @Test
  void installationOfTools_isOfTheTerminalsProcessGroup() throws IOException, InterruptedException {
    maven("echo '[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0'");
    Path tools = Files.createDirectory(top.resolve("tools"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), onPath(tool));
    }
    script(tools.resolve("id"), "echo 0");
    script(tools.resolve("apt-get"), "cut -d ' ' -f 5 /proc/$$/stat >" + top.resolve("group"));
    ProcessBuilder launcher = launcher("test");
    launcher.environment().put("PATH", tools.toString());
    Run run = ended(launcher.start());
    assertThat(run.output())
        .contains("installing what the distribution has of: shellcheck")
        .contains("no shellcheck on PATH: the scripts are not checked")
        .contains("1 tests passed");
    assertThat(Files.readString(top.resolve("group")).strip())
        .isEqualTo(Files.readString(Path.of("/proc/self/stat")).split(" ")[4]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"build", "test"})
  void interruptedBuild_isToldAsStopped(String command) throws Exception {
    maven("touch started; exec sleep 600");
    ProcessBuilder launcher = launcher(command);
    launcher.command().add(0, "setsid");
    Process stopped = launcher.start();
    try {
      while (!Files.exists(top.resolve("started"))) {
        assertThat(stopped.isAlive()).as(said()).isTrue();
        TimeUnit.MILLISECONDS.sleep(10);
      }
      String group = "-" + stopped.pid();
      assertThat(new ProcessBuilder("bash", "-c", "kill -INT -- " + group).start().waitFor())
          .isZero();
      Run run = ended(stopped);
      assertThat(run.status()).isEqualTo(130);
      assertThat(run.errors()).contains("stopped").doesNotContain("failed");
    } finally {
      stopped.destroyForcibly();
    }
  }

  private static Path onPath(String tool) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
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

  @Test
  void testsThatPassedAtTheSecondTry_areCounted() throws IOException, InterruptedException {
    maven("echo '[WARNING] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1, Flakes: 1'");
    assertThat(evenkeel("test").output()).endsWith("all 11 tests passed that ran, 1 did not run");
  }

  /** As with {@code -fn}. */
  @Test
  void testsThatFailedAndMavenDidNot_areAFailure() throws IOException, InterruptedException {
    maven(
        """
        echo '[ERROR] Tests run: 9, Failures: 3, Errors: 0, Skipped: 0, Time elapsed: 1 s <<< FAILURE! -- in A'
        echo '[ERROR] Tests run: 12, Failures: 3, Errors: 2, Skipped: 1'
        echo '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0'\
        """);
    Run run = evenkeel("test", "-fn");
    assertThat(run.output()).doesNotContain("passed");
    assertThat(run.errors()).contains("5 tests failed, 10 passed");
    assertThat(run.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"build", "jar", "test", "filler"})
  void version_isTheProducts(String command) throws IOException, InterruptedException {
    maven(MODULES_ARE_BUILT);
    for (String option : List.of("--version", "-V")) {
      assertThat(evenkeel(command, option).output())
          .endsWith("io.evenkeel.cli.EvenkeelCommand --version");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-DskipTests", "--verbose -DskipTests"})
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
