package io.evenkeel.cli.bench.tail;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.cli.bench.Latencies;
import io.evenkeel.cli.bench.Machine;
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
            "                                      healthy, ms    one node is not, ms         p%1$d /"
                + " healthy  sent / asked    duplicated, %%      done%n"
                + "row                         client      p50   p%1$d      p50     p%1$d      max"
                + "    all first %2$-4d  healthy  slow    healthy   slow    slow%n",
            load.percentile(),
            load.firsts()));
    for (TailResult result : results) {
      out.append(line(result));
    }
    out.append(
        String.format(
            Locale.ROOT,
            "%nLatencies from when each was due. p%d / healthy: that percentile by the same client's"
                + " healthy%none, of all and of the first %d after the fault; * where the stock client"
                + " is hurt less than 4 x,%nso that the row says nothing. Sent: by DataNodes, packet"
                + " headers included. Duplicated: asked%nbeside a node that might still answer, by what"
                + " was asked. +N: so many had not ended 20 s after%nthe last was due; they count with"
                + " the time until then.%n",
            load.percentile(),
            load.firsts()));
    return out.toString();
  }

  private static String line(TailResult r) {
    Latencies slow = r.slow().latencies();
    boolean isHurt = r.row().fault() == TailRow.Fault.FOURFOLD || r.ratio() >= HURT_MIN;
    boolean saysNothing = r.client().equals("stock") && !isHurt;
    String unfinished =
        (saysNothing ? " *" : "") + (slow.unfinished() == 0 ? "" : " +" + slow.unfinished());
    return String.format(
        Locale.ROOT,
        "%-27s %-8s %6.1f %5.1f %8.1f %7.1f %8.1f %6.2f %10.2f  %7.2f %5.2f %9.1f %6.1f %7d%s%n",
        r.row().name(),
        r.client(),
        r.healthy().latencies().percentileMillis(50),
        r.healthyMillis(),
        slow.percentileMillis(50),
        r.slowMillis(),
        slow.maxMillis(),
        r.ratio(),
        r.firstRatio(),
        r.healthy().sentRatio(),
        r.slow().sentRatio(),
        100 * r.healthy().duplicated(),
        100 * r.slow().duplicated(),
        slow.nanos().length,
        unfinished);
  }

  /** Every single latency in microseconds, in the order in which they should have begun. */
  String json() {
    ObjectNode top = BenchResult.tree();
    top.put("command", command).put("machine", machine.text());
    ArrayNode rows = top.putArray("rows");
    for (TailResult result : results) {
      ObjectNode row = rows.addObject();
      row.put("name", result.row().name()).put("client", result.client());
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
