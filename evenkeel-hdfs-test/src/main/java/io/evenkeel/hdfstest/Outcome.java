package io.evenkeel.hdfstest;

import java.util.Locale;

/**
 * What became of one test.
 *
 * @param test the test's name within its class, parameters included
 * @param reason the first line of what it failed with; empty otherwise
 */
record Outcome(State state, String test, String reason) {
  private static final String SEPARATOR = "\t";

  /** How a test ended, or that it has not ended yet. */
  enum State {
    STARTED,
    PASSED,
    SKIPPED,
    FAILED
  }

  Outcome {
    test = oneLine(test);
    reason = oneLine(reason);
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("").replace(SEPARATOR, " ");
  }

  boolean isFailure() {
    return state == State.FAILED;
  }

  /** As one line of a result file. */
  String line() {
    return String.join(SEPARATOR, state.name().toLowerCase(Locale.ROOT), test, reason);
  }

  static Outcome parse(String line) {
    String[] words = line.split(SEPARATOR, 3);
    if (words.length != 3) {
      throw new IllegalArgumentException("not an outcome of a test: " + line);
    }
    return new Outcome(State.valueOf(words[0].toUpperCase(Locale.ROOT)), words[1], words[2]);
  }
}
