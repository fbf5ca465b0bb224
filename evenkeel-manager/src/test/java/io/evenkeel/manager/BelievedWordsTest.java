package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Witness;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BelievedWordsTest {
  private static final Witness A = new Witness("10.0.0.1");
  private static final Witness B = new Witness("10.0.0.2");

  /** A minute for sixteen words. */
  private static final long A_WORD_NANOS = TimeUnit.MILLISECONDS.toNanos(3750);

  private final BelievedWords words = new BelievedWords();

  private int taken(long nowNanos, Witness by, int most) {
    int taken = 0;
    while (taken < most && words.take(nowNanos, by)) {
      taken++;
    }
    return taken;
  }

  @Test
  void oneIsBelievedSixteenTimesAtOnce_andOnceMoreEachSixteenthOfAMinute() {
    assertThat(taken(5, A, 100)).isEqualTo(16);
    assertThat(taken(5 + A_WORD_NANOS - 1, A, 100)).isZero();
    assertThat(taken(5 + A_WORD_NANOS, A, 100)).isEqualTo(1);
    assertThat(taken(5 + 3 * A_WORD_NANOS, A, 100)).isEqualTo(2);
    assertThat(taken(5 + 1000 * A_WORD_NANOS, A, 100)).as("no more is saved up").isEqualTo(16);
  }

  @Test
  void whoHasSaidTooMuch_takesNothingFromAnother() {
    taken(0, A, 100);
    assertThat(taken(0, B, 100)).isEqualTo(16);
  }

  @Test
  void ofManyWitnesses_thoseThatSpokeLastAreKnown() {
    taken(0, A, 100);
    for (int i = 0; i < 5000; i++) {
      taken(0, new Witness("other-" + i), 1);
      if (i == 3000) {
        assertThat(taken(A_WORD_NANOS, A, 100)).isEqualTo(1);
      }
    }
    assertThat(taken(A_WORD_NANOS, A, 100)).isZero();
    assertThat(taken(0, new Witness("other-0"), 100)).as("forgotten").isEqualTo(16);
  }
}
