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

  @Test
  void onlyWhatAnotherTryDoesNotMend_isMisuse() {
    assertThat(status(new IllegalArgumentException("--size takes 1"))).isEqualTo(2);
    assertThat(status(new IOException("gone"))).isEqualTo(1);
    assertThat(status(new IllegalArgumentException(new UnknownHostException("heron"))))
        .as("as the NameNode's, of Hadoop's client")
        .isEqualTo(1);
  }
}
