package io.evenkeel.cli.bench.striped;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.cli.bench.Machine;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The results, for people and for programs. */
record StripedReport(String command, Machine machine, List<StripedResult> results) {
  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append(System.lineSeparator());
    out.append(machine.text()).append(System.lineSeparator()).append(System.lineSeparator());
    out.append(
        String.format(
            Locale.ROOT,
            "%-18s %-11s %-9s %5s %9s %9s %9s  %15s  %6s %8s %6s%n",
            "row",
            "phase",
            "client",
            "reads",
            "first ms",
            "median",
            "p99",
            "/ stock healthy",
            "sent",
            "CPU ms",
            "/stock"));
    for (StripedResult result : results) {
      StripedResult base = healthyStock(result);
      out.append(
          String.format(
              Locale.ROOT,
              "%-18s %-11s %-9s %5d %9.0f %9.0f %9.0f  %5s%5s%5s  %6.2f %8.0f %6s%n",
              result.row(),
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
              result.gaveUp() ? "hangs" : ratio(result.cpuMillis(), base.cpuMillis())));
    }
    out.append(
        String.format(
            Locale.ROOT,
            "%n%d MiB, whole, by buffers of %d KiB, every read checked. / stock healthy: first and"
                + " median by the stock%nclient's healthy median, p99 by its healthy p99. sent: by"
                + " the DataNodes, by the file's length. CPU: of this%nprocess, a read; its own"
                + " check of the bytes included. hangs: a read had not ended after %d s.%nnew: the"
                + " first read of new processes, by that of the stock client's; CPU: of the whole"
                + " process.%n",
            StripedBench.FILE_MIB,
            StripedBench.BUFFER_BYTES >> 10,
            StripedBench.GIVE_UP_SECONDS));
    return out.toString();
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
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f", value / by);
  }

  String json() throws IOException {
    ObjectNode root = BenchResult.tree();
    root.put("command", command);
    machine.addTo(root.putObject("machine"));
    ArrayNode rows = root.putArray("results");
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
