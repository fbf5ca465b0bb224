package io.evenkeel.sim.workload;

import io.evenkeel.sim.chance.Shuffle;
import io.evenkeel.sim.chance.Weighted;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How often each file is read: by Zipf's law over ranks, which files have by chance or by their
 * number, and which may change: of Yahoo's hot files, the hundredth part or two that have most of
 * the reads, 27 % stay hot for more than a week (SP-Cache).
 */
public final class Popularity {
  /** The share of the files that is hot: of Yahoo's those with 100 accesses and more. */
  private static final double HOT_SHARE = .02;

  private final Weighted ranks;
  private final int[] fileOfRank;
  private long driftNanos = Long.MAX_VALUE;
  private long driftsAtNanos = Long.MAX_VALUE;
  private double keptShare = 1;

  private Popularity(double zipf, int[] fileOfRank) {
    this.ranks = Weighted.zipf(fileOfRank.length, zipf);
    this.fileOfRank = fileOfRank;
  }

  /** Ranks by number: file 0 is read most. */
  public static Popularity byNumber(int files, double zipf) {
    int[] fileOfRank = new int[files];
    Arrays.setAll(fileOfRank, i -> i);
    return new Popularity(zipf, fileOfRank);
  }

  /** Ranks by chance. */
  public static Popularity byChance(int files, double zipf, SplittableRandom random) {
    return new Popularity(zipf, Shuffle.permutation(files, random));
  }

  /**
   * From now on, hot files but for a share change ranks with others again and again.
   *
   * @param everyNanos after how long, more than 0
   * @param kept the share of the hot files that stay hot
   * @return this
   */
  public Popularity drifting(long everyNanos, double kept) {
    driftNanos = everyNanos;
    driftsAtNanos = everyNanos;
    keptShare = kept;
    return this;
  }

  /**
   * The file of the next read.
   *
   * @param atNanos when that comes; never goes back
   */
  public int next(long atNanos, SplittableRandom random) {
    while (atNanos >= driftsAtNanos) {
      drift(random);
      driftsAtNanos += driftNanos;
    }
    return fileOfRank[ranks.next(random)];
  }

  private void drift(SplittableRandom random) {
    int files = fileOfRank.length;
    int hot = (int) Math.ceil(HOT_SHARE * files);
    // Few files are hot, so that rounding would keep all or none of them.
    int drawn = (int) Math.floor((1 - keptShare) * hot + random.nextDouble());
    int leaving = Math.min(drawn, files - hot);
    int[] hotRanks = Shuffle.permutation(hot, random);
    int[] otherRanks = Shuffle.permutation(files - hot, random);
    for (int i = 0; i < leaving; i++) {
      int from = hotRanks[i];
      int to = hot + otherRanks[i];
      int file = fileOfRank[from];
      fileOfRank[from] = fileOfRank[to];
      fileOfRank[to] = file;
    }
  }

  /** How long a read is in the mean, as popular as files are now. */
  double meanBytes(List<Long> fileBytes, double readBytes) {
    double sum = 0;
    for (int rank = 0; rank < fileOfRank.length; rank++) {
      double whole = fileBytes.get(fileOfRank[rank]);
      sum += ranks.share(rank) * (readBytes == 0 ? whole : Math.min(whole, readBytes));
    }
    return sum;
  }
}
