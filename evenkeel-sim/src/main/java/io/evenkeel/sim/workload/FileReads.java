package io.evenkeel.sim.workload;

import io.evenkeel.sim.chance.Distribution;
import java.util.List;
import java.util.SplittableRandom;

/** Reads of whole files, or of parts at random places. */
public final class FileReads implements Workload {
  private final List<Long> fileBytes;
  private final Popularity popularity;
  private final Arrivals arrivals;
  private final Distribution readBytes;
  private final long alignBytes;
  private final SplittableRandom random;
  private long left;

  /**
   * @param fileBytes how long each file is
   * @param popularity of as many files; it is this object's own from here on
   * @param readBytes how long a read is; a law of mean 0 for whole files
   * @param alignBytes reads of a part start at a multiple of it
   * @param count how many reads there are
   */
  public FileReads(
      List<Long> fileBytes,
      Popularity popularity,
      Arrivals arrivals,
      Distribution readBytes,
      long alignBytes,
      long count,
      SplittableRandom random) {
    this.fileBytes = List.copyOf(fileBytes);
    this.popularity = popularity;
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
  public double mostPerSecond() {
    return arrivals.mostPerSecond(left / arrivals.perSecond());
  }

  @Override
  public double meanBytes() {
    return popularity.meanBytes(fileBytes, readBytes.mean());
  }

  @Override
  public boolean isOfParts() {
    double most = readBytes.mean();
    return most > 0 && fileBytes.stream().anyMatch(bytes -> bytes > most);
  }

  @Override
  public boolean hasNext() {
    return left > 0;
  }

  @Override
  public ReadArrival next() {
    left--;
    long at = arrivals.nextNanos();
    int file = popularity.next(at, random);
    long size = fileBytes.get(file);
    if (readBytes.mean() == 0) {
      return new ReadArrival(at, file, 0, 0);
    }
    long length = Math.min(size, Math.max(1, Math.round(readBytes.next(random))));
    long places = (size - length) / alignBytes + 1;
    return new ReadArrival(at, file, random.nextLong(places) * alignBytes, length);
  }
}
