package io.evenkeel.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  @TempDir Path temporary;

  /** Whoever names a folder of theirs keeps what is in it. */
  @Test
  void folderOfSomethingElse_isRefused_andStays() throws IOException {
    Path mine = Files.createDirectory(temporary.resolve("mine"));
    Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rwx------"));
    Path thesis = Files.writeString(mine.resolve("thesis.tex"), "all of it");
    StateFolder folder = new StateFolder(mine);
    assertThatThrownBy(folder::makeFree)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no cluster's")
        .hasMessageContaining("EVENKEEL_STATE_FOLDER");
    assertThat(thesis).exists();
  }

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
