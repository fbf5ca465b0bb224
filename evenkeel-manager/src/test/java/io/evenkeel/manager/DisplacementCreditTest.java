package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisplacementCreditTest {
  private static final long BACK = DisplacementCredit.BACK_NANOS;

  private final DisplacementCredit credit = new DisplacementCredit(100);
  private final KnownStripe a = new KnownStripe(new byte[] {1}, 1);
  private final KnownStripe b = new KnownStripe(new byte[] {2}, 2);

  @Test
  void whatIsFoundStored_givesItsPartBackAtOnce() {
    assertThat(credit.hasSome(7)).isTrue();
    credit.take(a, 60);
    assertThat(credit.hasSome(7)).as("40 are left").isTrue();
    credit.take(b, 500);
    assertThat(credit.isTakenBy(b)).isTrue();
    assertThat(credit.hasSome(7)).isFalse();
    assertThat(credit.hasSome(7 + 10 * BACK)).as("while it is made, too").isFalse();
    credit.proved(b);
    assertThat(credit.isTakenBy(b)).isFalse();
    assertThat(credit.hasSome(7 + 10 * BACK)).isTrue();
  }

  @Test
  void whatCameToNothing_isBackByAndBy_andNeverMoreThanAll() {
    credit.hasSome(0);
    credit.take(a, 500);
    credit.failed(a);
    credit.failed(b);
    assertThat(credit.hasSome(0)).as("all of 100").isFalse();
    assertThat(credit.hasSome(BACK / 10)).as("90 are missing").isTrue();
    credit.take(a, 10);
    assertThat(credit.hasSome(BACK / 10)).isFalse();
    credit.failed(a);
    assertThat(credit.hasSome(BACK / 5)).isTrue();
  }
}
