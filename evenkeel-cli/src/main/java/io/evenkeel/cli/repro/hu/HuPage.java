package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.Block;
import io.evenkeel.cli.report.Page;
import io.evenkeel.cli.report.Paragraph;
import io.evenkeel.cli.report.Remarks;
import io.evenkeel.cli.report.Section;
import io.evenkeel.sim.direct.DirectionSetting;
import java.util.ArrayList;
import java.util.List;

/** Tables and figures of Hu et al. beside the simulated ones, as a page. */
record HuPage(HuResult result) {
  Page page() {
    List<Section> sections = new ArrayList<>();
    if (!result.experiments().isEmpty()) {
      sections.add(new Section("What came out", List.of(new Remarks(outcomes()), setting())));
    }
    for (HuExperiment experiment : result.experiments()) {
      if (result.shows(experiment.paper())) {
        sections.addAll(new HuTableSections(experiment).sections());
      }
      if (result.showsFigures(experiment.paper())) {
        sections.add(new HuTimesSection(experiment, result.figures()).section());
      }
    }
    result.skew().ifPresent(skew -> sections.add(HuSkewSection.of(skew)));
    return new Page(
        "Load direction of coded reads: Hu et al., SoCC 2017",
        "Every table and figure of \"Latency Reduction and Load Balancing in Coded Storage"
            + " Systems\" that has numbers or curves, by simulation of its cluster with the paper's"
            + " own policies, and two policies more: staged and projected.",
        sections,
        "Made by ./evenkeel repro hu; times are simulated. The same seeds give the same page.");
  }

  private List<String> outcomes() {
    List<String> outcomes = new ArrayList<>();
    for (HuExperiment experiment : result.experiments()) {
      HuPaper paper = experiment.paper();
      HuRuns runs = experiment.runs();
      outcomes.add(
          HuNumbers.format(
              "%s: LMLF PW2 is %.1f %% below Normal's p95, stated %.0f %%. It asks %.0f nodes for a"
                  + " request; staged asks %.2f and is %.1f %% below, projected asks none and is"
                  + " %.1f %% below.",
              paper.title(),
              100 * cut(runs, HuContender.LMLF_PW2),
              100 * paper.cut(HuContender.LMLF_PW2, HuFigure.P95),
              runs.median(HuContender.LMLF_PW2, HuFigure.PROBES),
              runs.median(HuContender.STAGED, HuFigure.PROBES),
              100 * cut(runs, HuContender.STAGED),
              100 * cut(runs, HuContender.PROJECTED)));
      experiment.variants().ifPresent(variants -> outcomes.add(even(paper, variants)));
    }
    return outcomes;
  }

  private static String even(HuPaper paper, HuVariants variants) {
    return HuNumbers.format(
        "%s, all objects asked for alike: projected costs %s of Normal's mean by as many requests"
            + " and %s where nodes are half busy, staged %s and %s.",
        paper.title(),
        HuEvenCost.of(variants.sparse(), HuContender.PROJECTED).shareText(),
        HuEvenCost.of(variants.busy(), HuContender.PROJECTED).shareText(),
        HuEvenCost.of(variants.sparse(), HuContender.STAGED).shareText(),
        HuEvenCost.of(variants.busy(), HuContender.STAGED).shareText());
  }

  private static double cut(HuRuns runs, String name) {
    return runs.cut(name, HuFigure.P95).median();
  }

  private Block setting() {
    HuExperiment first = result.experiments().get(0);
    return new Paragraph(
        HuNumbers.format(
            "%d nodes serve one read after the other; %d coding groups; objects by Zipf %s,"
                + " arrivals by Poisson, a task 3 ms and a lognormal time, a question to nodes 2 ms."
                + " Figures are medians of %s, drawn at random, with %,d requests each, with the"
                + " least and the most; those placements count of which normal reads keep the"
                + " hottest node %.2f to %.2f busy, for the paper does not state how busy its was."
                + " A cut is compared placement by placement, and reproduced if it is within 10"
                + " points of the stated one; Normal is, if some placement has its figure.%s",
            DirectionSetting.NODES,
            DirectionSetting.GROUPS,
            first.runs().setting().zipf(),
            first.runs().placements(),
            first.runs().requests(),
            HuExperiment.UTILISATION_MIN,
            HuExperiment.UTILISATION_MAX,
            first.runs().isSmall() ? " The sample is too small: " + HuRuns.needed() + "." : ""));
  }
}
