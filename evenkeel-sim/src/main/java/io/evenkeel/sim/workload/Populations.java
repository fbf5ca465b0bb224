package io.evenkeel.sim.workload;

import io.evenkeel.sim.chance.Distribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** How large files are, as published of several clusters. */
public final class Populations {
  private static final double MEGABYTE = 1e6;

  private Populations() {}

  /** Sizes by one law, at least a byte each. */
  public static List<Long> of(Distribution bytes, int count, SplittableRandom random) {
    List<Long> sizes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sizes.add(Math.max(1, Math.round(bytes.next(random))));
    }
    return sizes;
  }

  /**
   * Facebook's (EC-Cache): 7 % below 1 MB, 11 % below 10, 28 % below 100, 60 % at 256; the mean is
   * 180 MB.
   */
  public static List<Long> facebook(int count, SplittableRandom random) {
    List<Long> sizes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double class1 = random.nextDouble();
      double megabytes;
      if (class1 < .07) {
        megabytes = logUniform(.01, 1, random);
      } else if (class1 < .11) {
        megabytes = logUniform(1, 10, random);
      } else if (class1 < .28) {
        megabytes = logUniform(10, 100, random);
      } else {
        megabytes = class1 < .4 ? logUniform(100, 256, random) : 256;
      }
      sizes.add(Math.round(megabytes * MEGABYTE));
    }
    return sizes;
  }

  private static double logUniform(double from, double to, SplittableRandom random) {
    return from * Math.pow(to / from, random.nextDouble());
  }

  /**
   * Those of POCache's experiment 4: of a hundred files 15 have 512 MiB, 30 half as much, 17 a
   * quarter and 38 an eighth.
   */
  public static List<Long> pocache(int count) {
    List<Long> sizes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double share = (i + .5) / count;
      int mebibytes = share < .15 ? 512 : share < .45 ? 256 : share < .62 ? 128 : 64;
      sizes.add((long) mebibytes << 20);
    }
    return sizes;
  }

  /**
   * A file of Yahoo's (SP-Cache).
   *
   * @param accesses in two months: 78 % have fewer than 10 and 2 % at least 100
   */
  public record YahooFile(long accesses, long bytes) {}

  /**
   * Yahoo's: accesses by Lomax's law through the two published points, and sizes lognormal of sigma
   * 1 by class: cold ones 30 MB in the mean, those with 10 accesses 5 times and those with 100 22
   * times as large.
   */
  public static List<YahooFile> yahoo(int count, SplittableRandom random) {
    List<YahooFile> files = new ArrayList<>();
    Distribution noise = Distribution.noise(1);
    for (int i = 0; i < count; i++) {
      double lomax = Math.pow(1 - random.nextDouble(), -1 / 1.1274) - 1;
      long accesses = 1 + (long) Math.min(1e6, 3.1793 * lomax);
      double mean = 30 * MEGABYTE * (accesses >= 100 ? 22 : accesses >= 10 ? 5 : 1);
      files.add(new YahooFile(accesses, Math.max(1, Math.round(mean * noise.next(random)))));
    }
    return files;
  }

  /** Sizes of Yahoo's mixture, the largest first: there the more popular a file, the larger. */
  public static List<Long> yahooBySize(int count, SplittableRandom random) {
    return yahoo(count, random).stream()
        .map(YahooFile::bytes)
        .sorted(Comparator.reverseOrder())
        .toList();
  }
}
