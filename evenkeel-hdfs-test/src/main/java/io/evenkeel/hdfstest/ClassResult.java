package io.evenkeel.hdfstest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of one test class on one side.
 *
 * @param outcomes of its tests, by name, in the order in which they began
 * @param operations what it asked of file systems
 */
record ClassResult(Map<String, Outcome> outcomes, Operations operations) {
  /** How many operations file systems were asked for: which client a class really tested. */
  record Operations(long stock, long evenkeel) {
    private static final String WORD = "operations\t";

    String line() {
      return WORD + stock + "\t" + evenkeel;
    }

    static Operations parse(String line) {
      String[] numbers = line.substring(WORD.length()).split("\t", 2);
      return new Operations(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
  }

  static ClassResult read(Path file) throws IOException {
    return parse(Files.readAllLines(file));
  }

  static ClassResult parse(List<String> lines) {
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    Operations operations = new Operations(0, 0);
    for (String line : lines) {
      if (line.startsWith(Operations.WORD)) {
        operations = Operations.parse(line);
      } else {
        Outcome outcome = Outcome.parse(line);
        // Of one test's lines the last counts; of two tests of one name, one that failed.
        outcomes.merge(outcome.test(), outcome, (a, b) -> a.isFailure() ? a : b);
      }
    }
    return new ClassResult(outcomes, operations);
  }

  /** The same, after its process ended too early: what had begun has failed, for this reason. */
  static List<String> cutShort(List<String> lines, String reason) {
    List<String> all = new ArrayList<>(lines);
    for (Outcome outcome : parse(lines).outcomes().values()) {
      if (outcome.state() == Outcome.State.STARTED) {
        all.add(new Outcome(Outcome.State.FAILED, outcome.test(), reason).line());
      }
    }
    all.add(new Outcome(Outcome.State.FAILED, "(the class)", reason).line());
    return all;
  }

  long tests() {
    return outcomes.values().stream().filter(o -> o.state() != Outcome.State.SKIPPED).count();
  }

  List<Outcome> failures() {
    return outcomes.values().stream().filter(Outcome::isFailure).toList();
  }

  boolean passes(String test) {
    Outcome outcome = outcomes.get(test);
    return outcome != null && outcome.state() == Outcome.State.PASSED;
  }
}
