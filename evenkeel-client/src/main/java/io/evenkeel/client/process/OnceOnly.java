package io.evenkeel.client.process;

import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;

/**
 * Warnings of which one in the life of a process is enough: a wrong setting is read again by every
 * file system that is made. Bounded.
 */
public final class OnceOnly {
  private static final int REMEMBERED_MAX = 256;
  private static final Set<String> SAID = new HashSet<>();

  private OnceOnly() {}

  /**
   * Warns, unless it has been said.
   *
   * @param cause without what differs from one occurrence to the next
   * @param consequence what that means where it occurs now
   */
  public static void warn(Logger log, String cause, String consequence) {
    synchronized (SAID) {
      if (SAID.size() == REMEMBERED_MAX || !SAID.add(cause)) {
        return;
      }
    }
    log.warn("{}: {}", consequence, cause);
  }

  /** Forgets what was said, for tests. */
  public static void forget() {
    synchronized (SAID) {
      SAID.clear();
    }
  }
}
