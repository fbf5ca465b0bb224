package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.store.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientSwitchTest {
  private static final long OFTEN_NANOS = Duration.ofMillis(5).toNanos();

  @TempDir private Path folder;

  @Test
  void file_isLookedAtAgainAndAgain() throws Exception {
    Path file = folder.resolve("switch");
    try (ClientSwitch all = new ClientSwitch(true, file.toString(), OFTEN_NANOS)) {
      assertThat(all.isOn()).isTrue();
      Files.writeString(file, "off");
      Answer.until("clients are told to be off", () -> !all.isOn());
      Files.delete(file);
      Answer.until("they are told to be on again", all::isOn);
    }
  }

  /** As of a file server that is gone: what was switched off does not come on by itself. */
  @Test
  void fileThatCannotBeLookedFor_changesNothing() throws Exception {
    Path mount = Files.createDirectory(folder.resolve("mount"));
    Path file = Files.writeString(mount.resolve("switch"), "off");
    try (ClientSwitch all = new ClientSwitch(true, file.toString(), OFTEN_NANOS)) {
      Answer.until("clients are told to be off", () -> !all.isOn());
      Path away = Files.move(mount, folder.resolve("away"));
      Files.createFile(mount);
      long looksBefore = all.looks();
      Answer.until("it was looked for", () -> all.looks() > looksBefore + 1);
      assertThat(all.isOn()).isFalse();
      Files.delete(mount);
      Files.writeString(away.resolve("switch"), "on");
      Files.move(away, mount);
      Answer.until("they are told to be on again", all::isOn);
    }
  }

  @Test
  void whoWasStartedOff_staysOff() throws Exception {
    Path file = Files.writeString(folder.resolve("switch"), "on");
    try (ClientSwitch all = new ClientSwitch(false, file.toString(), OFTEN_NANOS);
        ClientSwitch other = new ClientSwitch(true, file.toString(), OFTEN_NANOS)) {
      for (String word : List.of("off", "on", "off", "on")) {
        Files.writeString(file, word);
        Answer.until("others are told", () -> other.isOn() == word.equals("on"));
        assertThat(all.isOn()).isFalse();
      }
    }
  }
}
