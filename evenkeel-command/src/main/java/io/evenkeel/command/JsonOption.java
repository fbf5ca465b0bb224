package io.evenkeel.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
   * @throws ParameterException for a file that is anything but an earlier result: it may be an
   *     argument that follows the option
   */
  public Results results() throws IOException {
    if (file().isPresent() && !isReplaceable(file().get())) {
      throw new ParameterException(
          spec.commandLine(),
          NAME + " takes a new file or one of JSON, got " + json + ", which is neither");
    }
    return new Results(
        spec.commandLine().getOut(), isAlone(), OutputFile.of(NAME, file().orElse(null)));
  }

  /** What is no file, or cannot be read, says so by itself when it is written. */
  private static boolean isReplaceable(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      return true;
    }
    try (InputStream in = Files.newInputStream(file)) {
      int first = in.read();
      return first < 0 || first == '{' || first == '[';
    } catch (IOException e) {
      return true;
    }
  }
}
