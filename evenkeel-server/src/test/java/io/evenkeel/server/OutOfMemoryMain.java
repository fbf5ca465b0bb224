package io.evenkeel.server;

import io.evenkeel.manager.Failures;
import java.util.concurrent.TimeUnit;

/** A process whose manager's thread runs out of memory, for {@link ManagerDaemonTest}. */
final class OutOfMemoryMain {
  private OutOfMemoryMain() {}

  public static void main(String[] args) throws InterruptedException {
    UncaughtFailures.install(new Failures(System.err::println));
    try (LoopScheduler loop = new LoopScheduler("test-loop")) {
      loop.serial()
          .execute(
              () -> {
                throw new IllegalStateException("not the end");
              });
      loop.serial()
          .execute(
              () -> {
                throw new OutOfMemoryError("Java heap space");
              });
      TimeUnit.MINUTES.sleep(1);
    }
  }
}
