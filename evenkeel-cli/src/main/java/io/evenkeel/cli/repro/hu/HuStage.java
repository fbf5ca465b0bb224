package io.evenkeel.cli.repro.hu;

/** The times that figures 5 to 8 of Hu et al. show, between two of the timestamps A to E. */
enum HuStage {
  /** A to E, of a request. */
  REQUEST("request time"),
  /** C to its end, of a task. */
  TASK("task time"),
  /** C to D, of a task. */
  WAITING("waiting time"),
  /** A to B, of a request: at its front end, until its tasks are sent. */
  CONTROLLER("controller time");

  private final String title;

  HuStage(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** At the beginning of a line. */
  String times() {
    return Character.toUpperCase(title.charAt(0)) + title.substring(1) + "s";
  }
}
