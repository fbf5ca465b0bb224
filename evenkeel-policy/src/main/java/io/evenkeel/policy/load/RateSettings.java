package io.evenkeel.policy.load;

import java.time.Duration;

/**
 * What the estimator remembers and what it takes for evidence.
 *
 * @param windowNanos how far back rates look
 * @param slots the window slides by a slot, a whole fraction of it
 * @param nodesMax so many nodes are remembered, or as many as there are if that is known; the one
 *     longest not heard of goes first, but no witness makes one go that others tell of
 * @param witnessesMax so many clients are heard of one node; whoever was first stays as long as it
 *     tells something in every window
 * @param shortBytesMin only requests of so many bytes count for rates: smaller ones are little but
 *     connecting and seeking
 * @param longBytesMin those of at least so many bytes are long; long and short ones are never
 *     compared with each other
 * @param sampleNanosMin one that got fewer than these counts when it waited so long: a shorter wait
 *     may be all connecting and seeking
 */
public record RateSettings(
    long windowNanos,
    int slots,
    int nodesMax,
    int witnessesMax,
    long shortBytesMin,
    long longBytesMin,
    long sampleNanosMin) {
  public RateSettings {
    if (slots < 2 || windowNanos < slots || windowNanos % slots != 0) {
      throw new IllegalArgumentException(
          "a window needs at least 2 slots of equal whole length, got %d ns in %d slots"
              .formatted(windowNanos, slots));
    }
    if (nodesMax <= 0
        || witnessesMax < 2
        || shortBytesMin <= 0
        || longBytesMin < shortBytesMin
        || sampleNanosMin <= 0) {
      throw new IllegalArgumentException(
          "nodesMax, shortBytesMin, longBytesMin (at least that) and sampleNanosMin must be > 0"
              + " and witnessesMax > 1, got %d, %d, %d, %d and %d"
                  .formatted(nodesMax, shortBytesMin, longBytesMin, sampleNanosMin, witnessesMax));
    }
  }

  /**
   * 60 s in slots of 5 s, 4096 nodes and 16 witnesses of each, requests of 1 MiB and more, long
   * ones of 4 MiB and more, or 20 ms.
   */
  public static RateSettings defaults() {
    return new RateSettings(
        Duration.ofSeconds(60).toNanos(),
        12,
        4096,
        16,
        1 << 20,
        4 << 20,
        Duration.ofMillis(20).toNanos());
  }

  /** The same over another window, of so many slots. */
  public RateSettings withWindow(long nanos) {
    long slot = Math.max(1, nanos / slots);
    return new RateSettings(
        slot * slots, slots, nodesMax, witnessesMax, shortBytesMin, longBytesMin, sampleNanosMin);
  }

  long slotNanos() {
    return windowNanos / slots;
  }
}
