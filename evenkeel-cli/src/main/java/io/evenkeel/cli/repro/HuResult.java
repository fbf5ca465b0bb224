package io.evenkeel.cli.repro;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * All that was run.
 *
 * @param tables those to be shown
 * @param figures those to be shown
 */
record HuResult(
    Set<Integer> tables,
    Set<Integer> figures,
    List<HuExperiment> experiments,
    Optional<HuSkew> skew) {

  boolean shows(HuPaper table) {
    return tables.contains(table.number());
  }

  boolean showsFigures(HuPaper table) {
    return table.figures().stream().anyMatch(figures::contains);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (HuExperiment experiment : experiments) {
      if (shows(experiment.paper())) {
        HuReport report = new HuReport(experiment);
        text.append(report.table()).append(System.lineSeparator());
        text.append(report.checks()).append(System.lineSeparator());
        experiment
            .more()
            .map(more -> new HuMoreReport(experiment, more).text())
            .ifPresent(more -> text.append(more).append(System.lineSeparator()));
      }
      if (showsFigures(experiment.paper())) {
        text.append(new HuFiguresReport(experiment).text()).append(System.lineSeparator());
      }
    }
    skew.ifPresent(of -> text.append(of.text()));
    return text.toString();
  }
}
