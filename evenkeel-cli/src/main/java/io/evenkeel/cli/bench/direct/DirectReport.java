package io.evenkeel.cli.bench.direct;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.util.List;
import java.util.Locale;

/** The result, for people and for programs. */
record DirectReport(String command, Machine machine, String setting, List<DirectResult> results) {
  private static final String NOTES =
      "Latencies from when each read was due. Hottest node: the most that one has sent, by its"
          + " rate. Instead, in %: asked instead of a busy or slow node; twice: beside one that might"
          + " still answer; by what was asked. +N: so many had not ended, and count with the time"
          + " until then.";

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append('\n').append(machine.text()).append("\n\n");
    out.append(WrappedText.text(setting));
    out.append(
        """

                            milliseconds        by stock's    hottest sent/ in- twice
        row, client reads/s mean   p50   p95   p99  mean  p95  p99  node asked stead  %
        """);
    String row = "";
    for (DirectResult result : results) {
      if (!result.row().equals(row)) {
        row = result.row();
        out.append(row).append('\n');
      }
      out.append(line(result));
    }
    return out.append('\n').append(WrappedText.text(NOTES)).toString();
  }

  private String line(DirectResult r) {
    DirectResult stock =
        results.stream().filter(other -> other.row().equals(r.row())).findFirst().orElseThrow();
    return String.format(
        Locale.ROOT,
        " %-10s %6.1f %5.0f %5.0f %5.0f %5.0f %5s%5s%5s %4.2f %4.2f %4.1f %4.1f%s%n",
        r.client(),
        r.readsPerSecond(),
        r.latencies().meanMillis(),
        r.latencies().percentileMillis(50),
        r.latencies().percentileMillis(95),
        r.latencies().percentileMillis(99),
        BenchResult.ratio(r.latencies().meanMillis() / stock.latencies().meanMillis()),
        BenchResult.ratio(
            r.latencies().percentileMillis(95) / stock.latencies().percentileMillis(95)),
        BenchResult.ratio(
            r.latencies().percentileMillis(99) / stock.latencies().percentileMillis(99)),
        r.hottestUtilisation(),
        r.sentRatio(),
        100 * r.redirected(),
        100 * r.duplicated(),
        r.latencies().unfinished() == 0 ? "" : " +" + r.latencies().unfinished());
  }

  /** Every single latency in microseconds, in the order in which they should have begun. */
  String json() {
    ObjectNode top = BenchResult.tree();
    top.put("command", command);
    machine.addTo(top.putObject("machine"));
    top.put("setting", setting);
    ArrayNode rows = top.putArray("rows");
    for (DirectResult result : results) {
      ObjectNode row = rows.addObject();
      row.put("row", result.row()).put("client", result.client());
      row.put("readsPerSecond", result.readsPerSecond());
      row.put("hottestUtilisation", result.hottestUtilisation());
      row.put("sentRatio", result.sentRatio()).put("redirected", result.redirected());
      row.put("duplicated", result.duplicated());
      row.put("unfinished", result.latencies().unfinished());
      ArrayNode micros = row.putArray("micros");
      for (long nanos : result.latencies().nanos()) {
        micros.add(nanos / 1000);
      }
    }
    return top.toPrettyString();
  }
}
