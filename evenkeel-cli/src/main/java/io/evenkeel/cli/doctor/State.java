package io.evenkeel.cli.doctor;

/** What became of a check. */
enum State {
  OK("ok"),
  /** It works, and something is hardly as it was meant. */
  WARNING("warning"),
  FAILED("failed"),
  /** There was nothing to ask, or no use in asking. */
  LEFT_OUT("left out");

  private final String text;

  State(String text) {
    this.text = text;
  }

  /** For people and programs. */
  String text() {
    return text;
  }

  /** Whether what depends on it may be looked at. */
  boolean holds() {
    return this == OK || this == WARNING;
  }
}
