package io.evenkeel.manager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers what is named often, from 0 on. A value is kept for as long as it is in use: once it has
 * been left as often as it was used, it is forgotten and its number may become another's.
 */
final class Names<T> {
  /** Nobody's number. */
  static final int NONE = -1;

  private static final int FIRST_NUMBERS = 16;
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();
  private final BitSet free = new BitSet();
  private int[] uses = new int[FIRST_NUMBERS];

  /** The number of a value; {@link #NONE} when nobody uses it. */
  int find(T value) {
    return numbers.getOrDefault(value, NONE);
  }

  /** The number of a value, a new one if it has none yet; one use more. */
  int use(T value) {
    int number = find(value);
    if (number == NONE) {
      number = take(value);
    }
    uses[number]++;
    return number;
  }

  private int take(T value) {
    int number = free.isEmpty() ? values.size() : free.nextSetBit(0);
    if (number == values.size()) {
      values.add(value);
      uses = number < uses.length ? uses : Arrays.copyOf(uses, 2 * uses.length);
    } else {
      free.clear(number);
      values.set(number, value);
    }
    numbers.put(value, number);
    return number;
  }

  /** One use less. */
  void leave(int number) {
    T value = value(number);
    if (--uses[number] == 0) {
      numbers.remove(value);
      values.set(number, null);
      free.set(number);
    }
  }

  /** The value of a number that is in use. */
  T value(int number) {
    T value = values.get(number);
    if (value == null) {
      throw new IllegalStateException("number " + number + " is nobody's");
    }
    return value;
  }

  /** The one instance of what equals this value; one use more. */
  T share(T value) {
    return value(use(value));
  }

  /** One use less of a value that was shared. */
  void unshare(T value) {
    leave(numbers.get(value));
  }

  /** How many values are in use. */
  int size() {
    return numbers.size();
  }

  /** How often all of them are in use together. */
  long uses() {
    long sum = 0;
    for (int number = 0; number < values.size(); number++) {
      sum += uses[number];
    }
    return sum;
  }
}
