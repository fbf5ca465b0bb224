package io.evenkeel.cli.demo;

import java.util.List;
import java.util.Locale;

/** The demo's result, for people and for programs. */
record DemoReport(
    long fileBytes, int blocks, int dataNodes, double slowFactor, List<DemoRow> rows) {

  boolean allVerified() {
    return rows.stream().allMatch(r -> r.verified() == r.runs());
  }

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%-10s %12s %12s %9s %9s   %12s %12s %9s %9s%n",
            "",
            "healthy",
            "",
            "",
            "",
            "straggler",
            "",
            "",
            ""));
    out.append(
        String.format(
            Locale.ROOT,
            "%-10s %12s %12s %9s %9s   %12s %12s %9s %9s%n",
            "scheme",
            "median ms",
            "max ms",
            "payload",
            "verified",
            "median ms",
            "max ms",
            "payload",
            "verified"));
    for (DemoRow healthy : rows) {
      if (!healthy.straggler()) {
        out.append(String.format(Locale.ROOT, "%-10s", healthy.scheme()));
        out.append(cells(healthy)).append("  ").append(cells(row(healthy.scheme(), true)));
        out.append(System.lineSeparator());
      }
    }
    return out.toString();
  }

  private static String cells(DemoRow row) {
    return String.format(
        Locale.ROOT,
        " %12.0f %12.0f %8.2fx %9s",
        row.medianMillis(),
        row.maxMillis(),
        row.payloadRatio(),
        row.verified() + "/" + row.runs());
  }

  private DemoRow row(String scheme, boolean straggler) {
    return rows.stream()
        .filter(r -> r.scheme().equals(scheme) && r.straggler() == straggler)
        .findFirst()
        .orElseThrow();
  }

  String sentence() {
    DemoRow poCache = row("pocache", true);
    double plain = row("plain", true).medianMillis();
    double parallel = row("parallel", false).medianMillis();
    return String.format(
        Locale.ROOT,
        "With one of %d DataNodes %.0f x slower, POCache reads the file in %.0f ms: %.0f %% below"
            + " plain HDFS, %.2f x the healthy parallel read, for %.2f x the bytes.",
        dataNodes,
        slowFactor,
        poCache.medianMillis(),
        100 * (1 - poCache.medianMillis() / plain),
        poCache.medianMillis() / parallel,
        poCache.payloadRatio());
  }

  String json() {
    StringBuilder out = new StringBuilder("{\n");
    out.append(
        String.format(
            Locale.ROOT,
            "  \"fileBytes\": %d,%n  \"blocks\": %d,%n  \"dataNodes\": %d,%n  \"slowFactor\": %s,%n",
            fileBytes,
            blocks,
            dataNodes,
            slowFactor));
    out.append("  \"rows\": [\n");
    for (int i = 0; i < rows.size(); i++) {
      DemoRow row = rows.get(i);
      out.append(
          String.format(
              Locale.ROOT,
              "    {\"scheme\": \"%s\", \"straggler\": %s, \"runs\": %d, \"medianMillis\": %.3f,"
                  + " \"maxMillis\": %.3f, \"payloadRatio\": %.4f, \"verified\": %d}%s%n",
              row.scheme(),
              row.straggler(),
              row.runs(),
              row.medianMillis(),
              row.maxMillis(),
              row.payloadRatio(),
              row.verified(),
              i < rows.size() - 1 ? "," : ""));
    }
    return out.append("  ]\n}\n").toString();
  }
}
