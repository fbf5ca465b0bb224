package io.evenkeel.cli.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** The demo's result, for people and for programs. */
public record DemoReport(DemoSettings settings, List<DemoRow> rows) {
  /** Whether every byte of every read was right. */
  public boolean allVerified() {
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
        settings.dataNodes(),
        settings.slowFactor(),
        poCache.medianMillis(),
        100 * (1 - poCache.medianMillis() / plain),
        poCache.medianMillis() / parallel,
        poCache.payloadRatio());
  }

  /** All of it, and what is to be said of it. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%s, one of them %.0f x slower; %d rounds%n%n%s%n%s%n",
            settings.text(),
            settings.slowFactor(),
            settings.runs(),
            table(),
            sentence()));
    if (!allVerified()) {
      out.append("WRONG BYTES: some runs did not give back what was written; see the table.")
          .append(System.lineSeparator());
    }
    return out.toString();
  }

  /**
   * Every single read.
   *
   * @param root what was called where
   */
  public String json(ObjectNode root) {
    root.put("fileBytes", settings.fileBytes()).put("blocks", settings.blocks());
    root.put("blockBytes", settings.blockSizeBytes()).put("code", settings.code().toString());
    root.put("dataNodes", settings.dataNodes());
    root.put("rateBytesPerSecond", settings.rateBytesPerSecond());
    root.put("slowFactor", settings.slowFactor());
    ArrayNode all = root.putArray("rows");
    for (DemoRow row : rows) {
      ObjectNode entry = all.addObject();
      entry.put("scheme", row.scheme()).put("straggler", row.straggler()).put("runs", row.runs());
      entry.put("medianMillis", row.medianMillis()).put("maxMillis", row.maxMillis());
      entry.put("payloadRatio", row.payloadRatio()).put("verified", row.verified());
      row.millis().forEach(entry.putArray("millis")::add);
      ArrayNode payload = entry.putArray("payloadBytes");
      row.samples().forEach(sample -> payload.add(sample.payloadBytes()));
    }
    return root.toPrettyString();
  }
}
