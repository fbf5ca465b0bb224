package io.evenkeel.policy.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.core.model.NodeId;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UsualWaitsTest {
  private static final NodeId HOT = new NodeId("hot:1");
  private static final NodeId COOL = new NodeId("cool:1");
  private static final NodeId UNMET = new NodeId("unmet:1");

  private final UsualWaits waits = new UsualWaits();

  /** In turn, all at one moment. */
  private void bothWait(int eachTimes, double hotNanos, double coolNanos) {
    for (int i = 0; i < eachTimes; i++) {
      waits.add(HOT, hotNanos, 0);
      waits.add(COOL, coolNanos, 0);
    }
  }

  @Test
  void fewWaits_sayNothingOfAnyNode() {
    bothWait(31, 300, 100);
    assertThat(waits.nanos(HOT, 0)).isZero();
  }

  @Test
  void eachNode_isKnownByItsOwnWaits_andByAllForAsManyAsEight() {
    bothWait(40, 300, 100);
    // 40 waits, the latest counting most: sum of (63/64)^i; and 8 of the 200 of all together.
    double own = (1 - Math.pow(63.0 / 64, 40)) * 64;
    assertThat(waits.nanos(HOT, 0)).isCloseTo((own * 300 + 8 * 200) / (own + 8), within(.2));
    assertThat(waits.nanos(COOL, 0)).isCloseTo((own * 100 + 8 * 200) / (own + 8), within(.2));
    assertThat(waits.nanos(UNMET, 0)).isCloseTo(200, within(.2));
  }

  @Test
  void whoIsNotReadFrom_isAsAllTogether_afterAWhile() {
    bothWait(100, 300, 100);
    double fresh = waits.nanos(HOT, 0) - 200;
    long later = TimeUnit.SECONDS.toNanos(60);
    assertThat(waits.nanos(HOT, later) - 200).isBetween(0.0, fresh / 100);
  }

  @Test
  void whoHasCooledDown_isKnownSoon() {
    bothWait(100, 300, 100);
    bothWait(100, 100, 100);
    assertThat(waits.nanos(HOT, 0)).isLessThan(150);
  }
}
