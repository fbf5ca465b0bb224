package io.evenkeel.manager;

import java.util.List;

/** What an event led to: the answer to whoever asked, and what is to be done. */
public record Outcome<T>(T answer, List<Effect> effects) {
  public Outcome {
    effects = List.copyOf(effects);
  }

  static <T> Outcome<T> of(T answer) {
    return new Outcome<>(answer, List.of());
  }
}
