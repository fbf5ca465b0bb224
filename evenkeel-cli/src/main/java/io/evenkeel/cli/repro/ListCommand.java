package io.evenkeel.cli.repro;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evenkeel repro list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description =
        "Lists every experiment of the papers: by which command it is repeated, what shows the same"
            + " in another setting, or why it is not here.")
final class ListCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--markdown", description = "As the tables of docs/PAPERS.md.")
  private boolean markdown;

  @Override
  public void run() {
    List<PaperExperiment> all = PaperExperiments.all();
    spec.commandLine()
        .getOut()
        .print(markdown ? PaperExperimentsText.markdown(all) : PaperExperimentsText.plain(all));
    spec.commandLine().getOut().flush();
  }
}
