package io.evenkeel.cli.repro.hu;

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
        HuTableText table = new HuTableText(experiment);
        text.append(table.table()).append(System.lineSeparator());
        text.append(table.checks()).append(System.lineSeparator());
        experiment
            .variants()
            .map(variants -> new HuVariantsText(experiment, variants).text())
            .ifPresent(lines -> text.append(lines).append(System.lineSeparator()));
      }
      if (showsFigures(experiment.paper())) {
        text.append(new HuTimesText(experiment).text()).append(System.lineSeparator());
      }
    }
    skew.ifPresent(figure -> text.append(figure.text()));
    return text.toString();
  }
}
