package io.evenkeel.cli.repro;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code evenkeel repro list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description =
        "Lists every experiment of the papers: by which command it is repeated, what shows the same"
            + " in another setting, or why it is not here.")
final class ListCommand implements Callable<Integer> {

  @Option(names = "--markdown", description = "As the tables of docs/PAPERS.md.")
  private boolean markdown;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    write(json.results(), markdown);
    return 0;
  }

  /** Writes the list. */
  static void write(Results results, boolean markdown) throws IOException {
    List<PaperExperiment> all = PaperExperiments.all();
    results.write(
        markdown ? PaperExperimentsText.markdown(all) : PaperExperimentsText.plain(all),
        () -> json(all));
  }

  private static String json(List<PaperExperiment> all) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    for (PaperExperiment one : all) {
      rows.addObject()
          .put("paper", one.paper().title())
          .put("id", one.id())
          .put("subject", one.subject())
          .put("state", one.state().text())
          .put("command", one.command())
          .put("note", one.note());
    }
    return rows.toPrettyString();
  }
}
