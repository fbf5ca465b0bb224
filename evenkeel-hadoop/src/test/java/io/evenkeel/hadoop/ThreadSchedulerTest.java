package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
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
}
