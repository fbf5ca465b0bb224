package io.evenkeel.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** None of these starts anything. */
class BenchCommandTest {
  private final StringWriter said = new StringWriter();

  private int bench(String... arguments) {
    return new CommandLine(new BenchCommand())
        .setErr(new PrintWriter(said, true))
        .execute(arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "large,--runs,0",
    "write,--runs,1001",
    "straggler,--runs,-1",
    "restart,--runs,0",
    "healthy,--minutes,0",
    "coding,--runs,1001"
  })
  void countThatCannotBe_isRefused(String what, String option, String count) {
    assertThat(bench(what, option + "=" + count)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(said.toString()).contains(option + " takes 1 to 1000", "got " + count);
  }

  @Test
  void nothingToMeasure_isAskedFor_withAllThereIs() {
    assertThat(bench()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(said.toString())
        .contains("measure WHAT? ")
        .contains("manager", "coding", "reads", "striped", "direct", "jobs");
  }
}
