package io.evenkeel.manager;

import io.evenkeel.core.log.RareLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What went wrong that nobody expects: all of it is counted, and at most one a minute told. Safe
 * for use by several threads.
 */
public final class Failures {
  private static final long TELL_EVERY_NANOS = Duration.ofMinutes(1).toNanos();
  private final Consumer<String> log;
  private long count;
  private final RareLine lines = new RareLine(TELL_EVERY_NANOS);
  private Throwable last;

  /**
   * None so far.
   *
   * @param log told what happened and where, several lines at once
   */
  public Failures(Consumer<String> log) {
    this.log = log;
  }

  /**
   * One more.
   *
   * @param where what was being done
   */
  public synchronized void add(long nowNanos, String where, Throwable cause) {
    last = cause;
    count++;
    if (lines.unsaidBefore(nowNanos) >= 0) {
      StringWriter trace = new StringWriter();
      cause.printStackTrace(new PrintWriter(trace));
      log.accept(
          "%s failed; it goes on. Failure %d since the start, the next minute's are only counted: %s"
              .formatted(where, count, trace));
    }
  }

  public synchronized long count() {
    return count;
  }

  /** The last one in short; empty when there was none. */
  public synchronized String last() {
    return last == null ? "" : last.toString();
  }
}
