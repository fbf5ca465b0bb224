package io.evenkeel.server;

import io.evenkeel.core.model.SwitchWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether clients are told to be on: not for as long as the manager was started so, nor while a
 * local file holds the word {@code off}. No request changes it. The file is looked at on a thread
 * of its own, as files may hang.
 */
final class ClientSwitch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientSwitch.class);

  /** Clients ask every ten seconds: together less than the half minute that is promised. */
  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Path file;
  private final long everyNanos;
  private final LoopScheduler loop = new LoopScheduler("evenkeel-manager-switch");
  private SwitchWord said;
  private boolean isUnread;
  private volatile boolean on;
  private final AtomicLong looks = new AtomicLong();

  /**
   * @param switchFile empty for none
   */
  ClientSwitch(boolean on, String switchFile) {
    this(on, switchFile, LOOK_EVERY_NANOS);
  }

  ClientSwitch(boolean on, String switchFile, long everyNanos) {
    this.on = on;
    this.file = switchFile.isEmpty() ? null : Path.of(switchFile);
    this.everyNanos = everyNanos;
    if (on && file != null) {
      LOG.info("Clients are told to be off as soon as {} holds the word off", file);
      loop.serial().execute(this::look);
    } else if (!on) {
      LOG.warn("Clients are told to be off, as long as this manager runs (--off)");
    }
  }

  boolean isOn() {
    return on;
  }

  /** How often the file was looked at, for tests. */
  long looks() {
    return looks.get();
  }

  private void look() {
    loop.schedule(everyNanos, this::look);
    Path folder = file.toAbsolutePath().getParent();
    if (looks.get() == 0 && folder != null && !Files.isDirectory(folder)) {
      LOG.warn("There is no folder {} for the switch file: is --switch-file right?", folder);
    }
    boolean now = on;
    try {
      now = word() != SwitchWord.OFF;
      isUnread = false;
    } catch (IOException | RuntimeException | Error e) {
      if (!isUnread) {
        LOG.warn(
            "The switch file {} cannot be read ({}): clients are told to stay {}",
            file,
            e.toString(),
            on ? "on" : "off");
      }
      isUnread = true;
    }
    looks.incrementAndGet();
    if (now != on) {
      LOG.warn("Clients are told to be {}, by {}", now ? "on again" : "off", file);
      on = now;
    }
  }

  private SwitchWord word() throws IOException {
    SwitchWord word = SwitchWord.in(file);
    if (word == SwitchWord.NEITHER && said != word) {
      LOG.warn("The switch file {} says neither on nor off, so clients are told to be on", file);
    }
    said = word;
    return word;
  }

  @Override
  public void close() {
    loop.close();
  }
}
