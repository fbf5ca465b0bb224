package io.evenkeel.cli.doctor;

import java.time.Duration;
import java.util.Locale;

/** What failures, and waits that were too long, say to people. */
final class Trouble {
  private static final long MILLIS = 1000;

  private Trouble() {}

  /** How long was waited. */
  static String text(Duration waited) {
    return waited.toMillis() % MILLIS == 0
        ? waited.toSeconds() + " s"
        : String.format(Locale.ROOT, "%.1f s", waited.toMillis() / (double) MILLIS);
  }

  /**
   * In one line: what a NameNode refuses comes with its stack trace, and with addresses of wikis.
   */
  static String text(Throwable failure) {
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return failure.toString();
    }
    String line = message.lines().findFirst().orElse(message);
    int wiki = line.indexOf("; For more details see:");
    return wiki < 0 ? line : line.substring(0, wiki);
  }
}
