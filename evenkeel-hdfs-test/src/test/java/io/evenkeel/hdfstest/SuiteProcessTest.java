package io.evenkeel.hdfstest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.hdfstest.example.Dies;
import io.evenkeel.hdfstest.example.Hangs;
import io.evenkeel.hdfstest.example.Passes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of small test classes: each leaves a result, however it ends. */
final class SuiteProcessTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofSeconds(5);

  @TempDir private Path state;
  private SuiteFolders folders;

  @BeforeEach
  void setFolders() {
    String ofThisProcess = System.getProperty("java.class.path");
    String classPath = System.getProperty("surefire.test.class.path", ofThisProcess);
    folders = new SuiteFolders(Path.of("").toAbsolutePath(), state, classPath, "1");
  }

  private ClassResult run(Class<?> tests, Duration limit) throws IOException, InterruptedException {
    ClassResult result = new SuiteProcess(folders, limit).run(tests.getName(), Side.EVENKEEL);
    assertThat(ClassResult.read(folders.result(tests.getName(), Side.EVENKEEL))).isEqualTo(result);
    assertThat(folders.work()).doesNotExist();
    return result;
  }

  @Test
  void aClass_hasAResultForEachTest() throws IOException, InterruptedException {
    ClassResult result = run(Passes.class, LONG);
    assertThat(result.passes("passes")).isTrue();
    assertThat(result.outcomes().get("isSkipped").state()).isEqualTo(Outcome.State.SKIPPED);
    assertThat(result.tests()).isEqualTo(1);
    assertThat(folders.log(Passes.class.getName(), Side.EVENKEEL)).doesNotExist();
  }

  @Test
  void aClassThatHangs_failsAtItsLimit_withTheStacksOfItsThreads()
      throws IOException, InterruptedException {
    ClassResult result = run(Hangs.class, SHORT);
    assertThat(result.outcomes().get("hangs").reason()).isEqualTo("it took longer than 5 s");
    assertThat(Files.readString(folders.log(Hangs.class.getName(), Side.EVENKEEL)))
        .contains("Full thread dump", "Hangs.hangs");
  }

  /** It is run again, then, and is no failure. */
  @Test
  void aClassThatIsStopped_hasNoResult() throws Exception {
    SuiteProcess process = new SuiteProcess(folders, LONG);
    FutureTask<ClassResult> run =
        new FutureTask<>(() -> process.run(Hangs.class.getName(), Side.EVENKEEL));
    Thread running = new Thread(run, "suite");
    running.setDaemon(true);
    running.start();
    try {
      Path begun = folders.work().resolve("result");
      while (!Files.exists(begun) || Files.readString(begun).isEmpty()) {
        assertThat(run.isDone()).isFalse();
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } finally {
      process.stop();
    }
    assertThat(process.stop()).isEqualTo("the results so far are kept");
    assertThatThrownBy(run::get).hasCauseInstanceOf(InterruptedException.class);
    assertThat(folders.result(Hangs.class.getName(), Side.EVENKEEL)).doesNotExist();
    assertThat(folders.work()).doesNotExist();
  }

  @Test
  void aClassThatEndsItsProcess_fails() throws IOException, InterruptedException {
    ClassResult result = run(Dies.class, LONG);
    assertThat(result.failures().stream().map(Outcome::test))
        .containsExactly("dies", "(the class)");
    assertThat(result.failures().get(0).reason()).isEqualTo("its process ended with status 3");
  }
}
