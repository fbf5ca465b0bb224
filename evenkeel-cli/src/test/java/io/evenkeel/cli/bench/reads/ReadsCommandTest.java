package io.evenkeel.cli.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class ReadsCommandTest {
  private static ReadsOptions options(String... arguments) {
    ReadsCommand command = new ReadsCommand();
    new CommandLine(command).parseArgs(arguments);
    return command.options();
  }

  @Test
  void withoutOptions_allRowsOfBothRatesAndReplications() {
    ReadsOptions options = options();
    assertThat(options.ratesBytesPerSecond()).containsExactly(0L, 64L << 20);
    assertThat(options.replications()).containsExactly(1, 3);
    assertThat(options.pairsMax()).isEqualTo(200);
    assertThat(options.chosen(false)).hasSameSizeAs(ReadRows.of(false));
    assertThat(options.chosen(true)).hasSameSizeAs(ReadRows.of(true));
  }

  @Test
  void options_areUnderstood() {
    ReadsOptions options =
        options("--rate", "4g", "--replication", "3", "--rows", "pread-.*", "--quick");
    assertThat(options.ratesBytesPerSecond()).containsExactly(4L << 30);
    assertThat(options.replications()).containsExactly(3);
    assertThat(options.pairsMax()).isEqualTo(8);
    assertThat(options.chosen(false))
        .extracting(ReadRow::name)
        .containsExactly("pread-1m", "pread-64k");
    assertThat(options("--rate", "unlimited").ratesBytesPerSecond()).containsExactly(0L);
    options = options("--rows", "new-put.*");
    assertThat(options.chosen(false)).isEmpty();
    assertThat(options.chosenProcesses(false)).hasSize(1);
    assertThat(options.chosenProcesses(true)).isEmpty();
    assertThat(options.processRounds()).isEqualTo(11);
  }

  @Test
  void rowNames_areDifferent() {
    assertThat(ReadRows.of(true)).extracting(ReadRow::name).doesNotHaveDuplicates();
    assertThat(ReadRows.of(false)).extracting(ReadRow::name).doesNotHaveDuplicates();
  }

  @Test
  void whatCannotBeMeasured_isRefused() {
    assertThatThrownBy(() -> options("--rows", "("))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("regular expression");
    assertThatThrownBy(() -> options("--replication", "many")).hasMessageContaining("many");
    assertThatThrownBy(() -> options("--rate", "quick")).hasMessageContaining("quick");
    assertThatThrownBy(() -> options("--pairs-max", "0")).hasMessageContaining("2 to 1000");
    assertThatThrownBy(() -> options("--rows", "no-such", "--rate", "unlimited"))
        .hasMessageContaining("whole-16m-64k");
  }
}
