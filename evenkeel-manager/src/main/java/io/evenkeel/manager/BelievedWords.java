package io.evenkeel.manager;

import io.evenkeel.core.model.Witness;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How much one machine is believed of what nobody can check: so many words at once, and as many
 * again in a minute, evenly. Whoever lies empties no cache by it, while what breaks by and by goes
 * on the first reader's word.
 */
final class BelievedWords {
  static final int PER_MINUTE = 16;

  private static final long NANOS_PER_WORD = TimeUnit.MINUTES.toNanos(1) / PER_MINUTE;

  /** Of whom is known what they have said lately. */
  private static final int WITNESSES_MAX = 4096;

  /** When the words of each would be paid for, the oldest first. */
  private final Map<Witness, Long> paidNanos = new LinkedHashMap<>();

  /** Takes one word of a witness; false when it has said too much. */
  boolean take(long nowNanos, Witness by) {
    Long before = paidNanos.get(by);
    long from = before == null || before - nowNanos < 0 ? nowNanos : before;
    long paid = from + NANOS_PER_WORD;
    if (paid - nowNanos > PER_MINUTE * NANOS_PER_WORD) {
      return false;
    }
    paidNanos.remove(by);
    paidNanos.put(by, paid);
    if (paidNanos.size() > WITNESSES_MAX) {
      paidNanos.remove(paidNanos.keySet().iterator().next());
    }
    return true;
  }
}
