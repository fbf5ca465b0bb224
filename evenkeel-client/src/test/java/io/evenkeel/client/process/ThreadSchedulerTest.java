package io.evenkeel.client.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadSchedulerTest {
  private final ThreadScheduler scheduler = new ThreadScheduler();

  @Test
  void errorOfATask_doesNotKeepTheNextFromRunning() {
    try (scheduler) {
      Executor serial = scheduler.serial();
      List<String> ran = new ArrayList<>();
      serial.execute(
          () -> {
            serial.execute(() -> ran.add("posted before the error"));
            throw new LinkageError("for the test");
          });
      serial.execute(() -> ran.add("posted after it"));
      assertThat(ran).containsExactly("posted before the error", "posted after it");
    }
  }

  @Test
  void errorOfATimer_doesNotKeepTheNextFromRunning() throws InterruptedException {
    try (scheduler) {
      CountDownLatch ran = new CountDownLatch(1);
      scheduler.schedule(
          0,
          () -> {
            throw new LinkageError("for the test");
          });
      scheduler.schedule(1, ran::countDown);
      assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void taskThatGotNoThread_isNotLeftForTheThreadOfAnother() throws Exception {
    AtomicInteger without = new AtomicInteger(5);
    ThreadFactory poor =
        task ->
            new Thread(task) {
              @Override
              public synchronized void start() {
                if (without.getAndDecrement() > 0) {
                  throw new OutOfMemoryError("unable to create native thread");
                }
                setDaemon(true);
                super.start();
              }
            };
    AtomicInteger ran = new AtomicInteger();
    CountDownLatch last = new CountDownLatch(1);
    try (ThreadScheduler starved = new ThreadScheduler(poor)) {
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> starved.schedule(0, ran::incrementAndGet))
            .isInstanceOf(OutOfMemoryError.class);
      }
      starved.schedule(0, ran::incrementAndGet);
      starved.schedule(1, last::countDown);
      last.await();
    }
    assertThat(ran).hasValue(1);
  }
}
