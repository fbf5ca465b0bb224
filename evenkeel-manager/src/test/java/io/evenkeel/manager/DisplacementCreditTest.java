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
    credit.take(7, a, 60);
    assertThat(credit.hasSome(7)).as("40 are left").isTrue();
    credit.take(7, b, 500);
    assertThat(credit.isTakenBy(b)).isTrue();
    assertThat(credit.hasSome(7)).isFalse();
    credit.proved(7, b);
    assertThat(credit.isTakenBy(b)).isFalse();
    assertThat(credit.hasSome(7)).as("60 are owed").isTrue();
    credit.take(7, b, 40);
    assertThat(credit.hasSome(7)).isFalse();
  }

  @Test
  void whatCameToNothing_orIsStillMade_isOwed_allOfItUntilItsTimeHasPassed() {
    credit.hasSome(0);
    credit.take(0, a, 500);
    credit.failed(a);
    credit.failed(b);
    assertThat(credit.isTakenBy(a)).isFalse();
    assertThat(credit.hasSome(4 * BACK)).as("100 of 500").isFalse();
    assertThat(credit.hasSome(4 * BACK + BACK / 10)).as("90").isTrue();
    credit.take(4 * BACK + BACK / 10, b, 110);
    assertThat(credit.hasSome(5 * BACK)).as("110 of 200").isFalse();
    assertThat(credit.hasSome(5 * BACK + BACK / 5)).as("90, and still made").isTrue();
    assertThat(credit.isTakenBy(b)).isTrue();
    assertThat(credit.hasSome(5 * BACK)).as("no time passes backwards").isTrue();
  }

  @Test
  void one_mayGo_howeverLargeItIs_andSeveral_untilFourTimesTheCreditIsOwed() {
    assertThat(credit.mayTake(1, 1600)).isTrue();
    assertThat(credit.mayTake(8, 400)).isTrue();
    assertThat(credit.mayTake(8, 401)).isFalse();
    credit.take(0, a, 99);
    assertThat(credit.mayTake(8, 302)).isFalse();
    assertThat(credit.mayTake(8, 301)).isTrue();
    assertThat(credit.mayTake(1, 1600)).isTrue();
  }

  @Test
  void whatTimeHasGivenBack_isNotGivenBackAgain() {
    credit.hasSome(0);
    credit.take(0, a, 120);
    assertThat(credit.hasSome(BACK)).as("20 of 120").isTrue();
    credit.take(BACK, b, 100);
    credit.proved(BACK, a);
    assertThat(credit.hasSome(BACK)).as("100 for b").isFalse();
    credit.proved(BACK, b);
    assertThat(credit.mayTake(2, 400)).as("nothing is owed").isTrue();
  }
}
