package io.evenkeel.cli.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.process.Janitor;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {
  @TempDir private Path folder;

  /** Sleeps longer than any test. */
  static final class Sleeper {
    private Sleeper() {}

    public static void main(String[] arguments) throws InterruptedException {
      System.out.println("awake");
      TimeUnit.HOURS.sleep(1);
    }
  }

  private static long sleepers() {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains(Sleeper.class.getName()))
        .count();
  }

  /** As a signal to this process alone does, of which its child hears nothing. */
  @Test
  void child_endsWithWhatStartedIt() throws Exception {
    Installation own = new Installation("own", List.of(System.getProperty("java.class.path")));
    Path out = folder.resolve("out");
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    Thread runs =
        new Thread(
            () -> {
              try {
                ChildJvm.run(own, folder, out, List.of(), Sleeper.class.getName(), List.of());
                ended.complete(null);
              } catch (IOException | InterruptedException e) {
                ended.complete(e);
              }
            });
    runs.start();
    Answer.until("it runs", () -> out.toFile().length() > 0);
    assertThat(sleepers()).isOne();
    Janitor.closeAll();
    assertThat(sleepers()).isZero();
    assertThat(ended.get(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS))
        .hasMessageContaining("ended with 137");
  }
}
