package io.evenkeel.cli.bench.reads;

import java.util.List;
import java.util.Map;

/**
 * A line of the table: a way to read some files.
 *
 * @param name in the table, and for {@code --rows}
 * @param what it reads, for people
 * @param reference reads the same bytes in the same order by calls that every file system has
 * @param keys of Evenkeel's client in this row alone
 */
record ReadRow(
    String name,
    String what,
    List<ReadFile> files,
    ReadPattern pattern,
    ReadPattern reference,
    Target target,
    Map<String, String> keys) {

  /** With a client as all rows have it. */
  ReadRow(
      String name,
      String what,
      List<ReadFile> files,
      ReadPattern pattern,
      ReadPattern reference,
      Target target) {
    this(name, what, files, pattern, reference, target, Map.of());
  }

  /**
   * What must hold.
   *
   * @param time Evenkeel's by the stock client's, at most
   * @param cpu the same of CPU; infinite when nothing is asked
   * @param lanes bytes of lanes by bytes read, at most
   */
  record Target(double time, double cpu, double lanes) {
    static final double ANY = Double.POSITIVE_INFINITY;

    Target(double time, double cpu) {
      this(time, cpu, ANY);
    }
  }
}
