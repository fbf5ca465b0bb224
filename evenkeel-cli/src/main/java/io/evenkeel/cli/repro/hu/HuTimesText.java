package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.command.WrappedText;
import java.util.ArrayList;
import java.util.List;

/** Figures 5 to 8 of Hu et al. in numbers, with what the paper says of them, for people. */
record HuTimesText(HuExperiment experiment) {
  private static final String INDENT = " ".repeat(8);
  private static final double[] SHARES = {.05, .25, .50, .75, .95, .99};

  String text() {
    List<String> lines = new ArrayList<>();
    List<Integer> numbers = experiment.paper().figures();
    String heading =
        HuNumbers.format(
            "Hu et al., SoCC 2017, figures %d and %d, %s: times in ms, of all placements together",
            numbers.get(0), numbers.get(1), experiment.paper().title());
    lines.addAll(WrappedText.lines(heading));
    for (HuStage stage : HuStage.values()) {
      lines.add("");
      lines.add(
          HuNumbers.format(
              "%-18s%9s%9s%9s%9s%9s%9s",
              stage.title(), "5 %", "25 %", "50 %", "75 %", "95 %", "99 %"));
      for (HuContender contender : experiment.paper().contenders()) {
        lines.add(row(stage, contender.name()));
      }
    }
    lines.add("");
    for (HuClaim claim : HuClaim.of(experiment)) {
      String start = HuNumbers.format("%-8s", claim.figure());
      String said = claim.said() + ": " + claim.verdict().word().text();
      lines.addAll(WrappedText.lines(start, INDENT, said, WrappedText.COLUMNS));
      lines.addAll(WrappedText.lines(INDENT, INDENT, claim.here(), WrappedText.COLUMNS));
      if (!claim.verdict().reason().isEmpty()) {
        String reason = claim.verdict().reason();
        lines.addAll(WrappedText.lines(INDENT, INDENT, reason, WrappedText.COLUMNS));
      }
    }
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private String row(HuStage stage, String name) {
    TimeCounts times = experiment.runs().times().get(name).of(stage);
    StringBuilder row = new StringBuilder(HuNumbers.format("%-18s", name));
    for (double share : SHARES) {
      row.append(HuNumbers.format("%9.1f", 1000 * times.quantileSeconds(share)));
    }
    return row.toString();
  }
}
