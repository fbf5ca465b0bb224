package io.evenkeel.hdfstest;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.ShortErrors;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class HdfsSuitesTest {
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return ShortErrors.in(new CommandLine(new HdfsSuites()))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** All classes would run, for two hours, and the result would be a file of its name. */
  @Test
  void aClassWhereAFileIsMeant_isMisuse() {
    assertThat(run("--json", "TestDFSShell")).isEqualTo(2);
    assertThat(err.toString()).contains("--json takes a file, got the class TestDFSShell");
  }

  @Test
  void numbersOutOfTheirBounds_areMisuse() {
    assertThat(run("--minutes", "0")).isEqualTo(2);
    assertThat(run("--class-minutes", "100000")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--minutes takes 1 to 1440, got 0")
        .contains("--class-minutes takes 1 to 1440, got 100000");
  }

  @Test
  void unknownClasses_areMisuse() {
    assertThat(run("TestNothing")).isEqualTo(2);
    assertThat(err.toString()).contains("TestNothing is not in the list of classes");
  }
}
