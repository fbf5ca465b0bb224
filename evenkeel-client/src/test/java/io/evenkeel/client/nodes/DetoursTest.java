package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DetoursTest {
  private static final NodeId SLOW = node(0);
  private static final long MILLI = 1_000_000;
  private static final int OTHERS = 6;

  private final Detours detours = new Detours();

  private static NodeId node(int number) {
    return new NodeId("datanode-" + number + ":9866");
  }

  private static List<NodeId> others() {
    List<NodeId> others = new ArrayList<>();
    for (int other = 1; other <= 9; other++) {
      others.add(node(other));
    }
    return others;
  }

  /** Nine nodes take so long, and one takes longer. */
  private void took(long millis, long slowMillis, int times) {
    for (int i = 0; i < times; i++) {
      others().forEach(other -> detours.took(other, millis * MILLI, false));
      detours.took(SLOW, slowMillis * MILLI, false);
    }
  }

  private boolean pays(int count) {
    return detours.pay(SLOW, others(), count);
  }

  @Test
  void whereLittleIsKnown_detoursPay() {
    assertThat(pays(OTHERS)).isTrue();
    detours.took(SLOW, MILLI, false);
    assertThat(pays(OTHERS)).isTrue();
  }

  @Test
  void aDetourPays_whereItIsLessLoadThanTheReadThatItSaves() {
    took(1, 8, 20);
    assertThat(pays(6)).as("6 x 1 ms for 8").isTrue();
    assertThat(pays(10)).as("10 x 1 ms for 8").isFalse();
    detours.took(SLOW, 60 * MILLI, false);
    assertThat(pays(10)).as("its latest reads count most").isTrue();
  }

  @Test
  void theMoreGoAround_theLessItPays() {
    took(1, 8, 20);
    took(300, 500, 100);
    assertThat(pays(OTHERS)).as("6 x 300 ms for 500").isFalse();
    took(1, 500, 100);
    assertThat(pays(OTHERS)).as("the others are themselves again").isTrue();
  }

  @Test
  void aNodeThatHasJustBecomeSlow_isKnownToBeWorthADetourAfterAFewReads() {
    took(1, 1, 40);
    detours.took(SLOW, 28 * MILLI, false);
    detours.took(SLOW, 28 * MILLI, false);
    assertThat(pays(3)).isTrue();
    detours.took(SLOW, 28 * MILLI, false);
    assertThat(pays(OTHERS)).isTrue();
  }

  @Test
  void aNodeThatHangs_isWorthADetour_howeverSoonItsReadsAreLeft() {
    took(5, 5, 20);
    for (int i = 0; i < 7; i++) {
      detours.took(SLOW, 25 * MILLI, true);
    }
    assertThat(pays(10)).as("it has not answered in seven times").isTrue();
    detours.took(SLOW, 5 * MILLI, false);
    for (int i = 0; i < 100; i++) {
      detours.took(SLOW, 5 * MILLI, false);
    }
    assertThat(pays(OTHERS)).isFalse();
  }

  @Test
  void aNodeThatNobodyReads_isTriedAgainSometime() {
    took(1, 28, 40);
    int around = 0;
    while (pays(OTHERS)) {
      around++;
    }
    assertThat(around).isBetween(100, 200);
    detours.took(SLOW, 28 * MILLI, false);
    assertThat(pays(OTHERS)).as("it is slow still").isTrue();
  }

  @Test
  void nodesThatAreNoneOfTheOthers_sayNothing() {
    NodeId gone = node(99);
    took(5, 5, 20);
    for (int i = 0; i < 40; i++) {
      detours.took(gone, 1000 * MILLI, true);
    }
    took(5, 100, 1000);
    assertThat(pays(OTHERS)).as("6 x 5 ms for 100").isTrue();
  }
}
