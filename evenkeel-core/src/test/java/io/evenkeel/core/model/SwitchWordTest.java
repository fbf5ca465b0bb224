package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchWordTest {
  @TempDir private Path folder;

  private SwitchWord of(String content) throws IOException {
    return SwitchWord.in(Files.writeString(folder.resolve("switch"), content));
  }

  @Test
  void words() throws IOException {
    assertThat(of(" OFF\n")).isEqualTo(SwitchWord.OFF);
    assertThat(of("on")).isEqualTo(SwitchWord.ON);
    assertThat(of("")).isEqualTo(SwitchWord.ON);
    assertThat(of("of")).isEqualTo(SwitchWord.NEITHER);
    assertThat(of("off" + " ".repeat(61))).isEqualTo(SwitchWord.OFF);
    assertThat(of("off" + " ".repeat(62))).isEqualTo(SwitchWord.NEITHER);
  }

  @Test
  void noFile_andNoFolder_areOn() throws IOException {
    assertThat(SwitchWord.in(folder.resolve("none"))).isEqualTo(SwitchWord.ON);
    assertThat(SwitchWord.in(folder.resolve("none/switch"))).isEqualTo(SwitchWord.ON);
  }

  /** As of a folder that this user may not look into, which root may. */
  @Test
  void fileThatCannotBeLookedFor_saysNothing() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> SwitchWord.in(file.resolve("switch"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> SwitchWord.in(folder)).isInstanceOf(IOException.class);
  }
}
