package io.evenkeel.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --json [FILE]}, alike in all commands. */
public final class JsonOption {
  /** How messages call it. */
  public static final String NAME = "--json";

  private static final String STDOUT = "-";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = NAME,
      arity = "0..1",
      fallbackValue = STDOUT,
      paramLabel = "FILE",
      description =
          "The result for programs, with all that was measured: to FILE; to stdout, and nothing"
              + " else, without it or as -.")
  private String json;

  /** Whether stdout takes JSON and nothing else. */
  public boolean isAlone() {
    return STDOUT.equals(json);
  }

  /** The file that it names. */
  public Optional<Path> file() {
    return json == null || isAlone() ? Optional.empty() : Optional.of(Path.of(json));
  }

  /** The command that has it. */
  public CommandLine command() {
    return spec.commandLine();
  }

  /**
   * Where the result goes. A file is tried now, and left as it was.
   *
   * @throws IOException the option, the path, and why nothing can be written there
   */
  public Results results() throws IOException {
    return new Results(
        spec.commandLine().getOut(), isAlone(), OutputFile.of(NAME, file().orElse(null)));
  }
}
