package io.evenkeel.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.LongCommand;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import io.evenkeel.command.WrappedText;
import io.evenkeel.policy.analysis.CachedStripe;
import io.evenkeel.policy.analysis.StragglerEnumeration;
import io.evenkeel.policy.analysis.StragglerFormulas;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel analyze}. */
@Command(
    name = "analyze",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "The probability that a read hits a straggler, by what is cached.",
    description = {
      "The probability that a read hits a straggler (POCache, JPDC 2022, section 2.2), for a stripe"
          + " of k data blocks of which a are in each rack, without a cache (NC), with c data blocks"
          + " cached (DoC) and with c parity blocks cached (PoC); by formula and, for k + c up to "
          + StragglerEnumeration.NODES_MAX
          + ", by going through all states of the nodes. Several values are separated by commas; all"
          + " combinations are shown."
    },
    footer = {
      "",
      "The paper's figures:",
      "  3a  analyze",
      "  3b  analyze --k 4 --c 0,1,2,3,4",
      "  3c  analyze --k 4 --ps 0.001,0.0025,0.005,0.0075,0.01",
      "  3d  analyze --k 4 --pc 0,0.0025,0.005,0.0075,0.01",
      "  4a  analyze --pr 0.001",
      "  4b  analyze --pr 0.001 --a 2 --c 2"
    })
final class AnalyzeCommand implements Callable<Integer>, LongCommand {
  private static final String LEGEND =
      "The probability that a read hits a straggler: without a cache (NC), with c data blocks cached"
          + " (DoC), with c parity blocks cached (PoC), of a stripe of k data blocks, a in each rack;"
          + " storage nodes are slow with probability ps, cache nodes with pc, racks with pr.";
  private static final String SETTING = "%3s%3s%3s %5s %5s %4s";

  @Spec private CommandSpec spec;

  @Option(
      names = "--k",
      split = ",",
      defaultValue = "2,4,6,8,10,12",
      description = "Data blocks of the stripe. Default: ${DEFAULT-VALUE}.")
  private List<Integer> k;

  @Option(
      names = "--c",
      split = ",",
      defaultValue = "1",
      description = "Cached blocks, at most k. Default: ${DEFAULT-VALUE}.")
  private List<Integer> c;

  @Option(
      names = "--a",
      split = ",",
      defaultValue = "1",
      description = "Blocks per rack; divides k and c. Default: ${DEFAULT-VALUE}.")
  private List<Integer> a;

  @Option(
      names = "--ps",
      split = ",",
      defaultValue = "0.005",
      description = "Probability of a storage node to be slow. Default: ${DEFAULT-VALUE}.")
  private List<Double> ps;

  @Option(
      names = "--pc",
      split = ",",
      defaultValue = "0.005",
      description = "Probability of a cache node to be slow. Default: ${DEFAULT-VALUE}.")
  private List<Double> pc;

