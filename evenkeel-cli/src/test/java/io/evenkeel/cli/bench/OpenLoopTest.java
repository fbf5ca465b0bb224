package io.evenkeel.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.testing.Await;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void everyOperation_runsOnce() throws Exception {
    Set<Integer> ran = ConcurrentHashMap.newKeySet();
    Latencies latencies =
        new OpenLoop(OpenLoop.atRate(10_000), 4, 60 * SECOND)
            .run(500, number -> assertThat(ran.add(number)).isTrue());
    assertThat(ran).hasSize(500);
    assertThat(latencies.nanos()).hasSize(500);
    assertThat(latencies.unfinished()).isZero();
  }

  @Test
  void aHang_isSeenByAllWhoQueueBehindIt() throws Exception {
    // One thread, a thousand a second: what is due during the first one's 300 ms begins after it.
    Latencies latencies =
        new OpenLoop(OpenLoop.atRate(1000), 1, 60 * SECOND)
            .run(
                200,
                number -> {
                  if (number == 0) {
                    long start = System.nanoTime();
                    await(() -> System.nanoTime() - start >= SECOND * 3 / 10);
                  }
                });
    assertThat(latencies.nanos()[0]).isGreaterThanOrEqualTo(SECOND * 3 / 10);
    assertThat(latencies.nanos()[100]).isGreaterThanOrEqualTo(SECOND * 2 / 10 - SECOND / 100);
  }

  @Test
  void whatHasNotEnded_countsAsUnfinishedWithTheTimeUntilThen() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Latencies latencies =
        new OpenLoop(OpenLoop.atRate(1000), 2, SECOND / 2)
            .run(
                10,
                number -> {
                  if (number < 2) {
                    await(never);
                  }
                });
    assertThat(latencies.unfinished()).isEqualTo(10);
    assertThat(latencies.nanos()[0]).isGreaterThanOrEqualTo(SECOND / 2);
    never.countDown();
  }

  @Test
  void aFailure_isThrown() {
    OpenLoop loop = new OpenLoop(OpenLoop.atRate(1000), 2, 60 * SECOND);
    assertThatThrownBy(
            () ->
                loop.run(
                    10,
                    number -> {
                      throw new IOException("wrong bytes");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("wrong bytes");
  }

  @Test
  void percentiles_areThoseOfTheSortedTimes() {
    long[] nanos = new long[100];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = (100 - i) * 1_000_000L;
    }
    Latencies latencies = new Latencies(nanos, 0);
    assertThat(latencies.percentileMillis(50)).isEqualTo(50);
    assertThat(latencies.percentileMillis(99)).isEqualTo(99);
    assertThat(latencies.maxMillis()).isEqualTo(100);
    assertThat(latencies.percentileMillis(99, 10)).isEqualTo(100);
  }

  private static void await(BooleanSupplier condition) {
    try {
      Await.until(condition);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
