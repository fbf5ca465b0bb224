package io.evenkeel.client.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillSwitchTest {
  private static final long OFTEN_NANOS = Duration.ofMillis(5).toNanos();

  @TempDir Path folder;

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("evenkeel-switch"))
        .count();
  }

  @Test
  void wordInTheFile_isSeenAtStartAndWhileRunning() throws Exception {
    Path file = folder.resolve("switch");
    Files.writeString(file, " OFF\n");
    try (KillSwitch killSwitch = new KillSwitch(true, file.toString(), OFTEN_NANOS)) {
      assertThat(killSwitch.isOn()).isFalse();
      Files.delete(file);
      Await.until(killSwitch::isOn);
      Files.writeString(file, "off");
      Await.until(() -> !killSwitch.isOn());
    }
    Await.until(() -> threads() == 0);
  }

  @Test
  void withoutAFile_thereIsNoThread() {
    try (KillSwitch killSwitch = new KillSwitch(true, "", OFTEN_NANOS)) {
      assertThat(killSwitch.isOn()).isTrue();
      assertThat(threads()).isZero();
    }
  }

  @Test
  void fileThatHangs_keepsNobodyWaitingForLong() throws Exception {
    // To open a pipe that nobody writes to hangs, as a file on a dead server does.
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    KillSwitch killSwitch = new KillSwitch(true, pipe.toString(), OFTEN_NANOS);
    assertThat(killSwitch.isOn()).isTrue();
    killSwitch.close();
    release(pipe);
    Await.until(() -> threads() == 0);
  }

  private static void release(Path pipe) throws IOException {
    Files.writeString(pipe, "on");
  }
}
