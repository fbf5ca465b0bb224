package io.evenkeel.cli.repro;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One random run: the files in the order they are written, which says nothing of their popularity,
 * those that DataNode 0 stores a block of, and the reads. File i is the (i + 1)-th popular one.
 */
record Experiment11Trace(List<Integer> writes, Set<Integer> touched, List<Integer> reads) {
  static final int FILES = 100;
  static final int BLOCKS = 4;
  static final int READS = 2000;
  private static final double ZIPFIAN_CONSTANT = 0.9;

  Experiment11Trace(long seed, int datanodes) {
    this(new SplittableRandom(seed), datanodes);
  }

  private Experiment11Trace(SplittableRandom random, int datanodes) {
    this(writes(random), touched(random, datanodes), reads(random));
  }

  private static List<Integer> writes(SplittableRandom random) {
    List<Integer> files = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      files.add(random.nextInt(file + 1), file);
    }
    return files;
  }

  private static Set<Integer> touched(SplittableRandom random, int datanodes) {
    Set<Integer> touched = new HashSet<>();
    for (int file = 0; file < FILES; file++) {
      Set<Integer> nodes = new LinkedHashSet<>();
      while (nodes.size() < BLOCKS) {
        nodes.add(random.nextInt(datanodes));
      }
      if (nodes.contains(0)) {
        touched.add(file);
      }
    }
    return touched;
  }

  private static List<Integer> reads(SplittableRandom random) {
    double[] cumulative = new double[FILES];
    double sum = 0;
    for (int file = 0; file < FILES; file++) {
      sum += Math.pow(file + 1, -ZIPFIAN_CONSTANT);
      cumulative[file] = sum;
    }
    List<Integer> reads = new ArrayList<>();
    for (int i = 0; i < READS; i++) {
      int found = Arrays.binarySearch(cumulative, random.nextDouble(sum));
      reads.add(found < 0 ? -found - 1 : found);
    }
    return reads;
  }

  /**
   * Of the touched files that were read before, or that fitted when they were written, those that
   * are read soonest from that read on, at most so many.
   */
  List<Integer> soonestKnown(int from, int most) {
    Set<Integer> known = new HashSet<>(reads.subList(0, from));
    known.addAll(writes.subList(0, Math.min(most, FILES)));
    return reads.stream()
        .skip(from)
        .distinct()
        .filter(file -> touched.contains(file) && known.contains(file))
        .limit(most)
        .toList();
  }
}
