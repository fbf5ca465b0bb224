package io.evenkeel.hdfstest;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tests that may fail with Evenkeel although they pass with the stock client, each with its reason:
 * lines of {@code CLASS#TEST REASON}.
 */
final class AcceptedDifferences {
  private final Map<String, String> reasons;

  private AcceptedDifferences(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  static AcceptedDifferences parse(Collection<String> lines) {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", 2);
      if (words.length < 2 || words[1].isBlank() || !words[0].contains("#")) {
        throw new IllegalArgumentException(
            "an accepted difference is CLASS#TEST and its reason, but this is: " + line);
      }
      reasons.put(words[0], words[1].strip());
    }
    return new AcceptedDifferences(reasons);
  }

  boolean contains(String test) {
    return reasons.containsKey(test);
  }

  String reason(String test) {
    return reasons.get(test);
  }

  /** Those of a class. */
  List<String> of(String className) {
    return reasons.keySet().stream().filter(test -> test.startsWith(className + "#")).toList();
  }
}
