package io.evenkeel.cli.bench.direct;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.cli.bench.Machine;
import java.util.List;
import java.util.Locale;

/** The result, for people and for programs. */
record DirectReport(String command, Machine machine, String setting, List<DirectResult> results) {
  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append('\n').append(machine.text()).append("\n\n");
    out.append(setting).append("\n\n");
    out.append(
        String.format(
            Locale.ROOT,
            "                                     milliseconds           by stock's        hottest"
                + "  sent /  redir.  dupl.%n"
                + "row    client     reads/s   mean   p50   p95    p99    mean   p95   p99   node"
                + "     asked   %%       %%%n"));
    for (DirectResult result : results) {
      out.append(line(result));
    }
    out.append(
        String.format(
            Locale.ROOT,
            "%nLatencies from when each read was due. Hottest node: the most that one has sent, by"
                + " its rate.%nRedirected: asked instead of a busy or slow node; duplicated: beside"
                + " one that might still answer; by%nwhat was asked. +N: so many had not ended, and"
                + " count with the time until then.%n"));
    return out.toString();
  }

  private String line(DirectResult r) {
    DirectResult stock =
        results.stream().filter(other -> other.row().equals(r.row())).findFirst().orElseThrow();
    return String.format(
        Locale.ROOT,
        "%-6s %-10s %7.1f %6.0f %5.0f %5.0f %6.0f  %6.2f %5.2f %5.2f %6.2f %9.2f %7.1f %6.1f%s%n",
        r.row(),
        r.client(),
        r.readsPerSecond(),
        r.latencies().meanMillis(),
        r.latencies().percentileMillis(50),
        r.latencies().percentileMillis(95),
        r.latencies().percentileMillis(99),
        r.latencies().meanMillis() / stock.latencies().meanMillis(),
        r.latencies().percentileMillis(95) / stock.latencies().percentileMillis(95),
        r.latencies().percentileMillis(99) / stock.latencies().percentileMillis(99),
        r.hottestUtilisation(),
        r.sentRatio(),
        100 * r.redirected(),
        100 * r.duplicated(),
        r.latencies().unfinished() == 0 ? "" : " +" + r.latencies().unfinished());
  }

  /** Every single latency in microseconds, in the order in which they should have begun. */
  String json() {
    ObjectNode top = BenchResult.tree();
    top.put("command", command).put("machine", machine.text()).put("setting", setting);
    ArrayNode rows = top.putArray("rows");
    for (DirectResult result : results) {
      ObjectNode row = rows.addObject();
      row.put("name", result.row()).put("client", result.client());
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
