package io.evenkeel.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadBudgetTest {
  private final ReadBudget budget = new ReadBudget(64);

  /** A read that ends when it is told to, and gives its memory back. */
  private static final class Read implements ReadBudget.Holder {
    private final ReadBudget.Reservation memory;
    private final long idleNanos;
    private final boolean allows;
    private boolean isToYield;
    private Thread leftBy;

    Read(ReadBudget.Reservation memory, long idleSeconds, boolean allows) {
      this.memory = memory;
      this.idleNanos = TimeUnit.SECONDS.toNanos(idleSeconds);
      this.allows = allows;
      memory.heldBy(this);
    }

    Read(ReadBudget.Reservation memory, long idleNanos) {
      this.memory = memory;
      this.idleNanos = idleNanos;
      this.allows = true;
      memory.heldBy(this);
    }

    @Override
    public long idleNanos() {
      return idleNanos;
    }

    @Override
    public boolean isLeftBy(Thread thread) {
      return leftBy == thread;
    }

    @Override
    public void yieldSoon() {
      isToYield = true;
    }

    @Override
    public boolean release() {
      if (allows) {
        memory.close();
      }
      return allows;
    }
  }

  private Read read(long bytes, long idleSeconds, boolean allows) {
    return new Read(budget.reserve(bytes).orElseThrow(), idleSeconds, allows);
  }

  @Test
  void theMoreAReadCanUse_theMoreHasToStayFree() {
    assertThat(budget.reserveAmply(33, 0)).as("more than half").isEmpty();
    assertThat(budget.reserveAmply(32, 0)).isPresent();
    assertThat(budget.reserveAmply(1, 0)).isEmpty();
    assertThat(budget.reserveAmply(16, 1)).as("to three quarters").isPresent();
    assertThat(budget.reserveAmply(1, 1)).isEmpty();
    assertThat(budget.reserveAmply(8, 2)).isPresent();
    assertThat(budget.reserve(9)).isEmpty();
    assertThat(budget.reserve(8)).isPresent();
  }

  @Test
  void theIdlestRead_isEndedFirst_andNoneThatIsReadFromOrMustNotBe() {
    read(10, 0, true);
    read(10, 9, false);
    read(10, 2, true);
    read(10, 5, true);
    assertThat(budget.active()).isEqualTo(1);
    assertThat(budget.releaseIdle()).isTrue();
    assertThat(budget.releaseIdle()).isTrue();
    assertThat(budget.releaseIdle()).as("none is idle that may be ended").isFalse();
    assertThat(budget.reservedBytes()).isEqualTo(20);
    assertThat(budget.reservations()).isEqualTo(2);
  }

  @Test
  void whoWaits_takesWhatItsThreadHasLeft_atOnce() {
    read(10, 0, true).leftBy = new Thread(() -> {});
    read(10, 0, true).leftBy = Thread.currentThread();
    read(10, 0, true);
    assertThat(budget.releaseLeft(0)).isTrue();
    assertThat(budget.releaseLeft(0)).as("others' stay").isFalse();
    assertThat(budget.reservedBytes()).isEqualTo(20);
  }

  @Test
  void whoWaits_takesWhatNobodyHasBeenAtAsLong() {
    long second = TimeUnit.SECONDS.toNanos(1);
    read(10, 1, true);
    assertThat(budget.releaseLeft(9 * second)).as("a second is long enough").isTrue();
    Read left = new Read(budget.reserve(10).orElseThrow(), second / 10);
    assertThat(budget.releaseLeft(second / 5)).as("it was read from meanwhile").isFalse();
    assertThat(budget.releaseLeft(second / 20)).isTrue();
    assertThat(left.idleNanos()).isPositive();
    new Read(budget.reserve(10).orElseThrow(), second / 100);
    assertThat(budget.releaseLeft(0)).as("it is just being used").isFalse();
  }

  @Test
  void moreThanThereIs_hasNoRoom() {
    assertThat(budget.reserve(60)).isPresent();
    assertThat(budget.hasRoomFor(64)).isTrue();
    assertThat(budget.hasRoomFor(65)).isFalse();
  }

  @Test
  void theLargestRead_isAskedToYield_thenTheOldest_oneAtATime() {
    Read old = read(10, 0, true);
    Read young = read(10, 0, true);
    Read large = read(20, 0, true);
    long moment = TimeUnit.MILLISECONDS.toNanos(20);
    budget.askToYield(moment);
    budget.askToYield(2 * moment - 1);
    assertThat(large.isToYield).isTrue();
    assertThat(old.isToYield).isFalse();
    budget.askToYield(2 * moment);
    assertThat(old.isToYield).isTrue();
    assertThat(young.isToYield).isFalse();
    budget.askToYield(3 * moment);
    budget.askToYield(4 * moment);
    assertThat(young.isToYield).isTrue();
  }

  @Test
  void aReadThatIsJustStarting_isAskedToYieldOnceItHasStarted() {
    ReadBudget two = new ReadBudget(100);
    ReadBudget.Reservation starting = two.reserve(60).orElseThrow();
    long moment = TimeUnit.MILLISECONDS.toNanos(20);
    two.askToYield(moment);
    Read started = new Read(starting, 0, true);
    two.askToYield(2 * moment);
    assertThat(started.isToYield).isTrue();
  }

  @Test
  void idleTimesThatChangeWhileTheyAreCompared_failNobody() {
    ReadBudget many = new ReadBudget(1000);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 500; i++) {
      many.reserve(1)
          .orElseThrow()
          .heldBy(
              new ReadBudget.Holder() {
                @Override
                public long idleNanos() {
                  return TimeUnit.MINUTES.toNanos(1) + random.nextInt();
                }

                @Override
                public boolean release() {
                  return false;
                }
              });
    }
    for (int i = 0; i < 100; i++) {
      assertThat(many.releaseIdle()).isFalse();
    }
  }
}
