package io.evenkeel.cli.bench.striped;

import io.evenkeel.cli.cluster.NodeRate;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An erasure-coded file past slow and stopped DataNodes, with one jar and no server: the stock
 * client beside Evenkeel, every byte checked.
 */
public final class StripedDemo {
  private static final String ROW = "rs-6-3-32m";

  private final int runs;
  private final Consumer<String> progress;

  /**
   * What came of it.
   *
   * @param text for people
   * @param json for programs, with every read
   */
  public record Result(String text, String json) {}

  public StripedDemo(int runs, Consumer<String> progress) {
    this.runs = runs;
    this.progress = progress;
  }

  /**
   * Runs it; wrong bytes are an exception.
   *
   * @param command how it was called
   */
  public Result run(String command) throws IOException, InterruptedException {
    StripedRow row =
        StripedRow.all().stream().filter(r -> r.name().equals(ROW)).findFirst().orElseThrow();
    int most = row.parityUnits();
    StripedBench bench = new StripedBench(runs, List.of(1, most), 0, progress);
    bench.run(row);
    return new Result(
        text(row, runs, bench.results()),
        new StripedReport(command, Machine.here(), bench.results()).json());
  }

  /** The result for people. */
  static String text(StripedRow row, int runs, List<StripedResult> results) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    String what =
        String.format(
            Locale.ROOT,
            "%d MiB as %s on %d DataNodes %s, neither manager nor Redis; up to %d reads"
                + " each, every byte checked",
            StripedBench.FILE_MIB,
            row.policy(),
            row.dataNodes(),
            NodeRate.text(row.rateBytesPerSecond()),
            runs);
    wrapped(out, what);
    out.println();
    out.printf("%-22s %21s   %30s%n", "", "stock client", "Evenkeel");
    out.printf(
        "%-22s %10s %10s   %10s %10s %8s%n",
        "", "first ms", "median", "first ms", "median", "sent");
    line(out, results, "healthy", "healthy");
    line(
        out,
        results,
        "one slow",
        String.format(Locale.ROOT, "one %.0f x slower", StripedBench.SLOW_FACTOR));
    line(out, results, "1 stopped", "one stopped");
    String all = row.parityUnits() + " stopped";
    line(out, results, all, all);
    out.println();
    wrapped(out, sentence(row, results));
    out.flush();
    return text.toString();
  }

  private static void wrapped(PrintWriter out, String line) {
    WrappedText.lines(line).forEach(out::println);
  }

  private static void line(
      PrintWriter out, List<StripedResult> results, String phase, String name) {
    String stock =
        result(results, phase, "stock")
            .map(
                r ->
                    r.gaveUp()
                        ? String.format(
                            "%21s", "hangs for over " + StripedBench.GIVE_UP_SECONDS + " s")
                        : cells(r))
            .orElse(String.format("%21s", "not tried"));
    StripedResult own = result(results, phase, "Evenkeel").orElseThrow();
    out.printf(Locale.ROOT, "%-22s %s   %s %7.2fx%n", name, stock, cells(own), own.sentRatio());
  }

  private static String cells(StripedResult result) {
    return String.format(Locale.ROOT, "%10.0f %10.0f", result.firstMillis(), result.medianMillis());
  }

  private static Optional<StripedResult> result(
      List<StripedResult> results, String phase, String client) {
    return results.stream()
        .filter(r -> r.phase().equals(phase) && r.client().equals(client))
        .findFirst();
  }

  private static String sentence(StripedRow row, List<StripedResult> results) {
    double healthy = result(results, "healthy", "stock").orElseThrow().medianMillis();
    double stock = result(results, "one slow", "stock").orElseThrow().medianMillis();
    double own = result(results, "one slow", "Evenkeel").orElseThrow().medianMillis();
    return String.format(
        Locale.ROOT,
        "With one of %d DataNodes %.0f x slower, Evenkeel reads the file in %.0f ms: %.0f %% below the"
            + " stock client, %.2f x its healthy time.",
        row.dataNodes(),
        StripedBench.SLOW_FACTOR,
        own,
        100 * (1 - own / stock),
        own / healthy);
  }
}
