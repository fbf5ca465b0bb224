package io.evenkeel.cli.simulate;

import io.evenkeel.cli.report.Spread;
import io.evenkeel.command.WrappedText;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What came of a scenario, as a table for a terminal. */
record SimulateText(SimulateResult result) {
  String text() {
    SimulatedRuns runs = result.runs();
    boolean isOne = runs.reports().size() == 1;
    if (result.beside().isPresent()) {
      return compared(runs, result.beside().get(), isOne);
    }
    return isOne ? runs.first().toText() : spread(runs);
  }

  private String spread(SimulatedRuns runs) {
    StringBuilder text = new StringBuilder(line("%s", result.title()));
    result.warnings().forEach(warning -> text.append(WrappedText.text("  " + warning)));
    text.append(row("", List.of("median", "least", "most")));
    for (String name : runs.first().names()) {
      Spread figure = runs.spread(name);
      text.append(row(name, plain(figure.median(), figure.least(), figure.most())));
    }
    return text.toString();
  }

  private String compared(SimulatedRuns runs, SimulatedRuns beside, boolean isOne) {
    StringBuilder text = new StringBuilder(line("%s", result.title()));
    text.append(line("  %s", result.name() + hash(runs, isOne)));
    text.append(line("  %s", result.besideName().orElseThrow() + hash(beside, isOne)));
    result.warnings().forEach(warning -> text.append(WrappedText.text("  " + warning)));
    List<String> head = List.of("this run", "beside", "ratio", "least", "most");
    int columns = isOne ? head.indexOf("ratio") + 1 : head.size();
    text.append(row("", head.subList(0, columns)));
    for (String name : runs.first().names()) {
      Spread ratio = runs.ratio(beside, name);
      List<String> cells =
          plain(
              runs.spread(name).median(),
              beside.spread(name).median(),
              ratio.median(),
              ratio.least(),
              ratio.most());
      text.append(row(name, cells.subList(0, columns)));
    }
    return text.toString();
  }

  private static String hash(SimulatedRuns runs, boolean isOne) {
    return isOne ? ", event.hash " + runs.first().hash() : "";
  }

  private static List<String> plain(double... values) {
    return Arrays.stream(values).mapToObj(ScenarioReport::plain).toList();
  }

  private static String row(String name, List<String> cells) {
    StringBuilder row = new StringBuilder(String.format(Locale.ROOT, " %-24s", name));
    cells.forEach(cell -> row.append(String.format(Locale.ROOT, " %10s", cell)));
    return line("%s", row);
  }

  private static String line(String format, Object... arguments) {
    return String.format(Locale.ROOT, format + "%n", arguments);
  }
}
