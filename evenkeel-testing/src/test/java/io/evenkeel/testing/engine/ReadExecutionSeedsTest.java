package io.evenkeel.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.seeds.Seeds;
import org.junit.jupiter.api.Test;

/** Random reads over random faults: every promise that {@link ReadTrial} checks, every time. */
class ReadExecutionSeedsTest {
  private static final int SEEDS = 5_000;
  private static final int TWICE_EVERY = 50;

  @Test
  void anyRead_underAnyFaults_keepsEveryPromise() {
    Seeds.run(
        ReadExecutionSeedsTest.class,
        SEEDS,
        seed -> {
          String hash = new RandomTrial(seed).run().hash();
          if (seed % TWICE_EVERY == 0) {
            assertThat(new RandomTrial(seed).run().hash()).isEqualTo(hash);
          }
        });
  }
}
