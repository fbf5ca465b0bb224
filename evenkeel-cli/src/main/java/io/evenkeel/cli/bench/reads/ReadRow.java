package io.evenkeel.cli.bench.reads;

import java.util.List;

/**
 * A line of the table: a way to read some files.
 *
 * @param name in the table, and for {@code --rows}
 * @param what it reads, for people
 * @param reference reads the same bytes in the same order by calls that every file system has
 */
record ReadRow(
    String name,
    String what,
    List<ReadFile> files,
    ReadPattern pattern,
    ReadPattern reference,
    Target target) {

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
