package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Witness;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WithdrawalLimitsTest {
  private static final Witness A = new Witness("10.0.0.1");
  private static final Witness B = new Witness("10.0.0.2");

  /** A sixteenth of a minute. */
  private static final long EACH_NANOS = TimeUnit.MILLISECONDS.toNanos(3750);

  private final WithdrawalLimits limits = new WithdrawalLimits();

  private int taken(long nowNanos, Witness by, int most) {
    int taken = 0;
    while (taken < most && limits.mayWithdraw(nowNanos, by)) {
      taken++;
    }
    return taken;
  }

  @Test
  void oneMayWithdrawSixteenAtOnce_andOneMoreEachSixteenthOfAMinute() {
    assertThat(taken(5, A, 100)).isEqualTo(16);
    assertThat(taken(5 + EACH_NANOS - 1, A, 100)).isZero();
    assertThat(taken(5 + EACH_NANOS, A, 100)).isEqualTo(1);
    assertThat(taken(5 + 3 * EACH_NANOS, A, 100)).isEqualTo(2);
    assertThat(taken(5 + 1000 * EACH_NANOS, A, 100)).as("no more is saved up").isEqualTo(16);
  }

  @Test
  void whoHasWithdrawnTooMuch_takesNothingFromAnother() {
    taken(0, A, 100);
    assertThat(taken(0, B, 100)).isEqualTo(16);
  }

  @Test
  void ofManyWitnesses_thoseThatWithdrewLastAreKnown() {
    taken(0, A, 100);
    for (int i = 0; i < 5000; i++) {
      taken(0, new Witness("other-" + i), 1);
      if (i == 3000) {
        assertThat(taken(EACH_NANOS, A, 100)).isEqualTo(1);
      }
    }
    assertThat(taken(EACH_NANOS, A, 100)).isZero();
    assertThat(taken(0, new Witness("other-0"), 100)).as("forgotten").isEqualTo(16);
  }
}
