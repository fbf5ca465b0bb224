package io.evenkeel.core.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A local file in which an operator writes a {@link SwitchWord}, as one thread sees it that looks
 * at it now and then. Nothing is switched by a file that cannot be read: what was off does not come
 * on by itself when a file server goes away.
 */
public final class SwitchFile {
  private final Path file;
  private final String what;
  private final Consumer<String> log;
  private SwitchWord said;
  private boolean isUnread;
  private volatile boolean on = true;

  /**
   * @param what is switched, for people
   * @param log told what changes and what goes wrong, once each
   */
  public SwitchFile(Path file, String what, Consumer<String> log) {
    this.file = file;
    this.what = what;
    this.log = log;
  }

  /** By the last look; on before the first. Of any thread. */
  public boolean isOn() {
    return on;
  }

  /** Looks at the file. Throws nothing; may hang, as on NFS. */
  public void look() {
    SwitchWord word;
    try {
      word = SwitchWord.in(file);
    } catch (IOException | RuntimeException | Error e) {
      if (!isUnread) {
        log.accept(
            "The switch file %s cannot be read (%s): %s stays %s"
                .formatted(file, e, what, on ? "on" : "off"));
      }
      isUnread = true;
      return;
    }
    isUnread = false;
    if (word == SwitchWord.NEITHER && said != word) {
      log.accept("The switch file %s says neither on nor off: %s is on".formatted(file, what));
    }
    said = word;
    boolean now = word != SwitchWord.OFF;
    if (now != on) {
      log.accept("%s is %s by the switch file %s".formatted(what, now ? "on again" : "off", file));
      on = now;
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
