package io.evenkeel.cli.doctor;

import java.time.Duration;
import java.util.List;

/** One thing that has to be so for Evenkeel to work. */
interface Check {
  String name();

  /** The checks that make no sense of this one unless they hold; all of them come before it. */
  default List<String> needs() {
    return List.of();
  }

  /**
   * Looks. May take as long as it likes: it is interrupted when its time is over, and what it
   * throws is a failure.
   */
  Finding run(Scene scene) throws Exception;

  /** What it means that it did not end in time. */
  default Finding late(Duration limit) {
    return Finding.failed(
        name(),
        "did not end within " + Trouble.text(limit),
        "something that it asks hangs; --timeout gives it longer");
  }
}
