package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtraBudgetTest {
  private final ExtraBudget budget = new ExtraBudget(0.1, 1000);

  @Test
  void theBurstIsLeft_andThenAShareOfWhatWasBrought() {
    budget.charged(999);
    assertThat(budget.mayAskMore()).isTrue();
    // What is asked at once may be more than is left: the next has to wait for it.
    budget.charged(201);
    assertThat(budget.mayAskMore()).isFalse();
    budget.brought(2000);
    assertThat(budget.mayAskMore()).as("1000 - 1200 + 200 bytes").isFalse();
    budget.brought(10);
    assertThat(budget.mayAskMore()).isTrue();
  }

  @Test
  void whatWasNoCost_comesBack_andNoMoreThanTheBurstIsSaved() {
    budget.charged(1500);
    budget.charged(-600);
    assertThat(budget.mayAskMore()).isTrue();
    budget.brought(1_000_000);
    budget.charged(1000);
    assertThat(budget.mayAskMore()).isFalse();
  }
}
