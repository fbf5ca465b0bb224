package io.evenkeel.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PatienceTest {
  /** So that a store whose nodes take a minute is waited for in the end. */
  @Test
  void itDoubles_fromTenMilliseconds_withoutEnd() {
    List<Long> millis = new ArrayList<>();
    long nanos = 0;
    for (int i = 0; i < 14; i++) {
      nanos = Patience.after(nanos);
      millis.add(TimeUnit.NANOSECONDS.toMillis(nanos));
    }
    assertThat(millis).startsWith(10L, 20L, 40L, 80L).endsWith(40_960L, 81_920L);
  }
}
