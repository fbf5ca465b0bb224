package io.evenkeel.client.process;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * What is to be told when the process ends, which it may do before anybody closes anything. A hook
 * is in place from the first time on that there is anything to tell. Thread-safe.
 */
public final class LastWords implements AutoCloseable {
  /** A manager that does not answer within this is not waited for. */
  public static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** While a hook is put in place. */
  private static final ExitHook.Installed COMING = () -> {};

  private static final ExitHook.Installed CLOSED = () -> {};

  private final ExitHook hooks;
  private final Consumer<Runnable> tell;
  private final AtomicReference<ExitHook.Installed> installed = new AtomicReference<>();

  /**
   * @param tell tells it, and runs what it is given when that is done
   */
  public LastWords(ExitHook hooks, Consumer<Runnable> tell) {
    this.hooks = hooks;
    this.tell = tell;
  }

  /** There is something to tell, now or before. */
  public void expect() {
    if (installed.get() == null && installed.compareAndSet(null, COMING)) {
      ExitHook.Installed hook = hooks.atEnd(this::say);
      if (!installed.compareAndSet(COMING, hook)) {
        hook.close();
      }
    }
  }

  private void say() {
    BoundedWait.until(tell, LIMIT_NANOS);
  }

  /** There will be nothing to tell any more. */
  @Override
  public void close() {
    ExitHook.Installed hook = installed.getAndSet(CLOSED);
    if (hook != null) {
      hook.close();
    }
  }
}
