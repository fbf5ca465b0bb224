package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import org.junit.jupiter.api.Test;

class DetoursTest {
  private static final NodeId SLOW = node(0);
  private static final long MILLI = 1_000_000;
  private static final int OTHERS = 6;

  private final Detours detours = new Detours();

  private static NodeId node(int number) {
    return new NodeId("datanode-" + number + ":9866");
  }

  /** Nine nodes take so long, and one takes longer. */
  private void took(long millis, long slowMillis, int times) {
    for (int i = 0; i < times; i++) {
      for (int other = 1; other <= 9; other++) {
        detours.took(node(other), millis * MILLI, false);
      }
      detours.took(SLOW, slowMillis * MILLI, false);
    }
  }

  @Test
  void whereLittleIsKnown_detoursPay() {
    assertThat(detours.pay(SLOW, OTHERS, SLOW::equals)).isTrue();
    detours.took(SLOW, MILLI, false);
    assertThat(detours.pay(SLOW, OTHERS, SLOW::equals)).isTrue();
  }

  @Test
  void aDetourPays_untilItIsTwiceTheLoadOfTheRead() {
    took(1, 4, 20);
    assertThat(detours.pay(SLOW, OTHERS, SLOW::equals)).as("6 x 1 ms for 4").isTrue();
    assertThat(detours.pay(SLOW, 10, SLOW::equals)).as("10 x 1 ms for 4").isFalse();
    detours.took(SLOW, 30 * MILLI, false);
    assertThat(detours.pay(SLOW, 10, SLOW::equals)).as("its latest reads count most").isTrue();
  }

  @Test
  void whereAllNodesHaveTooMuchToDo_goingAroundOneDoesNotPay() {
    took(1, 4, 20);
    took(300, 500, 100);
    assertThat(detours.pay(SLOW, OTHERS, SLOW::equals)).as("6 x 300 ms for 500").isFalse();
    took(1, 500, 100);
    assertThat(detours.pay(SLOW, OTHERS, SLOW::equals))
        .as("the others are themselves again")
        .isTrue();
  }

  @Test
  void whatWasLeft_wouldHaveTakenLonger() {
    took(1, 1, 40);
    for (int i = 0; i < 8; i++) {
      detours.took(SLOW, 5 * MILLI, true);
    }
    assertThat(detours.pay(SLOW, OTHERS, SLOW::equals)).isTrue();
    assertThat(detours.pay(SLOW, 10, SLOW::equals)).isTrue();
  }
}
