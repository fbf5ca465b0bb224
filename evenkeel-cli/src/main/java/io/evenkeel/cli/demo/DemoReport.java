package io.evenkeel.cli.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.command.WrappedText;
import java.util.List;
import java.util.Locale;

/** The demo's result, for people and for programs. */
public record DemoReport(DemoSettings settings, List<DemoRow> rows) {
  private static final String COLUMNS = "  %11s%8s%8s%6s";

  /** Whether every byte of every read was right. */
  public boolean allVerified() {
    return rows.stream().allMatch(r -> r.verified() == r.runs());
  }

  String table() {
    StringBuilder out = new StringBuilder();
    String slow = settings.stragglers() == 1 ? "straggler" : "stragglers";
    out.append(String.format(Locale.ROOT, "%-9s%13s%35s%n", "", "healthy", slow));
    String columns = String.format(Locale.ROOT, COLUMNS, "median ms", "max ms", "payload", "right");
    out.append(String.format(Locale.ROOT, "%-9s%s%s%n", "scheme", columns, columns));
    for (DemoRow healthy : rows) {
      if (!healthy.straggler()) {
        out.append(String.format(Locale.ROOT, "%-9s", healthy.scheme()));
        out.append(cells(healthy)).append(cells(row(healthy.scheme(), true)));
        out.append(System.lineSeparator());
      }
    }
    return out.toString();
  }

  private static String cells(DemoRow row) {
    return String.format(
        Locale.ROOT,
        COLUMNS,
        String.format(Locale.ROOT, "%.0f", row.medianMillis()),
        String.format(Locale.ROOT, "%.0f", row.maxMillis()),
        String.format(Locale.ROOT, "%.2fx", row.payloadRatio()),
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
        "With %s, POCache reads the file in %.0f ms: %.0f %% below plain HDFS, %.2f x the healthy"
            + " parallel read, for %.2f x the bytes.",
        settings.slowOnes(),
        poCache.medianMillis(),
        100 * (1 - poCache.medianMillis() / plain),
        poCache.medianMillis() / parallel,
        poCache.payloadRatio());
  }

  private static String wrapped(String line) {
    return String.join(System.lineSeparator(), WrappedText.lines(line));
  }

  /** All of it, and what is to be said of it. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%s; %d rounds%n%n%s%n%s%n",
            settings.text(),
            settings.runs(),
            table(),
            wrapped(sentence())));
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
    root.put("stragglers", settings.stragglers());
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
