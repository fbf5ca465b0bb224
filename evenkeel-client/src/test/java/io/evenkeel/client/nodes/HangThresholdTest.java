package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HangThresholdTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final HangThreshold hangThreshold = new HangThreshold();

  @Test
  void aSecond_orTwiceWhatLatelyCameAfterAll_whichIsForgottenByHalves() {
    assertThat(hangThreshold.nanos(0)).isEqualTo(SECOND);
    hangThreshold.came(SECOND / 2, 0);
    assertThat(hangThreshold.nanos(0)).as("half a second").isEqualTo(SECOND);
    hangThreshold.came(4 * SECOND, 0);
    assertThat(hangThreshold.nanos(0)).isEqualTo(8 * SECOND);
    hangThreshold.came(SECOND, 0);
    assertThat(hangThreshold.nanos(0)).as("a shorter one").isEqualTo(8 * SECOND);
    assertThat(hangThreshold.nanos(10 * SECOND)).isEqualTo(4 * SECOND);
    hangThreshold.came(3 * SECOND, 10 * SECOND);
    assertThat(hangThreshold.nanos(10 * SECOND))
        .as("longer than what is left")
        .isEqualTo(6 * SECOND);
    assertThat(hangThreshold.nanos(100 * SECOND)).isEqualTo(SECOND);
    hangThreshold.came(3600 * SECOND, 100 * SECOND);
    assertThat(hangThreshold.nanos(100 * SECOND)).as("at most").isEqualTo(30 * SECOND);
  }
}
