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
        detours.took(node(other), millis * MILLI);
      }
      detours.took(SLOW, slowMillis * MILLI);
    }
  }

  @Test
  void whereLittleIsKnown_detoursPay() {
    assertThat(pays(OTHERS)).isTrue();
    detours.took(SLOW, MILLI);
    assertThat(pays(OTHERS)).isTrue();
  }

  @Test
  void aDetourPays_whereItIsLessLoadThanTheReadThatItSaves() {
    took(1, 8, 20);
    assertThat(pays(6)).as("6 x 1 ms for 8").isTrue();
    assertThat(pays(10)).as("10 x 1 ms for 8").isFalse();
    detours.took(SLOW, 60 * MILLI);
    assertThat(pays(10)).as("its latest reads count most").isTrue();
  }

  @Test
  void whereAllNodesHaveTooMuchToDo_goingAroundOneDoesNotPay() {
    took(1, 8, 20);
    took(300, 500, 100);
    assertThat(pays(OTHERS)).as("6 x 300 ms for 500").isFalse();
    took(1, 500, 100);
    assertThat(pays(OTHERS)).as("the others are themselves again").isTrue();
  }

  @Test
  void aNodeThatHasJustBecomeSlow_isKnownToBeWorthADetourAfterAFewReads() {
    took(1, 1, 40);
    detours.took(SLOW, 28 * MILLI);
    detours.took(SLOW, 28 * MILLI);
    assertThat(pays(3)).isTrue();
    detours.took(SLOW, 28 * MILLI);
    assertThat(pays(OTHERS)).isTrue();
  }

  private boolean pays(int others) {
    return detours.pay(SLOW, others, SLOW::equals);
  }
}
