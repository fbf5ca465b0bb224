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
      try (ClientSwitch other = new ClientSwitch(true, file.toString())) {
        assertThat(other.isOn()).as("from its start").isFalse();
      }
      Answer.until("clients are told to be off", () -> !all.isOn());
      Files.delete(file);
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
