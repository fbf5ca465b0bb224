package io.evenkeel.client.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who counts as a crowd. */
class WatchdogTest {
  private static final NodeId NODE = new NodeId("datanode:9866");
  private static final int CORES = 2;
  private static final int THREADS = 4 * CORES;

  private final ManualScheduler scheduler = new ManualScheduler();
  private final Watchdog watchdog = new Watchdog(scheduler, CORES);

  /** Waits for as long as it takes. */
  private final WaitJudge read = lateBy(watchdog, new AtomicBoolean());

  private void advance(long millis) {
    scheduler.advance(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private void inThreads(int count, Runnable does) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(does);
      thread.start();
      thread.join();
    }
  }

  private void beginWaiting() {
    PeerWatch watch = PeerWatch.ofThread();
    watch.begin(read);
    watch.waiting(NODE, false, new LongAdder(), () -> {});
  }

  @Test
  void threadsThatRead_areACrowd_untilTheyDoNot() throws Exception {
    assertThat(watchdog.crowdAtCores(0)).isEqualTo(1);
    inThreads(
        THREADS,
        () -> {
          beginWaiting();
          PeerWatch.ofThread().done(1);
        });
    advance(10);
    assertThat(watchdog.crowdAtCores(0)).isEqualTo(4);
    advance(2000);
    assertThat(watchdog.crowdAtCores(0)).isEqualTo(1);
  }

  /** Who closes one stream has seen its reader there, which waits for another one by now. */
  @Test
  void aWaitOfAnotherRead_isNotCut() {
    PeerWatch watch = PeerWatch.ofThread();
    AtomicBoolean isCut = new AtomicBoolean();
    WaitJudge other = lateBy(watchdog, new AtomicBoolean());
    watch.begin(other);
    watch.waiting(NODE, false, new LongAdder(), () -> isCut.set(true));
    watch.cut(read);
    assertThat(isCut).isFalse();
    watch.cut(other);
    assertThat(isCut).isTrue();
    assertThatThrownBy(() -> watch.done(1)).isInstanceOf(CutException.class);
    watch.end();
  }

  @Test
  void threadsThatHangOnANode_areNoCrowd() throws Exception {
    inThreads(THREADS, this::beginWaiting);
    advance(10);
    assertThat(watchdog.crowdAtCores(0)).isEqualTo(4);
    advance(1000);
    assertThat(watchdog.crowdAtCores(0)).as("they take no turns").isEqualTo(1);
  }

  @Test
  void readersOfAWave_areRememberedUntilTheNext() throws Exception {
    inThreads(THREADS, this::beginWaiting);
    advance(10);
    assertThat(watchdog.readersLately()).isEqualTo(THREADS);
    advance(4_000);
    assertThat(watchdog.readers()).isZero();
    assertThat(watchdog.readersLately()).as("4 s later").isEqualTo(THREADS);
    advance(7_000);
    assertThat(watchdog.readersLately()).as("11 s later").isZero();
  }

  @Test
  void readersThatBeginTogether_countBeforeAnybodyLooks() throws Exception {
    inThreads(THREADS, this::beginWaiting);
    assertThat(watchdog.readersLately()).as("no tick yet").isEqualTo(THREADS);
  }

  @Test
  void aReaderThatGoesOnByLanes_countsNoMore_untilItIsBack() throws Exception {
    beginWaiting();
    PeerWatch.ofThread().done(1);
    assertThat(watchdog.readers()).isEqualTo(1);
    PeerWatch.ofThread().forget();
    assertThat(watchdog.readers()).isZero();
    advance(10);
    assertThat(watchdog.readers()).isZero();
    beginWaiting();
    PeerWatch.ofThread().done(1);
    assertThat(watchdog.readers()).as("back at the stock stream").isEqualTo(1);
    PeerWatch.ofThread().forget();
  }

  @Test
  void crowd_hasALimit() throws Exception {
    inThreads(20 * CORES, this::beginWaiting);
    advance(10);
    assertThat(watchdog.crowdAtCores(0)).isEqualTo(16);
  }

  /** Has no memory or thread for so many timers, and keeps errors of tasks to itself. */
  private final class PoorScheduler implements Scheduler {
    private int fails;

    @Override
    public long nanoTime() {
      return scheduler.nanoTime();
    }

    @Override
    public Executor serial() {
      return scheduler.serial();
    }

    @Override
    public Pending schedule(long delayNanos, Runnable task) {
      if (fails > 0) {
        fails--;
        throw new OutOfMemoryError("unable to create native thread");
      }
      return scheduler.schedule(
          delayNanos,
          () -> {
            try {
              task.run();
            } catch (Error e) {
              // As the real one does.
            }
          });
    }
  }

  private static WaitJudge lateBy(Watchdog watchdog, AtomicBoolean late) {
    return new WaitJudge() {
      @Override
      public Watchdog watchdog() {
        return watchdog;
      }

      @Override
      public void waiting(NodeId node, boolean opening, long sentBytes) {}

      @Override
      public void waited(NodeId node, long nanos, int bytes, long sentBytes) {}

      @Override
      public boolean leaves(NodeId node, long waitingNanos, boolean opening, long sentBytes) {
        return late.get();
      }

      @Override
      public boolean leavesWhenRefused(NodeId node) {
        return false;
      }

      @Override
      public boolean isAbandoned() {
        return false;
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "0, 1", "0, 2"})
  void noMeansForTheTimer_failsNoRead_andLaterWaitsAreWatched(int atFirst, int later) {
    PoorScheduler poor = new PoorScheduler();
    AtomicBoolean late = new AtomicBoolean();
    AtomicBoolean cut = new AtomicBoolean();
    PeerWatch watch = PeerWatch.ofThread();
    watch.begin(lateBy(new Watchdog(poor, CORES), late));
    poor.fails = atFirst;
    watch.waiting(NODE, false, new LongAdder(), () -> {});
    poor.fails = later;
    advance(20);
    watch.done(1);
    late.set(true);
    watch.waiting(NODE, false, new LongAdder(), () -> cut.set(true));
    advance(50);
    assertThat(cut).as("looked at again").isTrue();
    assertThatThrownBy(() -> watch.done(1)).isInstanceOf(CutException.class);
    watch.end();
    watch.forget();
  }

  @Test
  void watchThatCannotBeCounted_startsNoSecondClock() {
    AtomicInteger untilFailure = new AtomicInteger();
    AtomicInteger ticks = new AtomicInteger();
    Watchdog counted =
        new Watchdog(
            new Scheduler() {
              @Override
              public long nanoTime() {
                if (untilFailure.decrementAndGet() == 0) {
                  throw new OutOfMemoryError("for the test");
                }
                return scheduler.nanoTime();
              }

              @Override
              public Executor serial() {
                return scheduler.serial();
              }

              @Override
              public Pending schedule(long delayNanos, Runnable task) {
                ticks.incrementAndGet();
                return scheduler.schedule(delayNanos, task);
              }
            },
            CORES);
    List<PeerWatch> watches = List.of(new PeerWatch(), new PeerWatch(), new PeerWatch());
    for (int i = 0; i < 3; i++) {
      watches.get(i).begin(lateBy(counted, new AtomicBoolean()));
      // The wait looks at the clock first, and then whoever counts it.
      untilFailure.set(i == 1 ? 2 : 0);
      watches.get(i).waiting(NODE, false, new LongAdder(), () -> {});
    }
    advance(1000);
    assertThat(ticks).hasValueLessThanOrEqualTo(202);
    watches.forEach(PeerWatch::forget);
  }
}
