package io.evenkeel.client.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.seeds.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long SECOND = 1_000_000_000;

  private final RateLimit limit = new RateLimit();

  @Test
  void afterTheBurst_everyByteWaitsItsTime() {
    limit.set(1000);
    // The burst of 100 ms is 100 bytes at this rate.
    assertThat(limit.take(100, 0)).isZero();
    assertThat(limit.take(50, 0)).isEqualTo(SECOND / 20);
    assertThat(limit.take(50, SECOND / 20)).isEqualTo(SECOND / 20);
    assertThat(limit.take(100, 3600 * SECOND)).as("idling saves up one burst").isZero();
    assertThat(limit.take(1, 3600 * SECOND)).isEqualTo(SECOND / 1000);
  }

  @Test
  void aChangedRate_isThatOfWhatIsTakenLater() {
    limit.set(1000);
    limit.take(100, 0);
    limit.set(2000);
    assertThat(limit.take(100, 0)).isEqualTo(SECOND / 20);
  }

  @Test
  void whoWaitsAsTold_isNeverFasterThanTheRate() {
    long seed = Seeds.one();
    SplittableRandom random = new SplittableRandom(seed);
    long rate = 1L + random.nextInt(1_000_000);
    limit.set(rate);
    long now = random.nextLong();
    long start = now;
    long bytes = 0;
    for (int i = 0; i < 1000; i++) {
      long piece = 1L + random.nextInt(65_536);
      now += limit.take(piece, now) + random.nextLong(SECOND / 100);
      bytes += piece;
      double allowed = (now - start + RateLimit.BURST_NANOS) * (double) rate / SECOND;
      assertThat((double) bytes).as("seed %s, step %s", seed, i).isLessThan(allowed * 1.001 + 1);
    }
  }

  @Test
  void noRate_isAnError() {
    assertThatThrownBy(() -> limit.set(0)).hasMessageContaining("must be > 0");
  }
}
