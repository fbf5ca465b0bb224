package io.evenkeel.cli.repro;

import io.evenkeel.cli.LongCommand;
import io.evenkeel.cli.repro.hu.HuCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code evenkeel repro}: one subcommand per paper of which something is repeated. */
@Command(
    name = "repro",
    mixinStandardHelpOptions = true,
    description =
        "Repeats experiments of the papers and compares with what they state. Without PAPER: the"
            + " list of all of them.",
    synopsisSubcommandLabel = "[PAPER]",
    subcommands = {ListCommand.class, PocacheCommand.class, HuCommand.class})
public final class ReproCommand implements Runnable, LongCommand {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().getOut().print(PaperExperimentsText.plain(PaperExperiments.all()));
    spec.commandLine().getOut().flush();
  }
}
