package io.evenkeel.manager;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers what there are few of and what is named often, from 0 on. */
final class Names<T> {
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  /** The number of a value, a new one if it has none yet. */
  int number(T value) {
    Integer known = numbers.get(value);
    if (known != null) {
      return known;
    }
    numbers.put(value, values.size());
    values.add(value);
    return values.size() - 1;
  }

  /** The value of a number that was given out. */
  T value(int number) {
    return values.get(number);
  }

  /** The one instance of what equals this value. */
  T same(T value) {
    return value(number(value));
  }
}
