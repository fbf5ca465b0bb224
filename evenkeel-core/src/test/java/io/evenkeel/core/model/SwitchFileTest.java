package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchFileTest {
  @TempDir private Path folder;
  private final List<String> log = new ArrayList<>();

  private boolean look(SwitchFile file) {
    file.look();
    return file.isOn();
  }

  @Test
  void word_isSeenAtEachLook_andItsChangeIsTold() throws IOException {
    Path path = folder.resolve("switch");
    SwitchFile file = new SwitchFile(path, "All", log::add);
    assertThat(look(file)).as("there is no such file").isTrue();
    Files.writeString(path, "off");
    assertThat(file.isOn()).as("before the next look").isTrue();
    assertThat(look(file)).isFalse();
    assertThat(look(file)).isFalse();
    Files.delete(path);
    assertThat(look(file)).isTrue();
    assertThat(log)
        .containsExactly(
            "All is off by the switch file " + path, "All is on again by the switch file " + path);
  }

  @Test
  void whatIsNoWord_isOn_andToldOnce() throws IOException {
    Path path = Files.writeString(folder.resolve("switch"), "of");
    SwitchFile file = new SwitchFile(path, "All", log::add);
    assertThat(look(file)).isTrue();
    assertThat(look(file)).isTrue();
    assertThat(log).singleElement().asString().contains("neither on nor off", path.toString());
  }

  /** As of a file server that is gone: what was switched off does not come on by itself. */
  @Test
  void fileThatCannotBeRead_changesNothing_andIsToldOnce() throws IOException {
    Path mount = Files.createDirectory(folder.resolve("mount"));
    Path path = Files.writeString(mount.resolve("switch"), "off");
    SwitchFile file = new SwitchFile(path, "All", log::add);
    assertThat(look(file)).isFalse();
    log.clear();
    Path away = Files.move(mount, folder.resolve("away"));
    Files.createFile(mount);
    assertThat(look(file)).isFalse();
    assertThat(look(file)).isFalse();
    assertThat(log).singleElement().asString().contains("cannot be read", "stays off");
    Files.delete(mount);
    Files.writeString(away.resolve("switch"), "on");
    Files.move(away, mount);
    assertThat(look(file)).isTrue();
  }
}
