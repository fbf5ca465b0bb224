package io.evenkeel.cli.repro;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel repro}: one subcommand per paper. */
@Command(
    name = "repro",
    mixinStandardHelpOptions = true,
    description = "Repeats experiments of the papers and compares with what they state.",
    synopsisSubcommandLabel = "PAPER",
    subcommands = {PocacheCommand.class, HuCommand.class})
public final class ReproCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which PAPER? pocache or hu");
  }
}
