package io.evenkeel.sim.workload;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.chance.Weighted;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Reads of small objects like those of the Windows Azure Storage trace that Hu et al. (SoCC 2017)
 * replay: twelve million objects in partitions of equal size, six partitions to a coding group. A
 * file is a coding group, and a partition one of its cells; a read is of one object, which is
 * within one partition. Popularity is Zipf's over all objects: the most popular ones each have a
 * partition by chance, and what all others have together is even over the partitions. A share of
 * the reads may go to all objects alike, as in a whole day of the trace, in which each is read
 * once.
 */
public final class StorageObjects implements Workload {
  public static final long OBJECTS = 12_000_000;

  private static final int TOP = 20_000;

  /** Exact so far; the rest of the sum is close to its integral. */
  private static final int SUMMED = 200_000;

  private final int cells;
  private final long cellBytes;
  private final List<Long> fileBytes;
  private final Weighted partitions;
  private final Arrivals arrivals;
  private final Distribution objectBytes;
  private final long objectBytesMax;
  private final SplittableRandom random;
  private long left;

  /**
   * @param groups how many coding groups there are
   * @param cells the partitions of a group: the data of its code
   * @param cellBytes how long a partition is
   * @param zipf the exponent over the objects
   * @param evenShare the share of the reads that is of all objects alike
   * @param objectBytesMax no object is longer
   * @param count how many reads there are
   */
  public StorageObjects(
      int groups,
      int cells,
      long cellBytes,
      double zipf,
      double evenShare,
      Arrivals arrivals,
      Distribution objectBytes,
      long objectBytesMax,
      long count,
      SplittableRandom random) {
    this.cells = cells;
    this.cellBytes = cellBytes;
    this.fileBytes = Collections.nCopies(groups, cells * cellBytes);
    this.partitions = new Weighted(weights(groups * cells, zipf, evenShare, random.split()));
    this.arrivals = arrivals;
    this.objectBytes = objectBytes;
    this.objectBytesMax = Math.min(objectBytesMax, cellBytes);
    this.random = random;
    this.left = count;
  }

  /** The shares of the reads that the most popular objects have, by rank. */
  public static double[] objectShares(double zipf) {
    double sum =
        zipf == 1
            ? Math.log((double) OBJECTS / SUMMED)
            : (Math.pow(OBJECTS, 1 - zipf) - Math.pow(SUMMED, 1 - zipf)) / (1 - zipf);
    for (int i = 1; i <= SUMMED; i++) {
      sum += Math.pow(i, -zipf);
    }
    double[] shares = new double[TOP];
    for (int i = 1; i <= TOP; i++) {
      shares[i - 1] = Math.pow(i, -zipf) / sum;
    }
    return shares;
  }

  private static double[] weights(
      int partitions, double zipf, double evenShare, SplittableRandom random) {
    double[] weights = new double[partitions];
    double top = 0;
    for (double ofZipf : objectShares(zipf)) {
      double share = (1 - evenShare) * ofZipf;
      weights[random.nextInt(partitions)] += share;
      top += share;
    }
    for (int i = 0; i < partitions; i++) {
      weights[i] += (1 - top) / partitions;
    }
    return weights;
  }

  @Override
  public List<Long> fileBytes() {
    return fileBytes;
  }

  /** The share of the reads that are of a partition: the {@code cell}-th of a file. */
  public double share(int file, int cell) {
    return partitions.share(file * cells + cell);
  }

  @Override
  public double perSecond() {
    return arrivals.perSecond();
  }

  @Override
  public double mostPerSecond() {
    return arrivals.mostPerSecond(left / arrivals.perSecond());
  }

  @Override
  public double meanBytes() {
    return Math.min(objectBytes.mean(), (double) objectBytesMax);
  }

  @Override
  public boolean isOfParts() {
    return true;
  }

  @Override
  public boolean hasNext() {
    return left > 0;
  }

  @Override
  public ReadArrival next() {
    left--;
    long at = arrivals.nextNanos();
    int partition = partitions.next(random);
    long drawn = Math.max(1, Math.round(objectBytes.next(random)));
    long length = Math.min(objectBytesMax, drawn);
    long within = random.nextLong(cellBytes - length + 1);
    long offset = partition % cells * cellBytes + within;
    return new ReadArrival(at, partition / cells, offset, length);
  }
}
