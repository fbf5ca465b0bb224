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

  private void othersTake(long millis) {
    for (int i = 0; i < 100; i++) {
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
  void whereNothingIsKnown_everyFourthReadGoesAround() {
    assertThat(detours.next(SLOW, others(), OTHERS)).isTrue();
    assertThat(around(20, 1)).isEqualTo(5);
  }

  @Test
  void aNodeThatTakesMoreThanTheOthersTogether_isReadByOneInThirtyTwo() {
    othersTake(1);
    assertThat(around(40, 8)).as("a quarter, and more and more").isGreaterThan(20);
    assertThat(around(320, 8)).as("8 ms, where six others take 6").isEqualTo(310);
  }

  @Test
  void aNodeThatTakesLess_isReadByAll() {
    othersTake(1);
    assertThat(around(40, 5)).isLessThan(3);
    assertThat(around(320, 5)).as("5 ms, where six others take 6").isLessThan(2);
  }

  @Test
  void theMoreTheOthersTake_theFewerGoAround() {
    othersTake(1);
    around(40, 500);
    assertThat(around(32, 500)).as("6 x 1 ms for 500").isEqualTo(31);
    othersTake(300);
    around(150, 500);
    assertThat(around(32, 500)).as("6 x 300 ms for 500").isLessThan(2);
    othersTake(1);
    around(100, 500);
    assertThat(around(32, 500)).as("the others are themselves again").isEqualTo(31);
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
    assertThat(around).as("two thirds of them take more than 60 ms").isBetween(500, 2000);
  }

  @Test
  void aNodeThatHangs_isLeft_howeverSoonItsReadsAreLeft() {
    othersTake(5);
    int around = 0;
    for (int i = 0; i < 40; i++) {
      if (detours.next(SLOW, others(), 10)) {
        around++;
      } else {
        detours.took(SLOW, 25 * MILLI, true);
      }
    }
    assertThat(around).as("25 ms, 50, 100: 10 x 5 ms are less").isGreaterThan(20);
  }

  @Test
  void aNodeThatIsItselfAgain_isReadMoreAndMore() {
    othersTake(1);
    around(40, 28);
    assertThat(around(32, 28)).isEqualTo(31);
    assertThat(around(100, 1)).isLessThan(40);
    assertThat(around(100, 1)).isLessThan(2);
  }

  @Test
  void aNodeThatWasSlowLongAgo_isGoneAroundAtOnceWhenItIsAgain() {
    othersTake(1);
    around(100, 5);
    assertThat(around(8, 28)).as("of a share of nothing").isLessThan(3);
    around(100, 5);
    for (int i = 0; i < 2_000; i++) {
      detours.took(node(1 + i % 9), MILLI, false);
    }
    assertThat(around(8, 28)).as("a quarter, and more").isGreaterThan(2);
  }

  @Test
  void nodesThatAreNoneOfTheOthers_sayNothing() {
    NodeId gone = node(99);
    othersTake(5);
    for (int i = 0; i < 40; i++) {
      detours.took(gone, 1000 * MILLI, true);
    }
    around(40, 100);
    assertThat(around(32, 100)).as("6 x 5 ms for 100").isEqualTo(31);
  }
}
