package io.evenkeel.core.port;

import java.util.concurrent.atomic.AtomicBoolean;

/** A task that runs once, whoever calls it first: what it waits for, or a limit. Thread-safe. */
public final class RunOnce implements Runnable {
  private final Runnable task;
  private final AtomicBoolean ran = new AtomicBoolean();

  public RunOnce(Runnable task) {
    this.task = task;
  }

  @Override
  public void run() {
    if (ran.compareAndSet(false, true)) {
      task.run();
    }
  }
}
