package io.evenkeel.cli.bench.small;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.Machine;
import java.util.List;
import java.util.Locale;

/** The result of {@code bench small}, for people and for programs. */
record SmallReport(
    String command, Machine machine, double perSecond, int reads, List<SmallResult> results) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A straggler's row counts only where the stock client is hurt so much. */
  private static final double HURT_MIN = 4;

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append('\n').append(machine.text()).append("\n\n");
    out.append(
        String.format(
            Locale.ROOT,
            "%d positional reads a phase, %.0f a second, of %d MiB in 64 blocks; six DataNodes%n%n",
            reads,
            perSecond,
            SmallBench.FILE_MIB));
    out.append(
        "                                  healthy, ms    one node is not, ms         p99 / healthy"
            + "  sent / asked    duplicated, %    reads\n");
    out.append(
        "row                     client      p50   p99      p50     p99      max    all first 1000"
            + "  healthy  slow    healthy   slow    slow\n");
    for (SmallResult result : results) {
      out.append(line(result));
    }
    out.append(
        "\nLatencies from when a read was due. p99 / healthy: the 99th percentile by the same client's\n"
            + "healthy one, of all reads and of the first 1000 after the node had become slow; * where"
            + " the\nstock client is hurt less than 4 x, so that the row says nothing. Sent: by"
            + " DataNodes, packet\nheaders included. Duplicated: asked beside a node that might"
            + " still answer, by what was asked. +N: so\nmany reads had not ended 20 s after the"
            + " last was due; they count with the time until then.\n");
    return out.toString();
  }

  private static String line(SmallResult r) {
    boolean saysNothing = r.client().equals("stock") && r.p99Ratio() < HURT_MIN;
    String unfinished =
        (saysNothing ? " *" : "")
            + (r.slow().unfinished() == 0 ? "" : " +" + r.slow().unfinished());
    return String.format(
        Locale.ROOT,
        "%-23s %-8s %6.1f %5.1f %8.1f %7.1f %8.1f %6.2f %10.2f  %7.2f %5.2f %9.1f %6.1f %7d%s%n",
        r.row().name(),
        r.client(),
        r.healthy().p50Millis(),
        r.healthy().p99Millis(),
        r.slow().p50Millis(),
        r.slow().p99Millis(),
        r.slow().maxMillis(),
        r.p99Ratio(),
        r.firstP99Ratio(),
        r.healthySentRatio(),
        r.slowSentRatio(),
        100 * r.healthyDuplicated(),
        100 * r.slowDuplicated(),
        r.slow().nanos().length,
        unfinished);
  }

  /** Every single latency in microseconds, in the order in which the reads should have begun. */
  String json() {
    ObjectNode top = JSON.createObjectNode();
    top.put("command", command).put("machine", machine.text());
    top.put("readsPerSecond", perSecond);
    ArrayNode rows = top.putArray("rows");
    for (SmallResult result : results) {
      ObjectNode row = rows.addObject();
      row.put("name", result.row().name()).put("client", result.client());
      row.put("delayMillis", result.delayMillis()).put("unfinished", result.slow().unfinished());
      micros(row.putArray("healthyMicros"), result.healthy());
      micros(row.putArray("slowMicros"), result.slow());
    }
    return top.toPrettyString();
  }

  private static void micros(ArrayNode into, Latencies latencies) {
    for (long nanos : latencies.nanos()) {
      into.add(nanos / 1000);
    }
  }
}
