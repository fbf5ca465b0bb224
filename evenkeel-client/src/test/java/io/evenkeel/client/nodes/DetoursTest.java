package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DetoursTest {
  private static final NodeId SLOW = node(0);
  private static final long MILLI = 1_000_000;
  private static final int OTHERS = 6;

  private final Detours detours = new Detours(new SplittableRandom(26)::nextLong);

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

  private void othersTake(long millis) {
    othersTake(millis, 100);
  }

  private void othersTake(long millis, int times) {
    for (int i = 0; i < times; i++) {
      others().forEach(other -> detours.took(other, millis * MILLI, false));
    }
  }

  /**
   * Of so many reads of the slow node, each of which takes so long there, how many go around it.
   */
  private int around(int reads, long slowMillis) {
    int around = 0;
    for (int i = 0; i < reads; i++) {
      if (detours.next(SLOW, others(), OTHERS)) {
        around++;
      } else {
        detours.took(SLOW, slowMillis * MILLI, false);
      }
    }
    return around;
  }

  @Test
  void ofANodeThatNobodyHasRead_mostGoAround() {
    assertThat(around(400, 1)).isBetween(320, 380);
  }

  @Test
  void ofANodeThatHasBecomeSlow_oneInTenGoesAroundAtFirst() {
    detours.took(SLOW, MILLI, false);
    assertThat(around(400, 1)).isBetween(20, 70);
  }

  @Test
  void aNodeThatTakesMoreThanTheOthersTogether_isReadByOneInThirtyTwo() {
    othersTake(1);
    around(60, 8);
    assertThat(around(640, 8)).as("8 ms, where six others take 6").isBetween(600, 635);
  }

  @Test
  void aNodeThatTakesLess_isReadByAll() {
    othersTake(1);
    around(40, 5);
    assertThat(around(320, 5)).as("5 ms, where six others take 6").isZero();
  }

  @Test
  void theMoreTheOthersTake_theFewerGoAround() {
    othersTake(1);
    around(60, 500);
    assertThat(around(64, 500)).as("6 x 1 ms for 500").isGreaterThan(55);
    othersTake(300);
    around(600, 500);
    assertThat(around(64, 500)).as("6 x 300 ms for 500").isZero();
    othersTake(1);
    around(200, 500);
    assertThat(around(64, 500)).as("the others are themselves again").isGreaterThan(55);
  }

  /** What a node takes that is fast now and then, as one that has a queue and no worse disk. */
  @Test
  void ofANodeThatIsFastNowAndThen_fewReadsGoAround() {
    othersTake(10);
    int around = 0;
    for (int i = 0; i < 6_000; i++) {
      if (detours.next(SLOW, others(), OTHERS)) {
        around++;
      } else {
        detours.took(SLOW, (i % 3 == 0 ? 20 : 90) * MILLI, false);
      }
    }
    assertThat(around).as("two thirds of them take more than 60 ms").isBetween(300, 2000);
  }

  @Test
  void aNodeThatHangs_isLeftByAllButOneIn256_afterAFewReadsThatWereLate() {
    othersTake(5);
    around(1, 5);
    for (int i = 0; i < 8; i++) {
      detours.took(SLOW, 25 * MILLI, true);
    }
    int around = 0;
    for (int i = 0; i < 2560; i++) {
      around += detours.next(SLOW, others(), 10) ? 1 : 0;
    }
    assertThat(around).as("25 ms, 50, 100: 10 x 5 ms are less").isBetween(2530, 2558);
  }

  @Test
  void aNodeThatIsItselfAgain_isReadMoreAndMore() {
    othersTake(1);
    around(60, 28);
    assertThat(around(64, 28)).isGreaterThan(55);
    assertThat(around(400, 1)).isLessThan(200);
    assertThat(around(100, 1)).isZero();
  }

  @Test
  void aNodeThatWasSlowLongAgo_isGoneAroundAtOnceWhenItIsAgain() {
    othersTake(1);
    around(100, 5);
    assertThat(around(8, 28)).as("of a share of nothing").isLessThan(4);
    around(200, 5);
    detours.took(SLOW, 28 * MILLI, true);
    for (int i = 0; i < 2_000; i++) {
      detours.took(node(1 + i % 9), MILLI, false);
    }
    assertThat(around(64, 28)).as("four in five: the last one was late").isGreaterThan(40);
  }

  /** Who comes to the nodes in turn would meet the same turn of each for ever. */
  @Test
  void ofReadsInAFixedOrder_someTryTheNode() {
    othersTake(1);
    around(60, 8);
    int tried = 0;
    for (int i = 0; i < 3200; i++) {
      boolean goes = detours.next(SLOW, others(), OTHERS);
      tried += i % 32 == 0 && !goes ? 1 : 0;
      if (!goes) {
        detours.took(SLOW, 8 * MILLI, false);
      }
    }
    assertThat(tried).as("of 100 reads in 3,200").isPositive();
  }

  @Test
  void nodesThatAreNoneOfTheOthers_sayNothing() {
    NodeId gone = node(99);
    othersTake(5);
    for (int i = 0; i < 40; i++) {
      detours.took(gone, 1000 * MILLI, true);
    }
    around(60, 100);
    assertThat(around(64, 100)).as("6 x 5 ms for 100").isGreaterThan(55);
  }

  @Test
  void aNodeThatHangs_isLeft_thoughNobodyHasReadTheOthers() {
    detours.took(SLOW, MILLI, false);
    int around = 0;
    for (int i = 0; i < 400; i++) {
      if (detours.next(SLOW, others(), OTHERS)) {
        around++;
      } else {
        detours.took(SLOW, 1000 * MILLI, true);
      }
    }
    assertThat(around).isGreaterThan(380);
  }

  @Test
  void whatTheOthersTookLongAgo_saysNothing() {
    othersTake(1);
    around(60, 5);
    for (int i = 0; i < 300; i++) {
      detours.took(SLOW, 10 * MILLI, false);
      othersTake(10, 1);
    }
    assertThat(around(40, 10)).as("a quarter at first").isLessThan(20);
  }
}
