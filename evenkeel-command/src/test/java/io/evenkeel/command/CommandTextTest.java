package io.evenkeel.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTextTest {
  @Test
  void whatAShellWouldTakeOtherwise_isQuoted() {
    assertThat(
            CommandText.of(
                "evenkeel", List.of("bench", "jobs", "--runs", "3", "--json=/tmp/a.json")))
        .isEqualTo("./evenkeel bench jobs --runs 3 --json=/tmp/a.json");
    assertThat(
            CommandText.of("evenkeel test --hdfs", List.of("--rows", "(tera|dfsio).*", "", "it's")))
        .isEqualTo("./evenkeel test --hdfs --rows '(tera|dfsio).*' '' 'it'\\''s'");
  }
}
