package io.evenkeel.cli.bench.reads;

import static io.evenkeel.cli.bench.reads.ReadFile.MIB;

import io.evenkeel.cli.bench.reads.ReadRow.Target;
import io.evenkeel.client.EvenkeelKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The rows of {@code bench reads} for nodes with and without a limit. */
final class ReadRows {
  private static final int KIB = 1 << 10;
  private static final int DIRECT_BYTES = 256 * KIB;
  private static final int COLUMN_BYTES = 300_000;
  private static final int THREADS = 8;
  private static final long PAUSE_MILLIS = 5;
  private static final int MIXED = 40;

  private static final Target UNLIMITED = new Target(1.05, 1.10);
  private static final Target LIMITED = new Target(1.03, Target.ANY);

  /** Local replicas, as all are here, are the stock stream's while it is not late. */
  private static final Target LOCAL = new Target(1.05, 1.10, 0);

  /** A whole file on nodes whose limit is what takes the time. */
  private static final Target WIDE = new Target(1 / 3.6, Target.ANY);

  /** Lanes that could not read were begun for nothing. */
  private static final Target FALLBACK = new Target(1.25, Target.ANY);

  private final boolean limited;
  private final Target target;
  private final Target wide;
  private final List<ReadRow> rows = new ArrayList<>();

  private ReadRows(boolean limited) {
    this.limited = limited;
    this.target = limited ? LIMITED : UNLIMITED;
    this.wide = limited ? WIDE : UNLIMITED;
  }

  /**
   * All rows. On limited nodes files are smaller: 64 MiB take a second there, and the spread of
   * what a limit dictates is small.
   */
  static List<ReadRow> of(boolean limited) {
    ReadRows rows = new ReadRows(limited);
    rows.addWhole();
    rows.addSmall();
    rows.addPositional();
    rows.addSplits();
    rows.addThreads();
    rows.addMixed();
    return List.copyOf(rows.rows);
  }

  private void addWhole() {
    ReadFile large = new ReadFile("large", (limited ? 256 : 512) * MIB, 128 * MIB);
    ReadFile medium = limited ? wideFile() : mediumFile();
    add("whole-128m-64k", "in blocks of 128 MiB", large, ReadPatterns.whole(large, 64 * KIB));
    whole("whole-16m-4k", "4 KiB", medium, ReadPatterns.whole(medium, 4 * KIB));
    whole("whole-16m-64k", "64 KiB", medium, ReadPatterns.whole(medium, 64 * KIB));
    whole("whole-16m-1m", "1 MiB", medium, ReadPatterns.whole(medium, 1024 * KIB));
    rows.add(
        new ReadRow(
            "whole-16m-direct",
            medium.pieces() + " MiB in blocks of 16 MiB, read(ByteBuffer), direct",
            List.of(medium),
            ReadPatterns.direct(medium, DIRECT_BYTES),
            ReadPatterns.whole(medium, 64 * KIB),
            wide));
    if (!limited) {
      whole("whole-64m", "64 KiB", wideFile(), ReadPatterns.whole(wideFile(), 64 * KIB));
      ReadPattern local = ReadPatterns.whole(medium, 128 * KIB);
      String what = "256 MiB of local replicas, buffers of 128 KiB: no byte by lanes";
      rows.add(new ReadRow("local", what, List.of(medium), local, local, LOCAL));
    }
  }

  private void whole(String name, String buffers, ReadFile file, ReadPattern pattern) {
    String what = file.pieces() + " MiB in blocks of 16 MiB, buffers of " + buffers;
    rows.add(new ReadRow(name, what, List.of(file), pattern, pattern, wide));
  }

  private void addSmall() {
    ReadFile file = wideFile();
    int count = 4 << 20;
    add("readint", "4 M x readInt()", file, ReadPatterns.ints(file, count));
    add("read-byte", "4 M x read()", file, ReadPatterns.single(file, count));
    ReadPattern ints = ReadPatterns.ints(file, count);
    String what = "4 M x readInt() after lanes were started and got no threads";
    Map<String, String> keys =
        Map.of(EvenkeelKeys.SCHEME.name(), "parallel", EvenkeelKeys.LANE_THREADS.name(), "1");
    rows.add(new ReadRow("readint-fallback", what, List.of(file), ints, ints, FALLBACK, keys));
  }

  private void addPositional() {
    ReadFile file = mediumFile();
    add("pread-1m", "64 x 1 MiB", file, ReadPatterns.positional(file, 64, 1024 * KIB));
    add("pread-64k", "1000 x 64 KiB", file, ReadPatterns.positional(file, 1000, 64 * KIB));
    add("seek-4m", "4 MiB at every 16 MiB", file, ReadPatterns.strides(file, 16 * MIB, 4 * MIB));
    add(
        "columnar",
        "300 KB at every 4 MiB",
        file,
        ReadPatterns.strides(file, 4 * MIB, COLUMN_BYTES));
    add("vectored", "4 x 8 ranges of 1 MiB", file, ReadPatterns.vectored(file, 4, 8, 1024 * KIB));
  }

  private void addSplits() {
    ReadFile file = mediumFile();
    int splits = limited ? 4 : 16;
    add(
        "split-options",
        splits + " opens with a split's start and end, 16 MiB each",
        file,
        ReadPatterns.splits(file, splits, 16 * MIB, true));
    add(
        "split-plain",
        splits + " opens, seek, 16 MiB each",
        file,
        ReadPatterns.splits(file, splits, 16 * MIB, false));
  }

  private void addThreads() {
    for (int threads : new int[] {THREADS, 2 * THREADS}) {
      List<ReadFile> files =
          IntStream.range(0, threads)
              .mapToObj(i -> new ReadFile("thread-" + i, 62 * MIB, 16 * MIB))
              .toList();
      String what = threads + " threads, a file of 62 MiB each";
      ReadPattern quick = ReadPatterns.threads(files, 0);
      rows.add(new ReadRow("threads-" + threads, what, files, quick, quick, target));
      rows.add(
          new ReadRow(
              "pausing-" + threads,
              what + ", " + PAUSE_MILLIS + " ms pause after each MiB",
              files,
              ReadPatterns.threads(files, PAUSE_MILLIS),
              quick,
              target));
    }
  }

  private void addMixed() {
    ReadFile file = mediumFile();
    int threads = 2 * THREADS;
    String what = threads + " threads, " + MIXED + " reads of all kinds each,";
    ReadPattern mixed = ReadPatterns.mixed(file, threads, MIXED);
    add("mixed-" + threads, what, file, mixed);
  }

  private void add(String name, String what, ReadFile file, ReadPattern pattern) {
    String described = what + " of a file of " + file.pieces() + " MiB";
    rows.add(new ReadRow(name, described, List.of(file), pattern, pattern, target));
  }

  private static ReadFile mediumFile() {
    return new ReadFile("medium", 256 * MIB, 16 * MIB);
  }

  private static ReadFile wideFile() {
    return new ReadFile("wide", 64 * MIB, 16 * MIB);
  }
}
