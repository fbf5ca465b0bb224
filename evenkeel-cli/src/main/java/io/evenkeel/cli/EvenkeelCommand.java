package io.evenkeel.cli;

import io.evenkeel.cli.doctor.DoctorCommand;
import io.evenkeel.cli.inspect.ExplainCommand;
import io.evenkeel.cli.inspect.StatusCommand;
import io.evenkeel.cli.repro.ReproCommand;
import io.evenkeel.cli.simulate.SimulateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The {@code evenkeel} command. A command of its own is one more class in {@code subcommands}.
 *
 * <p>Exit status: 0 done, 1 failed, 2 misused. Errors go to stderr, one message without a trace.
 */
@Command(
    name = "evenkeel",
    description = "Reads of large files that stay fast when a node of the cluster is slow.",
    mixinStandardHelpOptions = true,
    version = "evenkeel 0.1.0-SNAPSHOT",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      ClusterCommand.class,
      StatusCommand.class,
      ExplainCommand.class,
      DoctorCommand.class,
      BenchCommand.class,
      ReproCommand.class,
      SimulateCommand.class,
      AnalyzeCommand.class,
      HelpCommand.class
    })
public final class EvenkeelCommand implements Runnable {
  private static final String LOG_KEY = "log4j.configuration";

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    if (System.getProperty(LOG_KEY) == null) {
      System.setProperty(LOG_KEY, "io/evenkeel/cli/log4j.properties");
    }
    System.exit(commandLine().execute(arguments));
  }

  /** The command line with the exit statuses and error messages of the command. */
  static CommandLine commandLine() {
    return new CommandLine(new EvenkeelCommand())
        .setUsageHelpAutoWidth(true)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              // What a NameNode refuses comes with its stack trace in the message.
              String reason =
                  String.valueOf(failure.getMessage()).lines().findFirst().orElse("null");
              command.getErr().println("evenkeel: " + (reason.equals("null") ? failure : reason));
              command.getErr().flush();
              return failure instanceof IllegalArgumentException
                  ? CommandLine.ExitCode.USAGE
                  : CommandLine.ExitCode.SOFTWARE;
            });
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
