package io.evenkeel.cli.bench.reads;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.reads.ProcessResult.Comparison;
import io.evenkeel.cli.bench.reads.ProcessResult.Run;
import java.util.List;
import java.util.Locale;

/** The part of the report about new processes. */
final class ProcessReport {
  private static final String NOTES =
      """
      Medians of paired runs, one of each in turn; from the least to the greatest, or the
      95 % confidence interval. * the median misses the target beside it. Stock's medians
      in ms.
      """;
  private static final double MILLION = 1e6;

  private ProcessReport() {}

  static String table(List<ProcessResult> results) {
    StringBuilder out = new StringBuilder("In new processes\n");
    line(out, "row", "repl", "Evenkeel / stock", "", "target");
    for (ProcessResult result : results) {
      result
          .failure()
          .ifPresent(
              failure ->
                  out.append(
                      String.format(
                          Locale.ROOT, "%-18s FAILED: %s%n", result.row().name(), failure)));
      String name = result.row().name();
      for (Comparison comparison : result.comparisons()) {
        Estimate ratio = comparison.ratio();
        line(
            out,
            name,
            name.isEmpty() ? "" : Integer.toString(result.replication()),
            comparison.what(),
            String.format(
                Locale.ROOT,
                "%.2f %.2f-%.2f%s",
                ratio.median(),
                ratio.low(),
                ratio.high(),
                comparison.holds() ? "" : "*"),
            Double.isInfinite(comparison.target())
                ? "-"
                : String.format(Locale.ROOT, "%.2f", comparison.target()));
        name = "";
      }
      stock(result, out);
    }
    return out.append(NOTES).toString();
  }

  private static void stock(ProcessResult result, StringBuilder out) {
    if (result.isMeasured()) {
      out.append(
          String.format(
              Locale.ROOT,
              "%-18s %-4s stock: %.0f ms, CPU %.0f ms, %d runs%n",
              "",
              "",
              result.typical(ProcessResult.STOCK, Run::nanos) / MILLION,
              result.typical(ProcessResult.STOCK, Run::cpuNanos) / MILLION,
              result.runs().get(ProcessResult.STOCK).size()));
    }
  }

  private static void line(StringBuilder out, Object... words) {
    out.append(String.format(Locale.ROOT, "%-18s %-4s %-26s %-18s %7s%n", words));
  }

  static void add(List<ProcessResult> results, ArrayNode json) {
    for (ProcessResult result : results) {
      ObjectNode entry = json.addObject();
      entry.put("row", result.row().name()).put("replication", result.replication());
      entry.put("fileBytes", result.row().file().bytes()).put("slowNode", result.row().slowNode());
      result.failure().ifPresent(failure -> entry.put("failure", failure.toString()));
      ArrayNode comparisons = entry.putArray("comparisons");
      for (Comparison comparison : result.comparisons()) {
        ObjectNode compared = comparisons.addObject().put("what", comparison.what());
        if (Double.isFinite(comparison.target())) {
          compared.put("target", comparison.target()).put("holds", comparison.holds());
        }
        ReadsReport.add(comparison.ratio(), compared);
      }
      ObjectNode runs = entry.putObject("runs");
      result
          .runs()
          .forEach(
              (who, all) -> {
                ArrayNode list = runs.putArray(who);
                for (Run run : all) {
                  ObjectNode one = list.addObject();
                  one.put("nanos", run.nanos()).put("cpuNanos", run.cpuNanos());
                  ArrayNode reads = one.putArray("readNanos");
                  run.reads().forEach(reads::add);
                }
              });
    }
  }
}
