package io.evenkeel.seeds;

import java.net.URL;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Runs a trial over many seeds, always the same unless told otherwise: {@code -Devenkeel.seeds=N}
 * for more or fewer, {@code -Devenkeel.seeds=fresh} for others each time, {@code -Devenkeel.seed=S}
 * for one again.
 */
public final class Seeds {
  /** The property that names one seed to run again. */
  static final String ONE = "evenkeel.seed";

  private static final String SEEDS = "evenkeel.seeds";
  private static final String FRESH = "fresh";

  private Seeds() {}

  static boolean areFresh() {
    return System.getProperty(SEEDS, "").equals(FRESH);
  }

  /** The one seed of a trial that is run once. */
  public static long one() {
    return Long.getLong(ONE, areFresh() ? System.nanoTime() : 1);
  }

  /**
   * @param test the test's class, for the line that replays a failure
   * @param trial throws what is wrong
   */
  public static void run(Class<?> test, int defaultCount, LongConsumer trial) {
    Long one = Long.getLong(ONE);
    if (one != null) {
      trial.accept(one);
      return;
    }
    String seeds = System.getProperty(SEEDS, Integer.toString(defaultCount));
    boolean fresh = areFresh();
    long first = fresh ? System.nanoTime() : 0;
    long count = fresh ? defaultCount : Long.parseLong(seeds);
    if (fresh) {
      System.out.println(test.getSimpleName() + ": seeds from " + first);
    }
    LongStream.range(first, first + count).parallel().forEach(seed -> run(test, seed, trial));
  }

  private static void run(Class<?> test, long seed, LongConsumer trial) {
    try {
      trial.accept(seed);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "seed "
              + seed
              + ": "
              + e.getMessage()
              + "\nreplay: ./mvnw -q -am -pl "
              + module(test)
              + " test -Dtest="
              + test.getSimpleName()
              + " -Dsurefire.failIfNoSpecifiedTests=false -Devenkeel.seed="
              + seed,
          e);
    }
  }

  /** The folder of the module whose test it is: above {@code target} and its classes. */
  private static String module(Class<?> test) {
    URL classes = test.getProtectionDomain().getCodeSource().getLocation();
    return Path.of(classes.getPath()).getParent().getParent().getFileName().toString();
  }
}
