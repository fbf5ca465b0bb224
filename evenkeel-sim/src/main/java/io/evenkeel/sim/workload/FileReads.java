package io.evenkeel.sim.workload;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.chance.Shuffle;
import io.evenkeel.sim.chance.Weighted;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Reads of whole files, or of parts at random places, each file as popular as Zipf has it. */
public final class FileReads implements Workload {
  private final List<Long> fileBytes;
  private final Weighted popularity;
  private final int[] fileOfRank;
  private final Arrivals arrivals;
  private final Distribution readBytes;
  private final long alignBytes;
  private final SplittableRandom random;
  private long left;

  /**
   * @param fileBytes how long each file is
   * @param zipf the exponent of popularity
   * @param isByNumber whether a file's number is its rank, as where popularity goes with size; else
   *     ranks are dealt by chance
   * @param readBytes how long a read is; a law of mean 0 for whole files
   * @param alignBytes reads of a part start at a multiple of it
   * @param count how many reads there are
   */
  public FileReads(
      List<Long> fileBytes,
      double zipf,
      boolean isByNumber,
      Arrivals arrivals,
      Distribution readBytes,
      long alignBytes,
      long count,
      SplittableRandom random) {
    this.fileBytes = List.copyOf(fileBytes);
    this.popularity = Weighted.zipf(fileBytes.size(), zipf);
    int[] byNumber = new int[fileBytes.size()];
    Arrays.setAll(byNumber, i -> i);
    this.fileOfRank = isByNumber ? byNumber : Shuffle.permutation(fileBytes.size(), random.split());
    this.arrivals = arrivals;
    this.readBytes = readBytes;
    this.alignBytes = Math.max(1, alignBytes);
    this.random = random;
    this.left = count;
  }

  @Override
  public List<Long> fileBytes() {
    return fileBytes;
  }

  @Override
  public double perSecond() {
    return arrivals.perSecond();
  }

  @Override
  public double meanBytes() {
    double sum = 0;
    for (int rank = 0; rank < fileOfRank.length; rank++) {
      double whole = fileBytes.get(fileOfRank[rank]);
      double bytes = readBytes.mean() == 0 ? whole : Math.min(whole, readBytes.mean());
      sum += popularity.share(rank) * bytes;
    }
    return sum;
  }

  @Override
  public boolean hasNext() {
    return left > 0;
  }

  @Override
  public ReadArrival next() {
    left--;
    long at = arrivals.nextNanos();
    int file = fileOfRank[popularity.next(random)];
    long size = fileBytes.get(file);
    if (readBytes.mean() == 0) {
      return new ReadArrival(at, file, 0, 0);
    }
    long length = Math.min(size, Math.max(1, Math.round(readBytes.next(random))));
    long places = (size - length) / alignBytes + 1;
    return new ReadArrival(at, file, random.nextLong(places) * alignBytes, length);
  }
}
