package io.evenkeel.cli.bench.reads;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What {@code bench reads} is to measure.
 *
 * @param rows which, by their names
 * @param ratesBytesPerSecond of DataNodes, 0 for no limit
 * @param pairsMax of a row; two pairs a round
 * @param rowSecondsMax after which a row takes what it has
 * @param processRounds of commands in new processes
 */
record ReadsOptions(
    Pattern rows,
    List<Long> ratesBytesPerSecond,
    List<Integer> replications,
    int pairsMax,
    int rowSecondsMax,
    int processRounds) {
  static final int PAIRS_MIN = 12;
  static final int QUICK_PAIRS = 8;
  static final int PROCESS_ROUNDS = 11;
  static final int QUICK_PROCESS_ROUNDS = 3;

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

  /** Whether the rate is what takes the time; a GiB a second is more than a client here takes. */
  static boolean isLimited(long rateBytesPerSecond) {
    return rateBytesPerSecond > 0 && rateBytesPerSecond < 1 << 30;
  }

  /** The rows within this process whose whole name matches. */
  List<ReadRow> chosen(boolean limited) {
    return ReadRows.of(limited).stream().filter(row -> isChosen(row.name())).toList();
  }

  /** The rows of new processes whose whole name matches. */
  List<ProcessRow> chosenProcesses(boolean limited) {
    return ProcessRow.of(limited).stream().filter(row -> isChosen(row.name())).toList();
  }

  private boolean isChosen(String name) {
    return rows.matcher(name).matches();
  }

  /** Throws IllegalArgumentException when there is nothing to measure. */
  void checkAnyRow() {
    Set<String> names = new LinkedHashSet<>();
    for (long rate : ratesBytesPerSecond) {
      ReadRows.of(isLimited(rate)).forEach(row -> names.add(row.name()));
      ProcessRow.of(isLimited(rate)).forEach(row -> names.add(row.name()));
    }
    if (names.stream().noneMatch(this::isChosen)) {
      throw new IllegalArgumentException(
          "--rows " + rows + " matches none of " + String.join(", ", names));
    }
  }
}
