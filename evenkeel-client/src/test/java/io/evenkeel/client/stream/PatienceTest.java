package io.evenkeel.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PatienceTest {
  @Test
  void itDoubles_fromTenMillisecondsToFiveSeconds() {
    List<Long> millis = new ArrayList<>();
    long nanos = 0;
    for (int i = 0; i < 12; i++) {
      nanos = Patience.after(nanos);
      millis.add(TimeUnit.NANOSECONDS.toMillis(nanos));
    }
    assertThat(millis)
        .containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1280L, 2560L, 5000L, 5000L, 5000L);
  }
}
