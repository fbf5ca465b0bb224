package io.evenkeel.cli.bench.reads;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.command.Machine;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The result of {@code bench stopped}, for people and for programs. */
record StoppedReport(
    String command,
    Machine machine,
    List<StoppedResult> results,
    Optional<CloseBench.Result> closes) {
  private static final double MILLION = 1e6;

  boolean allRight() {
    return results.stream().allMatch(result -> result.failure().isEmpty());
  }

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append('\n').append(machine.text()).append("\n\n");
    out.append(
        "64 MiB in 4 blocks on DataNodes at 64 MiB/s, one block's node stopped (SIGSTOP).\n");
    out.append("row              healthy parallel ms  first read   all reads  longest\n");
    for (StoppedResult result : results) {
      String name = result.row().name();
      result
          .failure()
          .ifPresent(e -> out.append(String.format(Locale.ROOT, "%-16s FAILED: %s%n", name, e)));
      if (result.isMeasured()) {
        out.append(
            String.format(
                Locale.ROOT,
                "%-16s %9.0f %9.0f   %6.2f x%-2s %6.2f x%-2s %6.2f x (%d)%s%n",
                name,
                StoppedResult.median(result.healthy()) / MILLION,
                StoppedResult.median(result.healthyLater()) / MILLION,
                result.first(),
                result.firstHolds() ? "" : "*",
                result.typical(),
                result.typicalHolds() ? "" : "*",
                result.max(),
                result.stopped().size(),
                result.hung() ? " HUNG" : ""));
      }
    }
    closes.ifPresent(
        closed ->
            out.append(
                String.format(
                    Locale.ROOT,
                    "close() in mid-read: median %.2f ms, at most %.2f ms%s;%nthe stopped node's"
                        + " connection was open in %d of %d%n",
                    StoppedResult.median(closed.nanos()) / MILLION,
                    closed.maxMillis(),
                    closed.holds() ? "" : "*",
                    closed.withOpenConnection(),
                    closed.nanos().size())));
    out.append(
        """
        By healthy parallel reads with the same buffers: the first by a first read where
        the process is new (left column), all by later ones. All reads: their median,
        the first included; (number). HUNG: the node had to run again after 30 s for the
        reads to end. * misses its target: first 1.25, all 1.1, close() 50 ms with the
        connection open each time.
        """);
    return out.toString();
  }

  String json() {
    ObjectNode root = BenchResult.tree();
    root.put("command", command);
    machine.addTo(root.putObject("machine"));
    ArrayNode rows = root.putArray("rows");
    for (StoppedResult result : results) {
      ObjectNode row = rows.addObject();
      row.put("row", result.row().name()).put("block", result.row().block());
      row.put("bufferBytes", result.row().bufferBytes());
      row.put("newProcess", result.row().newProcess()).put("hung", result.hung());
      result.failure().ifPresent(failure -> row.put("failure", failure.toString()));
      result.healthy().forEach(row.putArray("healthyNanos")::add);
      result.healthyLater().forEach(row.putArray("healthyLaterNanos")::add);
      result.stopped().forEach(row.putArray("stoppedNanos")::add);
      if (result.isMeasured()) {
        row.put("first", result.first()).put("median", result.typical());
        row.put("holds", result.firstHolds() && result.typicalHolds());
      }
    }
    closes.ifPresent(
        closed -> {
          ObjectNode json = root.putObject("close");
          closed.nanos().forEach(json.putArray("nanos")::add);
          json.put("withOpenConnection", closed.withOpenConnection()).put("holds", closed.holds());
        });
    return root.toPrettyString();
  }
}
