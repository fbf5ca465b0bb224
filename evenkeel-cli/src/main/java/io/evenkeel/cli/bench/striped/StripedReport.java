package io.evenkeel.cli.bench.striped;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import io.evenkeel.core.log.ByteText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The results, for people and for programs. */
record StripedReport(String command, Machine machine, List<StripedResult> results) {
  private static final String NOTES =
      StripedBench.FILE_MIB
          + " MiB, whole, by buffers of "
          + ByteText.of(StripedBench.BUFFER_BYTES)
          + ", every read checked; times in ms. /stock healthy: first and median by the stock client's healthy"
          + " median, p99 by its healthy p99. sent: by the DataNodes, by the file's length. CPU: ms"
          + " of this process, a read, its own check of the bytes included, and by the stock"
          + " client's healthy ones. hangs: a read had not ended after "
          + StripedBench.GIVE_UP_SECONDS
          + " s. new: the first read of new processes, by that of the stock client's; CPU: of the"
          + " whole process.";

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append(System.lineSeparator());
    out.append(machine.text()).append(System.lineSeparator()).append(System.lineSeparator());
    out.append(
        String.format(
            "%-21s %5s %6s %6s %6s %14s %5s %4s %5s%n",
            "row, nodes, client",
            "reads",
            "first",
            "median",
            "p99",
            "/stock healthy",
            "sent",
            "CPU",
            "/st."));
    String row = "";
    for (StripedResult result : results) {
      if (!result.row().equals(row)) {
        row = result.row();
        out.append(row).append(System.lineSeparator());
      }
      out.append(line(result));
    }
    return out.append(System.lineSeparator()).append(WrappedText.text(NOTES)).toString();
  }

  private String line(StripedResult result) {
    StripedResult base = healthyStock(result);
    return String.format(
        Locale.ROOT,
        " %-11s %-8s %5d %6.0f %6.0f %6.0f %4s %4s %4s %5.2f %4.0f %5s%n",
        result.phase(),
        result.client(),
        result.nanos().size(),
        result.firstMillis(),
        result.medianMillis(),
        result.millis(.99),
        ratio(result.firstMillis(), base.medianMillis()),
        ratio(result.medianMillis(), base.medianMillis()),
        ratio(result.millis(.99), base.millis(.99)),
        result.sentRatio(),
        result.cpuMillis(),
        result.gaveUp() ? "hangs" : ratio(result.cpuMillis(), base.cpuMillis()));
  }

  private StripedResult healthyStock(StripedResult of) {
    String healthy = of.phase().startsWith(NewProcesses.PHASE) ? NewProcesses.PHASE : "healthy";
    return results.stream()
        .filter(r -> r.row().equals(of.row()))
        .filter(r -> r.phase().equals(healthy) && r.client().equals("stock"))
        .findFirst()
        .orElseThrow();
  }

  private static String ratio(double value, double by) {
    return Double.isNaN(value) ? "-" : BenchResult.ratio(value / by);
  }

  String json() throws IOException {
    ObjectNode root = BenchResult.tree();
    root.put("command", command);
    machine.addTo(root.putObject("machine"));
    ArrayNode rows = root.putArray("rows");
    for (StripedResult result : results) {
      ObjectNode row = rows.addObject();
      row.put("row", result.row()).put("phase", result.phase()).put("client", result.client());
      row.put("sentBytes", result.sentBytes()).put("cpuNanos", result.cpuNanos());
      row.put("gaveUp", result.gaveUp());
      result.nanos().forEach(row.putArray("nanos")::add);
    }
    return root.toPrettyString();
  }
}
