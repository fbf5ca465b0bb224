package io.evenkeel.policy.reading;

/**
 * How long something took lately: counts in buckets that are a twelfth of an octave wide, so that a
 * quantile is right within 6 %. Half of what is counted is forgotten whenever there is a lot, at
 * first sooner: what a new process takes, which compiles and connects, is not what it will take.
 * Not thread-safe; no clock.
 */
final class LatencyHistogram {
  private static final int BUCKETS_PER_OCTAVE = 12;

  /** A minute and more are one. */
  private static final int BUCKETS = 36 * BUCKETS_PER_OCTAVE;

  private static final int FIRST_HALVED_AT = 512;
  private static final int LAST_HALVED_AT = 4096;

  private final int[] counts = new int[BUCKETS];
  private int total;
  private int halvedAt = FIRST_HALVED_AT;

  void add(long nanos) {
    counts[bucket(nanos)]++;
    if (++total >= halvedAt) {
      halve();
    }
  }

  private static int bucket(long nanos) {
    double octaves = Math.log((double) Math.max(1, nanos)) / Math.log(2);
    return Math.min(BUCKETS - 1, (int) (octaves * BUCKETS_PER_OCTAVE));
  }

  private void halve() {
    halvedAt = Math.min(LAST_HALVED_AT, 2 * halvedAt);
    total = 0;
    int odd = 0;
    for (int i = 0; i < BUCKETS; i++) {
      // What is over goes to the next bucket, or a tail of single ones would be gone at once.
      int both = counts[i] + odd;
      odd = both % 2;
      counts[i] = both / 2;
      total += counts[i];
    }
  }

  int total() {
    return total;
  }

  /** What this part of all took at most; 0 when there are none. */
  long quantileNanos(double part) {
    long rank = (long) Math.ceil(part * total);
    for (int i = 0; i < BUCKETS && total > 0; i++) {
      rank -= counts[i];
      if (rank <= 0) {
        return (long) Math.pow(2, (i + 1.0) / BUCKETS_PER_OCTAVE);
      }
    }
    return 0;
  }
}
