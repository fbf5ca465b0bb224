package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Silence silence = new Silence();

  @Test
  void aSecond_orTwiceWhatLatelyCameAfterAll_whichIsForgottenByHalves() {
    assertThat(silence.nanos(0)).isEqualTo(SECOND);
    silence.came(SECOND / 2, 0);
    assertThat(silence.nanos(0)).as("half a second").isEqualTo(SECOND);
    silence.came(4 * SECOND, 0);
    assertThat(silence.nanos(0)).isEqualTo(8 * SECOND);
    silence.came(SECOND, 0);
    assertThat(silence.nanos(0)).as("a shorter one").isEqualTo(8 * SECOND);
    assertThat(silence.nanos(10 * SECOND)).isEqualTo(4 * SECOND);
    silence.came(3 * SECOND, 10 * SECOND);
    assertThat(silence.nanos(10 * SECOND)).as("longer than what is left").isEqualTo(6 * SECOND);
    assertThat(silence.nanos(100 * SECOND)).isEqualTo(SECOND);
    silence.came(3600 * SECOND, 100 * SECOND);
    assertThat(silence.nanos(100 * SECOND)).as("at most").isEqualTo(30 * SECOND);
  }
}
