package io.evenkeel.sim.scenario;

import java.util.function.Function;

/**
 * One key of a scenario: the one place where its name, default and meaning are.
 *
 * @param name as it is written
 * @param usual what holds where nothing is written, as it would be written
 * @param parse from what is written; throws an {@link IllegalArgumentException} that says what may
 *     be
 * @param doc what it means, for people
 */
public record Key<T>(String name, String usual, Function<String, T> parse, String doc) {
  @Override
  public String toString() {
    return name;
  }
}
