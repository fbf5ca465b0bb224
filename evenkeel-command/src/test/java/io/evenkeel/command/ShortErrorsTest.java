package io.evenkeel.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class ShortErrorsTest {
  @Command(name = "evenkeel")
  private record Throwing(Exception failure) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      throw failure;
    }
  }

  private static int status(Exception failure) {
    StringWriter said = new StringWriter();
    CommandLine command = ShortErrors.in(new CommandLine(new Throwing(failure)));
    int status = command.setErr(new PrintWriter(said)).execute();
    assertThat(said.toString()).startsWith("evenkeel: ").containsOnlyOnce("\n");
    return status;
  }

  @Command(name = "evenkeel")
  private static final class Numbers implements Callable<Double> {
    @Option(names = "--runs", required = true, paramLabel = "N")
    private int runs;

    @Parameters(paramLabel = "FACTOR")
    private double factor;

    @Override
    public Double call() {
      return runs * factor;
    }
  }

  private static String said(String... arguments) {
    StringWriter said = new StringWriter();
    CommandLine command = ShortErrors.in(new CommandLine(new Numbers()));
    assertThat(command.setErr(new PrintWriter(said)).execute(arguments)).isEqualTo(2);
    return said.toString().lines().findFirst().orElseThrow();
  }

  @Test
  void misuse_isSaidWithoutTheLibrarysPlacesAndTypes() {
    assertThat(said("--runs=3", "abc")).isEqualTo("evenkeel: FACTOR: 'abc' is no number");
    assertThat(said("--runs=x", "1")).isEqualTo("evenkeel: --runs: 'x' is no whole number");
    assertThat(said("--runs=3")).isEqualTo("evenkeel: FACTOR is missing");
    assertThat(said("1")).isEqualTo("evenkeel: --runs=N is missing");
  }

  @Test
  void onlyWhatAnotherTryDoesNotMend_isMisuse() {
    assertThat(status(new IllegalArgumentException("--size takes 1"))).isEqualTo(2);
    assertThat(status(new IOException("gone"))).isEqualTo(1);
    assertThat(status(new IllegalArgumentException(new UnknownHostException("heron"))))
        .as("as the NameNode's, of Hadoop's client")
        .isEqualTo(1);
  }
}
