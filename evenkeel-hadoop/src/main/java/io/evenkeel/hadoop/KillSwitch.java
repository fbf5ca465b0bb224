package io.evenkeel.hadoop;

import io.evenkeel.core.port.Scheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Off is one switch: the configuration at start, or the word {@code off} in a local file that is
 * looked at every ten seconds, because a running client never sees a changed configuration.
 */
final class KillSwitch {
  private static final Logger LOG = LoggerFactory.getLogger(KillSwitch.class);
  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int WORD_BYTES_MAX = 64;

  private final Path file;
  private volatile boolean on;

  KillSwitch(EvenkeelSettings settings, Scheduler scheduler) {
    this.file = settings.switchFile().isEmpty() ? null : Path.of(settings.switchFile());
    this.on = settings.enabled();
    if (on && file != null) {
      on = look();
      watch(scheduler);
    }
  }

  boolean isOn() {
    return on;
  }

  private void watch(Scheduler scheduler) {
    scheduler.schedule(
        LOOK_EVERY_NANOS,
        () -> {
          boolean now = look();
          if (now != on) {
            LOG.info("Evenkeel is {} by {}", now ? "on again" : "off", file);
            on = now;
          }
          watch(scheduler);
        });
  }

  private boolean look() {
    try {
      return !Files.exists(file)
          || Files.size(file) > WORD_BYTES_MAX
          || !Files.readString(file).trim().equalsIgnoreCase("off");
    } catch (IOException e) {
      LOG.warn(
          "The switch file {} cannot be read ({}); Evenkeel stays {}",
          file,
          e.getMessage(),
          on ? "on" : "off");
      return on;
    }
  }
}
