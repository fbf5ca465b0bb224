package io.evenkeel.cli;

import io.evenkeel.cli.bench.BenchCommand;
import io.evenkeel.cli.cluster.ClusterCommand;
import io.evenkeel.cli.demo.DemoCommand;
import io.evenkeel.cli.doctor.DoctorCommand;
import io.evenkeel.cli.inspect.ExplainCommand;
import io.evenkeel.cli.inspect.StatusCommand;
import io.evenkeel.cli.repro.ReproCommand;
import io.evenkeel.cli.simulate.SimulateCommand;
import io.evenkeel.command.LongCommand;
import io.evenkeel.command.ShortErrors;
import io.evenkeel.command.StopNotice;
import io.evenkeel.server.ManagerCommand;
import io.evenkeel.server.ManagerMain;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/**
 * The {@code evenkeel} command. A command of its own is one more class in {@code subcommands}, and
 * a line of the launcher's first screen.
 *
 * <p>Exit status: 0 done, 1 failed, 2 misused, 130 stopped by Ctrl-C. Errors go to stderr, one
 * message without a trace.
 */
@Command(
    name = "evenkeel",
    description = "Reads of HDFS files that stay fast when a node of the cluster is slow.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      ClusterCommand.class,
      ManagerCommand.class,
      StatusCommand.class,
      ExplainCommand.class,
      DoctorCommand.class,
      BenchCommand.class,
      ReproCommand.class,
      SimulateCommand.class,
      AnalyzeCommand.class
    })
public final class EvenkeelCommand implements Runnable {
  private static final String LOG_KEY = "log4j.configuration";

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    if (arguments.length > 0 && arguments[0].equals(ManagerCommand.NAME)) {
      // A daemon, with a log of its own.
      ManagerMain.main(Arrays.copyOfRange(arguments, 1, arguments.length));
      return;
    }
    if (System.getProperty(LOG_KEY) == null) {
      System.setProperty(LOG_KEY, "io/evenkeel/cli/log4j.properties");
    }
    System.exit(
        commandLine().setExecutionStrategy(EvenkeelCommand::runStoppable).execute(arguments));
  }

  /** What takes long says, when it is stopped, what is left of it. */
  private static int runStoppable(ParseResult parsed) {
    boolean isLong =
        parsed.asCommandLineList().stream()
            .anyMatch(command -> command.getCommand() instanceof LongCommand);
    RunLast strategy = new RunLast();
    return isLong
        ? StopNotice.during(ChildProcesses::end, () -> strategy.execute(parsed))
        : strategy.execute(parsed);
  }

  /** The command line with the exit statuses and error messages of the command. */
  public static CommandLine commandLine() {
    return ShortErrors.in(new CommandLine(new EvenkeelCommand()));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
