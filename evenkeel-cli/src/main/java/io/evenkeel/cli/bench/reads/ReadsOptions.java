package io.evenkeel.cli.bench.reads;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What {@code bench reads} is to measure.
 *
 * @param rows which, by their names
 * @param ratesBytesPerSecond of DataNodes, 0 for no limit
 * @param pairsMax of a row; two pairs a round
 * @param rowSecondsMax after which a row takes what it has
 */
record ReadsOptions(
    Pattern rows,
    List<Long> ratesBytesPerSecond,
    List<Integer> replications,
    int pairsMax,
    int rowSecondsMax,
    Optional<Path> json) {
  static final int PAIRS_MIN = 12;
  static final int QUICK_PAIRS = 8;

  ReadsOptions {
    if (pairsMax < 2 || pairsMax > 1000) {
      throw new IllegalArgumentException("--pairs-max takes 2 to 1000, got " + pairsMax);
    }
    if (rowSecondsMax < 1) {
      throw new IllegalArgumentException(
          "--row-seconds takes 1 second or more, got " + rowSecondsMax);
    }
    ratesBytesPerSecond = List.copyOf(ratesBytesPerSecond);
    replications = List.copyOf(replications);
  }

  /** The rows of that name or those that match the expression, in whole. */
  List<ReadRow> chosen(boolean limited) {
    List<ReadRow> all = ReadRows.of(limited);
    List<ReadRow> chosen = all.stream().filter(row -> rows.matcher(row.name()).matches()).toList();
    if (chosen.isEmpty() && ratesBytesPerSecond.size() == 1) {
      throw new IllegalArgumentException(
          "--rows "
              + rows
              + " matches none of "
              + String.join(", ", all.stream().map(ReadRow::name).toList()));
    }
    return chosen;
  }
}
