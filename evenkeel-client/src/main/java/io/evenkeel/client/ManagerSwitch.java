package io.evenkeel.client;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Scheduler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the manager wants clients on. Every answer says it; a process that uses Evenkeel asks
 * every ten seconds besides, in the background, and one that does not use it has no timer and asks
 * nothing. A manager that does not answer changes nothing. Thread-safe; never waits.
 */
final class ManagerSwitch {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerSwitch.class);

  /** A process that ends before has asked something else, or has nothing to be told. */
  static final long ASK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Supplier<ManagerApi> made;
  private final Supplier<ManagerApi> asked;
  private final Scheduler scheduler;
  private final AtomicLong askedNanos;
  private final AtomicBoolean told = new AtomicBoolean(true);

  /**
   * @param made gives null while nobody has asked the manager anything
   * @param asked gives the manager, to be asked something
   */
  ManagerSwitch(Supplier<ManagerApi> made, Supplier<ManagerApi> asked, Scheduler scheduler) {
    this.made = made;
    this.asked = asked;
    this.scheduler = scheduler;
    this.askedNanos = new AtomicLong(scheduler.nanoTime());
  }

  /** By what it said last; whoever asks here uses Evenkeel. */
  boolean isOn() {
    long now = scheduler.nanoTime();
    long last = askedNanos.get();
    if (now - last >= ASK_EVERY_NANOS && askedNanos.compareAndSet(last, now)) {
      ask();
    }
    ManagerApi manager = made.get();
    boolean on = manager == null || manager.wantsClientsOn();
    if (told.get() != on && told.compareAndSet(!on, on)) {
      LOG.info("Evenkeel is {} by the manager's word", on ? "on again" : "off");
    }
    return on;
  }

  private void ask() {
    try {
      var unused = asked.get().clients(Completion.ignore());
    } catch (Throwable e) {
      // No thread or no memory: in ten seconds again.
      LOG.debug("The manager cannot be asked whether to be on", e);
    }
  }
}
