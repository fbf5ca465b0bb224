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
record PocacheTrace(List<Integer> writes, Set<Integer> touched, List<Integer> reads) {
  /** The one of that seed. */
  static PocacheTrace of(PocacheSetting setting, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Integer> writes = writes(random, setting.files());
    Set<Integer> touched = touched(random, setting);
    return new PocacheTrace(writes, touched, reads(random, setting));
  }

  private static List<Integer> writes(SplittableRandom random, int count) {
    List<Integer> files = new ArrayList<>();
    for (int file = 0; file < count; file++) {
      files.add(random.nextInt(file + 1), file);
    }
    return files;
  }

  private static Set<Integer> touched(SplittableRandom random, PocacheSetting setting) {
    Set<Integer> touched = new HashSet<>();
    for (int file = 0; file < setting.files(); file++) {
      Set<Integer> nodes = new LinkedHashSet<>();
      while (nodes.size() < setting.k()) {
        nodes.add(random.nextInt(setting.datanodes()));
      }
      if (nodes.contains(0)) {
        touched.add(file);
      }
    }
    return touched;
  }

  private static List<Integer> reads(SplittableRandom random, PocacheSetting setting) {
    double[] cumulative = new double[setting.files()];
    double sum = 0;
    for (int file = 0; file < cumulative.length; file++) {
      sum += Math.pow(file + 1, -setting.zipf());
      cumulative[file] = sum;
    }
    List<Integer> reads = new ArrayList<>();
    for (int i = 0; i < setting.reads(); i++) {
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
    known.addAll(writes.subList(0, Math.min(most, writes.size())));
    return reads.stream()
        .skip(from)
        .distinct()
        .filter(file -> touched.contains(file) && known.contains(file))
        .limit(most)
        .toList();
  }
}
