package io.evenkeel.server;

import io.evenkeel.core.model.SwitchFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

  /** A start waits no longer than this for the first look. */
  private static final long FIRST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final boolean mayBeOn;
  private final Path path;
  private final SwitchFile file;
  private final long everyNanos;
  private final CountDownLatch looked = new CountDownLatch(1);
  private final LoopScheduler loop = new LoopScheduler("evenkeel-manager-switch");

  /**
   * Has looked at the file, unless that hangs: nobody who asks the manager first is told another
   * word than whoever asks it later.
   *
   * @param on false for off as long as this lives
   * @param switchFile empty for none
   */
  ClientSwitch(boolean on, String switchFile) {
    this(on, switchFile, LOOK_EVERY_NANOS);
  }

  ClientSwitch(boolean on, String switchFile, long everyNanos) {
    this.mayBeOn = on;
    this.path = switchFile.isEmpty() ? null : Path.of(switchFile).toAbsolutePath();
    this.file = path == null ? null : new SwitchFile(path, "Evenkeel for all clients", LOG::warn);
    this.everyNanos = everyNanos;
    if (on && file != null) {
      LOG.info("Clients are told to be off as soon as {} holds the word off", file);
      loop.serial().execute(this::firstLook);
      awaitFirstLook();
    } else if (!on) {
      LOG.warn("Clients are told to be off, as long as this manager runs (--off)");
    }
  }

  boolean isOn() {
    return mayBeOn && (file == null || file.isOn());
  }

  private void awaitFirstLook() {
    try {
      if (!looked.await(FIRST_LOOK_NANOS, TimeUnit.NANOSECONDS)) {
        LOG.warn("The switch file {} does not answer; clients are on until it does", file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void firstLook() {
    Path folder = path.getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      LOG.warn("There is no folder {} for the switch file: is --switch-file right?", folder);
    }
    look();
  }

  private void look() {
    loop.schedule(everyNanos, this::look);
    file.look();
    looked.countDown();
  }

  @Override
  public void close() {
    loop.close();
  }
}
