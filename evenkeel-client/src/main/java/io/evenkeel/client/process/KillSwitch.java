package io.evenkeel.client.process;

import io.evenkeel.core.model.SwitchWord;
import java.io.IOException;
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

  private final Path file;
  private final long everyNanos;
  private final CountDownLatch looked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private SwitchWord said;
  private boolean isUnread;
  private volatile boolean on;

  public KillSwitch(boolean enabled, String switchFile) {
    this(enabled, switchFile, LOOK_EVERY_NANOS);
  }

  KillSwitch(boolean enabled, String switchFile, long everyNanos) {
    this.file = switchFile.isEmpty() ? null : Path.of(switchFile);
    this.everyNanos = everyNanos;
    this.on = enabled;
    if (on && file != null) {
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
    return on;
  }

  private void watch() {
    try {
      do {
        boolean now = look();
        if (now != on) {
          LOG.info("Evenkeel is {} by {}", now ? "on again" : "off", file);
          on = now;
        }
        looked.countDown();
      } while (!closed.await(everyNanos, TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      // Nobody interrupts this thread but to end it.
      Thread.currentThread().interrupt();
    }
  }

  private boolean look() {
    try {
      SwitchWord word = SwitchWord.in(file);
      if (word == SwitchWord.NEITHER && said != word) {
        LOG.warn("The switch file {} says neither on nor off, so Evenkeel is on", file);
      }
      said = word;
      isUnread = false;
      return word != SwitchWord.OFF;
    } catch (IOException | RuntimeException | Error e) {
      if (isUnread) {
        return on;
      }
      isUnread = true;
      LOG.warn(
          "The switch file {} cannot be read ({}); Evenkeel stays {}",
          file,
          e.getMessage(),
          on ? "on" : "off");
      return on;
    }
  }

  /** Ends the looking. */
  @Override
  public void close() {
    closed.countDown();
  }
}
