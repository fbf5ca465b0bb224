package io.evenkeel.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
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

  private static final int WORD_BYTES_MAX = 64;
  private static final Set<String> ON_OR_OFF = Set.of("on", "off");

  private final Path file;
  private final long everyNanos;
  private final LoopScheduler loop = new LoopScheduler("evenkeel-manager-switch");
  private String toldOf = "";
  private volatile boolean on;

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
      loop.serial().execute(this::look);
    } else if (!on) {
      LOG.warn("Clients are told to be off, as long as this manager runs (--off)");
    }
  }

  boolean isOn() {
    return on;
  }

  private void look() {
    loop.schedule(everyNanos, this::look);
    boolean now = on;
    try {
      now = !Files.exists(file) || !saysOff();
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "The switch file {} cannot be read ({}): clients are told to stay {}",
          file,
          e.toString(),
          on ? "on" : "off");
    }
    if (now != on) {
      LOG.warn("Clients are told to be {}, by {}", now ? "on again" : "off", file);
      on = now;
    }
  }

  private boolean saysOff() throws IOException {
    String word = Files.size(file) > WORD_BYTES_MAX ? "..." : Files.readString(file).trim();
    boolean isKnown = word.isEmpty() || ON_OR_OFF.contains(word.toLowerCase(Locale.ROOT));
    if (!isKnown && !word.equals(toldOf)) {
      LOG.warn("The switch file {} says neither on nor off, so clients are told to be on", file);
    }
    toldOf = word;
    return word.equalsIgnoreCase("off");
  }

  @Override
  public void close() {
    loop.close();
  }
}
