package io.evenkeel.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTextTest {
  @Test
  void whatAShellWouldTakeOtherwise_isQuoted() {
    assertThat(CommandText.of(List.of("bench", "jobs", "--runs", "3", "--json=/tmp/a.json")))
        .isEqualTo("./evenkeel bench jobs --runs 3 --json=/tmp/a.json");
    assertThat(CommandText.of(List.of("--rows", "(tera|dfsio).*", "", "it's")))
        .isEqualTo("./evenkeel --rows '(tera|dfsio).*' '' 'it'\\''s'");
  }
}