  @Option(
      names = "--pr",
      split = ",",
      defaultValue = "0",
      description =
          "Probability of a rack to be slow, 0 for independent stragglers. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<Double> pr;

  @Mixin private JsonOption json;

  /**
   * Probabilities without a cache, with cached data and with cached parity.
   *
   * @param exact by all states of the nodes; empty where these are too many
   */
  private record Row(CachedStripe stripe, List<Double> formula, List<Double> exact) {}

  @Override
  public Integer call() throws IOException {
    check();
    Results results = json.results();
    List<Row> rows = new ArrayList<>();
    try (ProgressLine progress = ProgressLine.onStderr()) {
      for (CachedStripe stripe : stripes()) {
        progress.say("going through the states of k " + stripe.k() + ", c " + stripe.c());
        rows.add(new Row(stripe, formulas(stripe), exact(stripe)));
      }
    }
    results.write(table(rows), () -> tree(rows).toPrettyString());
    return 0;
  }

  /** What no stripe is, in the words of the command line. */
  private void check() {
    k.forEach(ki -> require(ki >= 1, "--k takes 1 or more, got " + ki));
    c.forEach(ci -> require(ci >= 0, "--c takes 0 or more, got " + ci));
    a.forEach(ai -> require(ai >= 1, "--a takes 1 or more, got " + ai));
    checkShares("--ps", ps);
    checkShares("--pc", pc);
    checkShares("--pr", pr);
    for (int ki : k) {
      for (int ci : c) {
        require(ci <= ki, "--c takes at most what --k is, got --c " + ci + " with --k " + ki);
        for (int ai : a) {
          require(
              ki % ai == 0 && ci % ai == 0,
              "--a must divide --k and --c, got --a %d with --k %d and --c %d"
                  .formatted(ai, ki, ci));
        }
      }
    }
  }

  private void checkShares(String option, List<Double> values) {
    values.forEach(v -> require(v >= 0 && v <= 1, option + " takes 0 to 1, got " + v));
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private List<CachedStripe> stripes() {
    List<CachedStripe> stripes = new ArrayList<>();
    for (int ki : k) {
      for (int ci : c) {
        for (int ai : a) {
          for (double psi : ps) {
            for (double pci : pc) {
              for (double pri : pr) {
                stripes.add(new CachedStripe(ki, ci, ai, psi, pci, pri));
              }
            }
          }
        }
      }
    }
    return stripes;
  }

  private static String table(List<Row> rows) {
    StringBuilder out = new StringBuilder(WrappedText.text(LEGEND)).append(System.lineSeparator());
    out.append(String.format(Locale.ROOT, "%26s  by the formula             exactly%n", ""));
    out.append(String.format(Locale.ROOT, SETTING, "k", "c", "a", "ps", "pc", "pr"));
    for (String column : List.of("NC", "DoC", "PoC", "NC", "DoC", "PoC")) {
      out.append(String.format(Locale.ROOT, "%9s", column));
    }
    out.append(System.lineSeparator());
    boolean bestCase = false;
    for (Row row : rows) {
      CachedStripe s = row.stripe();
      out.append(
          String.format(
              Locale.ROOT,
              SETTING,
              s.k(),
              s.c(),
              s.a(),
              plain(s.ps()),
              plain(s.pc()),
              plain(s.pr())));
      for (double probability : row.formula()) {
        out.append(String.format(Locale.ROOT, "%9.2E", probability));
      }
      for (int i = 0; i < row.formula().size(); i++) {
        String cell =
            row.exact().isEmpty() ? "-" : String.format(Locale.ROOT, "%.2E", row.exact().get(i));
        out.append(String.format(Locale.ROOT, "%9s", cell));
      }
      out.append(System.lineSeparator());
      bestCase |= s.c() > s.a() && s.a() > 1 && s.pr() > 0;
    }
    if (bestCase) {
      out.append("With c > a and slow racks the formula of DoC is a best case, slightly low.");
      out.append(System.lineSeparator());
    }
    return out.toString();
  }

  private static String plain(double probability) {
    String text = BigDecimal.valueOf(probability).stripTrailingZeros().toPlainString();
    return text.replaceFirst("^0\\.", ".");
  }

  private static List<Double> formulas(CachedStripe s) {
    return List.of(
        StragglerFormulas.noCaching(s),
        StragglerFormulas.dataOnlyCaching(s),
        StragglerFormulas.parityOnlyCaching(s));
  }

  private static List<Double> exact(CachedStripe s) {
    return s.k() + s.c() > StragglerEnumeration.NODES_MAX
        ? List.of()
        : List.of(
            StragglerEnumeration.noCaching(s),
            StragglerEnumeration.dataOnlyCaching(s),
            StragglerEnumeration.parityOnlyCaching(s));
  }

  private static ArrayNode tree(List<Row> rows) {
    ArrayNode tree = JsonNodeFactory.instance.arrayNode();
    for (Row row : rows) {
      CachedStripe s = row.stripe();
      ObjectNode node = tree.addObject();
      node.put("k", s.k()).put("c", s.c()).put("a", s.a());
      node.put("ps", s.ps()).put("pc", s.pc()).put("pr", s.pr());
      put(node.putObject("formula"), row.formula());
      if (!row.exact().isEmpty()) {
        put(node.putObject("enumeration"), row.exact());
      }
    }
    return tree;
  }

  private static void put(ObjectNode node, List<Double> probabilities) {
    node.put("noCaching", probabilities.get(0));
    node.put("dataOnlyCaching", probabilities.get(1));
    node.put("parityOnlyCaching", probabilities.get(2));
  }
}
