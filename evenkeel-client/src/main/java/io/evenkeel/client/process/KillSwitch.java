package io.evenkeel.client.process;

import io.evenkeel.core.model.SwitchFile;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process's own switch: the configuration at start, or the word {@code off} in a local file
 * that is looked at every ten seconds, because a running client never sees a changed configuration.
 * The manager's switch for all clients is {@code ManagerSwitch}. Files may hang, as on NFS: they
 * are looked at on a thread of their own, which exists only when there is a file to look at.
 */
public final class KillSwitch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KillSwitch.class);
  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A start waits no longer than this for the first look. */
  private static final long FIRST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final boolean enabled;
  private final SwitchFile file;
  private final long everyNanos;
  private final CountDownLatch looked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  public KillSwitch(boolean enabled, String switchFile) {
    this(enabled, switchFile, LOOK_EVERY_NANOS);
  }

  KillSwitch(boolean enabled, String switchFile, long everyNanos) {
    this.enabled = enabled;
    this.file =
        switchFile.isEmpty() ? null : new SwitchFile(Path.of(switchFile), "Evenkeel", LOG::warn);
    this.everyNanos = everyNanos;
    if (enabled && file != null) {
      ThreadScheduler.daemons("evenkeel-switch").newThread(this::watch).start();
      awaitFirstLook();
    }
  }

  private void awaitFirstLook() {
    try {
      if (!looked.await(FIRST_LOOK_NANOS, TimeUnit.NANOSECONDS)) {
        LOG.warn("The switch file {} does not answer; Evenkeel stays on until it does", file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public boolean isOn() {
    return enabled && (file == null || file.isOn());
  }

  private void watch() {
    try {
      do {
        file.look();
        looked.countDown();
      } while (!closed.await(everyNanos, TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      // Nobody interrupts this thread but to end it.
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the looking. */
  @Override
  public void close() {
    closed.countDown();
  }
}
