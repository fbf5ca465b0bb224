package io.evenkeel.hdfstest;

import java.util.List;

/** One test class, run with the stock client and with Evenkeel. */
record Comparison(String className, ClassResult stock, ClassResult evenkeel) {
  /** What fails with Evenkeel although the stock client passes it. */
  List<Outcome> differences() {
    return evenkeel.failures().stream()
        .filter(failed -> stock.passes(failed.test()) || isOnlyOurs(failed))
        .toList();
  }

  /** A failure of the class itself, which the stock client does not have. */
  private boolean isOnlyOurs(Outcome failed) {
    return !stock.outcomes().containsKey(failed.test());
  }

  /** The class's name, without its package. */
  String name() {
    return className.substring(className.lastIndexOf('.') + 1);
  }

  /** How a test of the class is named in lists. */
  String name(Outcome outcome) {
    return name() + "#" + outcome.test();
  }

  /** Whether the class asked anything of a file system, but nothing of Evenkeel. */
  boolean missesEvenkeel() {
    return stock.operations().stock() > 0 && evenkeel.operations().evenkeel() == 0;
  }
}
