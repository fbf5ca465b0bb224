package io.evenkeel.cli.repro;

import io.evenkeel.cli.repro.hu.HuCommand;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.LongCommand;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code evenkeel repro}: one subcommand per paper of which something is repeated. */
@Command(
    name = "repro",
    mixinStandardHelpOptions = true,
    description =
        "Repeats experiments of the papers and compares with what they state. Without PAPER: the"
            + " list of all of them.",
    synopsisSubcommandLabel = "[PAPER]",
    subcommands = {ListCommand.class, PocacheCommand.class, HuCommand.class})
public final class ReproCommand implements Callable<Integer>, LongCommand {
  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    ListCommand.write(json.results(), false);
    return 0;
  }
}
