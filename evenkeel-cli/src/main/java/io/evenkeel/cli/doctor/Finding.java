package io.evenkeel.cli.doctor;

/**
 * What a check has found.
 *
 * @param name the check's
 * @param found what there is, or why nothing was asked; lines of text
 * @param advice what to do about it; lines of text, empty where there is nothing to do
 */
record Finding(String name, State state, String found, String advice) {
  static Finding ok(String name, String found) {
    return new Finding(name, State.OK, found, "");
  }

  static Finding warning(String name, String found, String advice) {
    return new Finding(name, State.WARNING, found, advice);
  }

  static Finding failed(String name, String found, String advice) {
    return new Finding(name, State.FAILED, found, advice);
  }

  static Finding notAsked(String name, String why) {
    return new Finding(name, State.NOT_ASKED, why, "");
  }
}
