package io.evenkeel.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.read.ReadBudget;
import io.evenkeel.client.read.ReadBudget.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemoryWaitTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SOME = 100;

  private final ReadBudget budget = new ReadBudget(SOME);
  private final List<Long> pauses = new ArrayList<>();
  private long nowNanos = 7;

  private MemoryWait waits(long stepNanosMax) {
    return new MemoryWait(budget, () -> nowNanos, this::pause, stepNanosMax);
  }

  private void pause(long nanos) {
    pauses.add(nanos / MILLI);
    nowNanos += nanos;
  }

  /** What somebody else holds, and is at, until it is asked for or left. */
  private final class Held implements ReadBudget.Holder {
    private final Reservation memory = budget.reserve(SOME).orElseThrow();
    private long idleNanos;
    private boolean givesOnAsking;
    private int asked;

    Held() {
      memory.heldBy(this);
    }

    @Override
    public long idleNanos() {
      return idleNanos;
    }

    @Override
    public boolean release() {
      memory.close();
      return true;
    }

    @Override
    public void yieldSoon() {
      asked++;
      if (givesOnAsking) {
        memory.close();
      }
    }
  }

  private Optional<Reservation> reserved(MemoryWait wait, long limitNanos) {
    return wait.again(() -> budget.reserve(SOME), () -> true, () -> limitNanos);
  }

  @Test
  void memoryThatNobodyGives_isWaitedForUntilTheLimit_byLongerAndLongerPauses() {
    new Held();
    assertThat(reserved(waits(20 * MILLI), 100 * MILLI)).isEmpty();
    assertThat(pauses).containsExactly(3L, 6L, 12L, 20L, 20L, 20L, 20L);
  }

  @Test
  void whoHoldsIt_isAskedAfterFiftyMilliseconds() {
    Held held = new Held();
    held.givesOnAsking = true;
    assertThat(reserved(waits(3 * MILLI), 1000 * MILLI)).isPresent();
    assertThat(held.asked).isEqualTo(1);
    assertThat(nowNanos).isEqualTo(7 + 54 * MILLI);
  }

  @Test
  void whatNobodyHasBeenAtForAsLong_isTaken_whateverTheLimit() {
    Held held = new Held();
    held.idleNanos = 50 * MILLI;
    assertThat(reserved(waits(3 * MILLI), 0)).isPresent();
    assertThat(held.asked).isZero();
  }

  /** Each time somebody else is quicker. */
  @Test
  void whatIsLeftAgainAndAgain_isNotTriedForWithoutEnd() {
    Held held = new Held();
    held.idleNanos = TimeUnit.SECONDS.toNanos(1);
    Optional<Reservation> got =
        waits(50 * MILLI).again(Optional::empty, this::isHeldAgain, () -> 0);
    assertThat(got).isEmpty();
    assertThat(pauses).hasSize(8).containsOnly(3L);
  }

  private boolean isHeldAgain() {
    if (budget.reservedBytes() == 0) {
      new Held().idleNanos = TimeUnit.SECONDS.toNanos(1);
    }
    return true;
  }

  @Test
  void whatIsWorthNothingAnyMore_isNotWaitedFor() {
    new Held();
    Optional<Reservation> got =
        waits(3 * MILLI)
            .again(() -> budget.reserve(SOME), () -> pauses.size() < 2, () -> Long.MAX_VALUE);
    assertThat(got).isEmpty();
    assertThat(pauses).hasSize(2);
  }

  /** As when a node that is waited for becomes slow meanwhile. */
  @Test
  void theLimit_isThatOfEachLook() {
    new Held();
    Optional<Reservation> got =
        waits(3 * MILLI)
            .again(
                () -> budget.reserve(SOME), () -> true, () -> pauses.size() < 3 ? MILLI * 100 : 0);
    assertThat(got).isEmpty();
    assertThat(pauses).hasSize(3);
  }
}
