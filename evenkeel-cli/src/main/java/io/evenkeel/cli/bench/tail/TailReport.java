package io.evenkeel.cli.bench.tail;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.cli.bench.Latencies;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.util.List;
import java.util.Locale;

/** The result, for people and for programs. */
record TailReport(String command, Machine machine, int count, List<TailResult> results) {
  /** A straggler's row counts only where the stock client is hurt so much. */
  private static final double HURT_MIN = 4;

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append('\n').append(machine.text()).append("\n\n");
    Load load = results.get(0).row().load();
    out.append(
        String.format(
            Locale.ROOT,
            "%d %s a phase; %d MiB on six DataNodes%n%n",
            count,
            load.text(),
            TailBench.FILE_MIB));
    out.append(
        String.format(
            Locale.ROOT,
            "                       milliseconds          p%1$d / healthy  sent/  twice%n"
                + "row, client, nodes     p50    p%1$d    max     all %3$11s  asked      %%%n",
            load.percentile(),
            load.firsts(),
            "first " + load.firsts()));
    String row = "";
    for (TailResult result : results) {
      if (!result.row().name().equals(row)) {
        row = result.row().name();
        out.append(row).append('\n');
      }
      out.append(lines(result));
    }
    return out.append('\n').append(WrappedText.text(notes(load))).toString();
  }

  private static String notes(Load load) {
    return String.format(
        Locale.ROOT,
        "Latencies from when each was due. p%d / healthy: that percentile by the same client's"
            + " healthy one, of all and of the first %d after the fault; * where the stock client"
            + " is hurt less than 4 x, so that the row says nothing. Sent: by DataNodes, packet"
            + " headers included. Twice: asked beside a node that might still answer, by what was"
            + " asked. +N: so many had not ended 20 s after the last was due; they count with the"
            + " time until then.",
        load.percentile(),
        load.firsts());
  }

  private static String lines(TailResult r) {
    Latencies slow = r.slow().latencies();
    boolean isHurt = r.row().fault() == TailRow.Fault.FOURFOLD || r.ratio() >= HURT_MIN;
    boolean saysNothing = r.client().equals("stock") && !isHurt;
    String unfinished =
        (saysNothing ? " *" : "") + (slow.unfinished() == 0 ? "" : " +" + slow.unfinished());
    return line(r.client(), "healthy", r.healthy(), r.healthyMillis(), "", "", "")
        + line(
            "",
            r.row().fault().text(),
            r.slow(),
            r.slowMillis(),
            ratio(r.ratio()),
            ratio(r.firstRatio()),
            unfinished);
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, value < 1000 ? "%.2f" : "%.0f", value);
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, value < 1000 ? "%.1f" : "%.0f", value);
  }

  private static String line(
      String client,
      String nodes,
      TailResult.Part part,
      double tailMillis,
      String ratio,
      String firstRatio,
      String note) {
    return String.format(
        Locale.ROOT,
        "  %-8s %-8s %6s %6s %6s %7s %11s %6.2f %6.1f%s%n",
        client,
        nodes,
        millis(part.latencies().percentileMillis(50)),
        millis(tailMillis),
        millis(part.latencies().maxMillis()),
        ratio,
        firstRatio,
        part.sentRatio(),
        100 * part.duplicated(),
        note);
  }

  /** Every single latency in microseconds, in the order in which they should have begun. */
  String json() {
    ObjectNode top = BenchResult.tree();
    top.put("command", command);
    machine.addTo(top.putObject("machine"));
    ArrayNode rows = top.putArray("rows");
    for (TailResult result : results) {
      ObjectNode row = rows.addObject();
      row.put("row", result.row().name()).put("client", result.client());
      Latencies slow = result.slow().latencies();
      row.put("perSecond", result.row().perSecond());
      row.put("delayMillis", result.delayMillis()).put("unfinished", slow.unfinished());
      micros(row.putArray("healthyMicros"), result.healthy().latencies());
      micros(row.putArray("slowMicros"), slow);
    }
    return top.toPrettyString();
  }

  private static void micros(ArrayNode into, Latencies latencies) {
    for (long nanos : latencies.nanos()) {
      into.add(nanos / 1000);
    }
  }
}
