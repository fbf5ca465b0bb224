package io.evenkeel.cli.simulate;

import io.evenkeel.sim.scenario.Key;
import io.evenkeel.sim.scenario.Keys;
import io.evenkeel.sim.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What came of a scenario, and beside it of the same seeds with other values.
 *
 * @param beside by the same seeds
 */
record SimulateResult(SimulatedRuns runs, Optional<SimulatedRuns> beside) {
  private static final String BESIDE = "beside";

  /**
   * The keys that two scenarios have other values of, in the order in which they are documented.
   */
  static List<Key<?>> differing(Scenario one, Scenario other) {
    return Keys.all().stream().filter(key -> !one.text(key).equals(other.text(key))).toList();
  }

  /** Which of the two runs it is, by the values that they differ in. */
  String name() {
    return "this run" + beside.map(other -> ": " + values(runs, other)).orElse("");
  }

  /** The same of the one beside, where there is one. */
  Optional<String> besideName() {
    return beside.map(other -> BESIDE + ": " + values(other, runs));
  }

  /** What the other of the two has other values of, as {@code key=value}. */
  static String values(SimulatedRuns of, SimulatedRuns other) {
    return differing(of.scenario(), other.scenario()).stream()
        .map(key -> key + "=" + of.scenario().text(key))
        .collect(Collectors.joining(", "));
  }

  /** The scenario's name and its seeds. */
  String title() {
    long first = runs.first().seed();
    int seeds = runs.reports().size();
    String shown =
        seeds == 1 ? "seed " + first : "seeds %d to %d".formatted(first, first + seeds - 1);
    return runs.scenario().name() + ", " + shown;
  }

  /**
   * What is said before anything else: of which runs reads have failed, or links were overloaded.
   */
  List<String> warnings() {
    Stream<String> others = beside.stream().flatMap(SimulatedRuns::warnings);
    return Stream.concat(runs.warnings(), others.map(text -> BESIDE + ": " + text)).toList();
  }

  /**
   * An array of all runs, each with the keys that are not as by default; with others beside, each
   * says which of the two it is of.
   */
  String json() {
    Stream<String> rows =
        beside.isEmpty()
            ? rows(runs, Map.of())
            : Stream.concat(
                rows(runs, Map.of(BESIDE, false)), rows(beside.get(), Map.of(BESIDE, true)));
    return "[\n" + rows.collect(Collectors.joining(",\n")) + "\n]\n";
  }

  private static Stream<String> rows(SimulatedRuns runs, Map<String, Boolean> marks) {
    Map<String, String> keys = runs.scenario().unusual();
    return runs.reports().stream().map(report -> report.toJson(marks, keys));
  }
}
