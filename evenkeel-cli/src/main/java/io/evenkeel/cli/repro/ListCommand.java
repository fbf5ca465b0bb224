package io.evenkeel.cli.repro;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.evenkeel.cli.JsonOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  @Option(names = "--markdown", description = "As the tables of docs/PAPERS.md.")
  private boolean markdown;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    List<PaperExperiment> all = PaperExperiments.all();
    json.results()
        .write(
            markdown ? PaperExperimentsText.markdown(all) : PaperExperimentsText.plain(all),
            () -> json(all));
    return 0;
  }

  private static String json(List<PaperExperiment> all) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    for (PaperExperiment one : all) {
      Map<String, String> row = new LinkedHashMap<>();
      row.put("paper", one.paper().title());
      row.put("id", one.id());
      row.put("subject", one.subject());
      row.put("state", one.state().text());
      row.put("command", one.command());
      row.put("note", one.note());
      rows.add(row);
    }
    return MAPPER.writeValueAsString(rows);
  }
}
