package io.evenkeel.cli.bench.reads;

import static io.evenkeel.cli.bench.reads.ReadFile.MIB;

import java.util.List;

/**
 * A command in a new process, as a user types it.
 *
 * @param name in the table, and for {@code --rows}
 * @param kind what is run
 * @param file that it reads or writes
 * @param slowNode whether one DataNode is slow
 * @param target time and CPU by stock's, at most; infinite when nothing is asked
 */
record ProcessRow(String name, Kind kind, ReadFile file, boolean slowNode, ReadRow.Target target) {
  private static final ReadRow.Target READ = new ReadRow.Target(1.05, 1.15);
  private static final ReadRow.Target WRITE = new ReadRow.Target(1.10, 1.5);

  /** With a slow node four keys are compared with two, and both beat the stock client. */
  private static final ReadRow.Target SLOW = new ReadRow.Target(1, ReadRow.Target.ANY);

  private static final ReadRow.Target FIRST = new ReadRow.Target(1 / 3.3, ReadRow.Target.ANY);

  /** What a process does. */
  enum Kind {
    /** {@code hdfs dfs -ls}. */
    LIST,
    /** {@code hdfs dfs -cat}. */
    CAT,
    /** {@code hdfs dfs -put}. */
    PUT,
    /** {@link FirstReadsMain}. */
    READ
  }

  /** Those of DataNodes with a limit, or without. */
  static List<ProcessRow> of(boolean limited) {
    ReadFile small = new ReadFile("small", 16 * MIB, 16 * MIB);
    ReadFile wide = new ReadFile("wide", 64 * MIB, 16 * MIB);
    ReadFile medium = new ReadFile("medium", 256 * MIB, 16 * MIB);
    return limited
        ? List.of(
            new ProcessRow("new-first-64m", Kind.READ, wide, false, FIRST),
            new ProcessRow("new-first-256m", Kind.READ, medium, false, FIRST),
            new ProcessRow("new-cat-64m-slow", Kind.CAT, wide, true, SLOW),
            new ProcessRow("new-cat-256m-slow", Kind.CAT, medium, true, SLOW))
        : List.of(
            new ProcessRow("new-ls", Kind.LIST, small, false, READ),
            new ProcessRow("new-cat-16m", Kind.CAT, small, false, READ),
            new ProcessRow("new-cat-256m", Kind.CAT, medium, false, READ),
            new ProcessRow("new-put-256m", Kind.PUT, medium, false, WRITE));
  }
}
