package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StateFolderTest {
  /** A cluster is not begun where it could not be asked. */
  @Test
  void nameThatNoSocketCanHave_isRefusedBeforeAnythingStarts() {
    StateFolder folder = new StateFolder(Path.of("/tmp", "n".repeat(120)));
    assertThatThrownBy(folder::makeFree)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too long a name for a socket")
        .hasMessageContaining("EVENKEEL_STATE_FOLDER");
    assertThatThrownBy(() -> ControlClient.ask(folder, "status"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too long a name for a socket");
  }
}
