package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The list of the papers' experiments, and that each of its commands is one. */
class ReproListTest {
  private static final int COLUMNS = 80;
  private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");

  private static String run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        EvenkeelCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    assertThat(exit).as("%s: %s", List.of(arguments), err).isZero();
    return out.toString();
  }

  /** Or is made so, when told to. */
  @Test
  void document_hasTheTables() throws Exception {
    Path papers = Path.of("..", "docs", "PAPERS.md");
    String document = Files.readString(papers);
    String begin = "<!-- experiments: made of the code by ReproListTest -->\n";
    String end = "<!-- end of experiments -->\n";
    assertThat(document).containsOnlyOnce(begin).containsOnlyOnce(end);
    int from = document.indexOf(begin) + begin.length();
    int to = document.indexOf(end);
    String tables = run("repro", "list", "--markdown");
    if (Boolean.getBoolean("evenkeel.docs.write")) {
      Files.writeString(papers, document.substring(0, from) + tables + document.substring(to));
    } else {
      assertThat(document.substring(from, to))
          .as("the tables in docs/PAPERS.md; CONTRIBUTING has the command that writes them anew")
          .isEqualTo(tables);
    }
  }

  @Test
  void list_hasEveryExperiment_within80Columns() {
    String list = run("repro", "list");
    assertThat(run("repro")).isEqualTo(list);
    assertThat(run("repro", "--json")).isEqualTo(run("repro", "list", "--json"));
    for (int experiment = 1; experiment <= 16; experiment++) {
      assertThat(list).containsPattern("(?m)^  experiment " + experiment + " +(here|alike|not)");
    }
    assertThat(list)
        .contains("Hu et al. (SoCC 2017)", "EC-Cache (OSDI 2016)", "SP-Cache (TPDS 2019)");
    assertThat(list.lines().filter(line -> !line.strip().startsWith("./evenkeel")))
        .allMatch(line -> line.length() <= COLUMNS, "at most 80 columns");
  }

  @Test
  void commands_areCommands() {
    Matcher commands =
        Pattern.compile("\\| `\\./evenkeel ([^`]*)` \\|")
            .matcher(run("repro", "list", "--markdown"));
    List<String> seen = new ArrayList<>();
    while (commands.find()) {
      List<String> words =
          WORD.matcher(commands.group(1))
              .results()
              .map(word -> word.group().replace("'", "").replaceFirst("^docs/", "../docs/"))
              .toList();
      seen.add(words.get(0));
      tryOut(new ArrayList<>(words));
    }
    assertThat(seen)
        .contains("demo", "bench", "analyze", "repro", "simulate")
        .hasSizeGreaterThan(20);
  }

  /** What is quick is run, with little to do; of the others the arguments are looked at. */
  private static void tryOut(List<String> words) {
    boolean isSimulated = words.get(0).equals("simulate");
    boolean isModel = words.contains("pocache");
    if (isSimulated) {
      words.replaceAll(word -> word.startsWith("reads=") ? "reads=5" : word);
      words.addAll(words.contains("reads=5") ? List.of() : List.of("--set", "reads=5"));
    } else if (isModel) {
      words.addAll(List.of("--seeds", "1"));
    }
    String[] arguments = words.toArray(new String[0]);
    if (isSimulated || isModel || words.get(0).equals("analyze")) {
      run(arguments);
    } else {
      CommandLine.ParseResult parsed = EvenkeelCommand.commandLine().parseArgs(arguments);
      assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(words.get(0));
    }
  }
}
