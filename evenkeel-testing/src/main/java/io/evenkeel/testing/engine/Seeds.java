package io.evenkeel.testing.engine;

import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Runs a trial over many seeds: {@code -Devenkeel.seeds=N} for more or fewer, {@code
 * -Devenkeel.seed=S} for one again.
 */
public final class Seeds {
  private Seeds() {}

  /**
   * @param test the test's class, for the line that replays a failure
   * @param trial throws what is wrong
   */
  public static void run(Class<?> test, int defaultCount, LongConsumer trial) {
    Long one = Long.getLong("evenkeel.seed");
    if (one != null) {
      trial.accept(one);
      return;
    }
    long count = Long.getLong("evenkeel.seeds", defaultCount);
    LongStream.range(0, count).parallel().forEach(seed -> run(test, seed, trial));
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
              + "\nreplay: ./mvnw -q -am -pl evenkeel-testing,evenkeel-policy test -Dtest="
              + test.getSimpleName()
              + " -Dsurefire.failIfNoSpecifiedTests=false -Devenkeel.seed="
              + seed,
          e);
    }
  }
}
