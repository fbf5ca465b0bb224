package io.evenkeel.command;

import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What is wrong, in one line without a trace; where it is the command line, the help is named after
 * it. Exit status: 1 failed, 2 misused.
 */
public final class ShortErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private static final Pattern INVALID =
      Pattern.compile(
          "^Invalid value for (?:positional parameter at index \\S+ \\((.+?)\\)"
              + "|option '(.+?)'(?: \\(.+?\\))?): ");
  private static final Pattern MISSING =
      Pattern.compile("^Missing required (?:options?|parameters?): '(.+?)'$");

  private ShortErrors() {}

  /** Gives a command line, with all commands that it has so far, these errors and a version. */
  public static CommandLine in(CommandLine commandLine) {
    ShortErrors errors = new ShortErrors();
    giveVersion(commandLine, new ProductVersion());
    return commandLine
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setUnmatchedOptionsAllowedAsOptionParameters(false)
        .setUsageHelpAutoWidth(true);
  }

  /** The library has a provider for the command alone that names it. */
  private static void giveVersion(CommandLine commandLine, ProductVersion version) {
    commandLine.getCommandSpec().versionProvider(version);
    commandLine.getSubcommands().values().forEach(each -> giveVersion(each, version));
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    command.getErr().println(name(command) + ": " + what(failure));
    command.getErr().println("see `./" + command.getCommandSpec().qualifiedName() + " --help`");
    command.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().root().name();
  }

  private static String what(ParameterException failure) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return plain(failure.getMessage());
    }
    String found = unmatched.getUnmatched().get(0);
    List<String> near = unmatched.getSuggestions();
    String hint = near.isEmpty() ? "" : "; did you mean '" + near.get(0) + "'?";
    if (unmatched.isUnknownOption()) {
      // What comes after it may be a password.
      return "there is no option '" + found.split("=", 2)[0] + "'" + hint;
    }
    return failure.getCommandLine().getSubcommands().isEmpty()
        ? "'" + found + "' is one too many"
        : "there is no command '" + found + "'" + hint;
  }

  /** The library's own words, where they are about places and types. */
  private static String plain(String message) {
    String said = INVALID.matcher(message).replaceFirst("$1$2: ");
    said = MISSING.matcher(said).replaceFirst("$1 is missing");
    return said.replaceFirst(" is not an? (int|long)$", " is no whole number")
        .replaceFirst(" is not an? (double|float)$", " is no number");
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    // What a NameNode refuses comes with its stack trace in the message.
    String message = String.valueOf(failure.getMessage()).lines().findFirst().orElse("null");
    command.getErr().println(name(command) + ": " + (message.equals("null") ? failure : message));
    command.getErr().flush();
    // Hadoop takes a host that is not known now for a wrong argument.
    return failure instanceof IllegalArgumentException
            && !(failure.getCause() instanceof UnknownHostException)
        ? CommandLine.ExitCode.USAGE
        : CommandLine.ExitCode.SOFTWARE;
  }
}
