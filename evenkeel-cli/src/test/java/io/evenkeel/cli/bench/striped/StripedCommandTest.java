package io.evenkeel.cli.bench.striped;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.Machine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StripedCommandTest {
  /** None of these starts anything. */
  @ParameterizedTest
  @CsvSource({"rs-6-3-32m,0,3", "rs-6-3-32m,7,3", "rs-3-2-.*,3,2", ".*,5,4", "rs-6-3-32m,-1,3"})
  void countThatNoRowStops_isRefused(String rows, String stopped, int most) {
    StringWriter said = new StringWriter();
    CommandLine command = new CommandLine(new StripedCommand()).setErr(new PrintWriter(said));
    int code = command.execute("--rows", rows, "--stopped=1," + stopped);
    assertThat(code).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(said.toString()).contains("--stopped takes 1 to " + most).contains("got " + stopped);
  }

  @Test
  void table_saysWhatWasRead() {
    StripedResult healthy =
        new StripedResult("row", "healthy", "stock", List.of(5L), 1, 1, 1, false);
    StripedReport report = new StripedReport("bench", Machine.here(), List.of(healthy));
    assertThat(report.table())
        .contains(StripedBench.FILE_MIB + " MiB")
        .contains("128 KiB")
        .contains("after " + StripedBench.GIVE_UP_SECONDS + " s");
  }
}
