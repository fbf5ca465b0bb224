package io.evenkeel.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.sim.scenario.Keys.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioTest {
  @Test
  void lines_setKeys_theOthersAreAsUsual(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("small.scenario");
    Files.writeString(
        file,
        """
        # a comment
        reads = 1e6           # another
        node.rate = 1.5 MB/s

        layout = Replicated
        read.bytes = lognormal 64 KiB 0.7
        """);
    Scenario scenario = Scenario.read(file);
    assertThat(scenario.name()).isEqualTo("small.scenario");
    assertThat(scenario.get(Keys.READS)).isEqualTo(1_000_000);
    assertThat(scenario.get(Keys.NODE_RATE)).isEqualTo(1.5e6);
    assertThat(scenario.get(Keys.LAYOUT)).isEqualTo(Layout.REPLICATED);
    assertThat(scenario.get(Keys.READ_BYTES).toString()).isEqualTo("lognormal 65536.0 0.7");
    assertThat(scenario.get(Keys.OPEN_TIME)).isEqualTo(500_000);
    assertThat(scenario.get(Keys.LINK_RATE)).isZero();
    assertThat(scenario.with("reads", "5").get(Keys.READS)).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node.rat = 1 MB/s   | scenario, line 1: there is no key 'node.rat'; did you mean"
            + " 'node.rate'?",
        "Stragler.nodes = 1  | did you mean 'straggler.nodes'?",
        "read.byte = 1       | did you mean 'read.bytes'?",
        "reads               | scenario, line 1: is no 'key = value': reads",
        "reads = some        | scenario, reads: 'some' is no number",
        "reads = 1.5         | scenario, reads: must be a whole number >= 0, got 1.5",
        "node.rate = 5 MB    | scenario, node.rate: '5 MB' is no rate; say 64 MiB/s, or none",
        "cell.bytes = 1 mib  | scenario, cell.bytes: '1 mib' is no amount with one of the units",
        "layout = tape       | scenario, layout: 'tape' is none of [striped, replicated]",
        "code = rs           | scenario, code: no code 'rs'",
        "node.noise = loud 1 | scenario, node.noise: no law 'loud 1'"
      })
  void whatIsWrong_isSaid_withWhatMayBe(String line, String message) {
    assertThatThrownBy(() -> Scenario.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void keySetTwice_isAnError() {
    assertThatThrownBy(() -> Scenario.parse("reads = 1\nreads = 2"))
        .hasMessage("scenario, line 2: the key 'reads' was set before");
  }

  @Test
  void document_namesEveryKeyAndItsDefault() {
    assertThat(Scenario.document())
        .contains("| `cell.bytes` | `1 MiB` |")
        .contains("| `trace` |  |");
    assertThat(Scenario.document().lines()).hasSize(2 + Keys.all().size());
  }
}
