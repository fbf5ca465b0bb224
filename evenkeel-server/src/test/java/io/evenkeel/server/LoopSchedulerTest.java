package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.store.Answer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopSchedulerTest {
  private final Error broken = new AssertionError("of the test");

  @Test
  void taskThatThrows_isTold_andTheNextOneRuns() throws Exception {
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    CompletableFuture<Void> ran = new CompletableFuture<>();
    try (LoopScheduler loop = new LoopScheduler("test-loop")) {
      loop.serial()
          .execute(
              () ->
                  Thread.currentThread()
                      .setUncaughtExceptionHandler((thread, cause) -> told.complete(cause)));
      loop.serial()
          .execute(
              () -> {
                throw broken;
              });
      loop.schedule(1, () -> ran.complete(null));
      assertThat(told.get(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isSameAs(broken);
      ran.get(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
