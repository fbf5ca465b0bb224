package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The launcher's first screen, by which it also knows what is a command. */
class FirstScreenTest {
  static Iterable<String> commands() {
    return EvenkeelCommand.commandLine().getSubcommands().keySet();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void firstScreen_namesTheCommand(String command) throws IOException {
    assertThat(Files.readString(Path.of("..", "evenkeel"))).contains("\n  " + command + " ");
  }
}
