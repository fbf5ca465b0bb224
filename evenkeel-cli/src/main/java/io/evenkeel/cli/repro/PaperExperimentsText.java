package io.evenkeel.cli.repro;

import io.evenkeel.cli.repro.PaperExperiment.Paper;
import io.evenkeel.command.WrappedText;
import java.util.List;

/** The list of all experiments, for the terminal and for the documents. */
final class PaperExperimentsText {
  private static final int INDENT = 18;

  private static final String LEGEND =
      "here: repeated by the command; alike: it shows the same in another setting\n";

  private PaperExperimentsText() {}

  /** Within 80 columns, but for commands, which are not broken. */
  static String plain(List<PaperExperiment> experiments) {
    StringBuilder out = new StringBuilder(LEGEND);
    for (Paper paper : Paper.values()) {
      out.append('\n').append(paper.title()).append('\n');
      for (PaperExperiment each : of(paper, experiments)) {
        String id = "  " + each.id();
        boolean isWide = id.length() >= INDENT;
        out.append(isWide ? id + '\n' : "");
        String start = isWide ? " ".repeat(INDENT) : id + " ".repeat(INDENT - id.length());
        wrap(out, start, each.state().text() + ": " + each.subject());
        if (!each.note().isEmpty()) {
          wrap(out, " ".repeat(INDENT), each.note());
        }
        if (!each.command().isEmpty()) {
          out.append(" ".repeat(INDENT)).append(each.command()).append('\n');
        }
      }
    }
    return out.toString();
  }

  private static void wrap(StringBuilder out, String start, String text) {
    WrappedText.lines(start, " ".repeat(INDENT), text, WrappedText.COLUMNS)
        .forEach(line -> out.append(line).append('\n'));
  }

  /** A table for each paper. */
  static String markdown(List<PaperExperiment> experiments) {
    StringBuilder out = new StringBuilder();
    for (Paper paper : Paper.values()) {
      out.append(out.isEmpty() ? "" : "\n").append("**").append(paper.title()).append("**\n\n");
      out.append("| | shows | | command | what is other, or why not |\n|---|---|---|---|---|\n");
      for (PaperExperiment each : of(paper, experiments)) {
        out.append("| ").append(each.id());
        out.append(" | ").append(each.subject());
        out.append(" | ").append(each.state().text());
        out.append(" | ").append(each.command().isEmpty() ? "-" : "`" + each.command() + "`");
        out.append(" | ").append(each.note().isEmpty() ? "-" : each.note()).append(" |\n");
      }
    }
    return out.toString();
  }

  private static List<PaperExperiment> of(Paper paper, List<PaperExperiment> experiments) {
    return experiments.stream().filter(each -> each.paper() == paper).toList();
  }
}
