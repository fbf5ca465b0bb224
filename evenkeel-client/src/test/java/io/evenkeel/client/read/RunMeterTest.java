package io.evenkeel.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.watch.Watchdog;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.StreamPace;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.reading.RecentRuns;
import io.evenkeel.policy.reading.WideReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What runs tell the process of their waits, on a clock of the test's own. */
class RunMeterTest {
  private static final NodeId NODE = new NodeId("datanode:9866");
  private static final int MEBIBYTE = 1 << 20;
  private static final long BLOCK = 16L * MEBIBYTE;
  private static final ReadLimits LIMITS = ReadLimits.defaults();

  private final ManualScheduler clock = new ManualScheduler();
  private StreamPace pace;
  private RunMeter meter;

  @BeforeEach
  void start() {
    pace = new StreamPace(LIMITS);
    meter = meterOn(clock);
  }

  private RunMeter meterOn(Scheduler scheduler) {
    WideReads wideReads = new WideReads(256 << 10, 4 << 20, 64 << 20, 300 << 20);
    Crowd crowd = new Crowd(new Watchdog(clock, 2), new ReadBudget(1 << 30), wideReads);
    return new RunMeter(wideReads, new RecentRuns(), Long.MAX_VALUE, scheduler, crowd, pace);
  }

  /** The caller reads on to a place, having waited so many of the milliseconds that it took. */
  private void readTo(long position, long from, int waitedMillis, int tookMillis) {
    int bytes = (int) (position - from);
    pace.waited(NODE, TimeUnit.MILLISECONDS.toNanos(waitedMillis), bytes, position);
    clock.advance(TimeUnit.MILLISECONDS.toNanos(tookMillis));
    meter.readTo(position);
  }

  /** Opens, which takes a new process long, and reads its first bytes. */
  private void begin() {
    meter.readTo(0);
    readTo(MEBIBYTE, 0, 20, 500);
  }

  /** The rest of the run goes wide, which brings 125 MiB/s. */
  private void readWideNoFaster(long from) {
    long to = from + 16 * MEBIBYTE;
    meter.wideFrom(from);
    clock.advance(TimeUnit.MILLISECONDS.toNanos(16 * 8));
    meter.wideTo(to);
    meter.ended(to, BLOCK);
  }

  @Test
  void aBurst_saysNothingOfHowTheNodeGoesOn() {
    begin();
    readTo(4 * MEBIBYTE, MEBIBYTE, 6, 12);
    assertThat(meter.paysWide(false)).as("500 MiB/s").isFalse();
    readTo(5 * MEBIBYTE, 4 * MEBIBYTE, 16, 16);
    readTo(6 * MEBIBYTE, 5 * MEBIBYTE, 16, 16);
    assertThat(meter.paysWide(false)).as("64 MiB/s").isTrue();
  }

  @Test
  void aWideRunIsComparedWithTheLatestWaits_notWithABurst() {
    for (int run = 0; run < 3; run++) {
      begin();
      readTo(4 * MEBIBYTE, MEBIBYTE, 6, 12);
      readTo(9 * MEBIBYTE, 4 * MEBIBYTE, 2, 2);
      readTo(10 * MEBIBYTE, 9 * MEBIBYTE, 8, 8);
      readTo(11 * MEBIBYTE, 10 * MEBIBYTE, 16, 16);
      assertThat(meter.paysWide(false)).as("the mean is 270 MiB/s, run %s", run).isTrue();
      meter.wideFrom(11 * MEBIBYTE);
      clock.advance(TimeUnit.MILLISECONDS.toNanos(62));
      meter.wideTo(27 * MEBIBYTE);
      meter.ended(27 * MEBIBYTE, BLOCK);
    }
  }

  @Test
  void aHiccupBeforeIt_doesNotPraiseAWideRun() {
    for (int run = 0; run < 3; run++) {
      begin();
      readTo(4 * MEBIBYTE, MEBIBYTE, 24, 24);
      readTo(5 * MEBIBYTE, 4 * MEBIBYTE, 8, 8);
      readTo(6 * MEBIBYTE, 5 * MEBIBYTE, 8, 8);
      readTo(7 * MEBIBYTE, 6 * MEBIBYTE, 10, 10);
      assertThat(meter.paysWide(false)).as("125 MiB/s, run %s", run).isEqualTo(run < 2);
      readWideNoFaster(7 * MEBIBYTE);
    }
  }

  @Test
  void aWaitForAStraggler_doesNotPraiseAWideRun() {
    for (int run = 0; run < 3; run++) {
      begin();
      readTo(4 * MEBIBYTE, MEBIBYTE, 24, 24);
      for (long i = 5; i <= 64; i++) {
        readTo(i * MEBIBYTE, (i - 1) * MEBIBYTE, 8, 8);
      }
      pace.waited(NODE, TimeUnit.MILLISECONDS.toNanos(60), 0, 64 * MEBIBYTE);
      // Lanes go around it, and the stock stream goes on after them.
      meter.readTo(65 * MEBIBYTE);
      meter.wideTo(65 * MEBIBYTE);
      readTo(66 * MEBIBYTE, 65 * MEBIBYTE, 8, 8);
      assertThat(meter.paysWide(false)).as("125 MiB/s, run %s", run).isEqualTo(run < 2);
      readWideNoFaster(66 * MEBIBYTE);
    }
  }

  @Test
  void aWideStretch_isNoLeisureOfTheCaller() {
    begin();
    readTo(4 * MEBIBYTE, MEBIBYTE, 60, 60);
    readTo(6 * MEBIBYTE, 4 * MEBIBYTE, 40, 40);
    assertThat(meter.paysWide(false)).as("the node brings 50 MiB/s").isTrue();

    meter.wideFrom(6 * MEBIBYTE);
    clock.advance(TimeUnit.MILLISECONDS.toNanos(400));
    meter.readTo(6 * BLOCK);
    meter.wideTo(6 * BLOCK);

    assertThat(meter.isMostlyWaiting()).as("the stock stream stood still meanwhile").isTrue();
    assertThat(meter.paysWide(false)).isTrue();
  }

  @Test
  void aCallerThatDoesSomethingElse_doesNotGoWide() {
    begin();
    readTo(4 * MEBIBYTE, MEBIBYTE, 60, 600);
    readTo(6 * MEBIBYTE, 4 * MEBIBYTE, 40, 400);
    assertThat(meter.isMostlyWaiting()).isFalse();
    assertThat(meter.paysWide(false)).isFalse();
  }

  @Test
  void whoLooksWhileARunBegins_findsNoHalfRun() {
    AtomicReference<RunMeter> begun = new AtomicReference<>();
    Scheduler looking =
        new Scheduler() {
          @Override
          public long nanoTime() {
            RunMeter other = begun.getAndSet(null);
            if (other != null) {
              CompletableFuture.runAsync(other::isMostlyWaiting).join();
            }
            return clock.nanoTime();
          }

          @Override
          public Pending schedule(long delayNanos, Runnable task) {
            return clock.schedule(delayNanos, task);
          }

          @Override
          public Executor serial() {
            return clock.serial();
          }
        };
    RunMeter own = meterOn(looking);
    begun.set(own);
    own.readTo(0);
    assertThat(begun.get()).as("it has looked").isNull();
  }
}
