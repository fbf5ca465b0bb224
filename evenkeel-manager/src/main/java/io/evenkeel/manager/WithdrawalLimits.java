package io.evenkeel.manager;

import io.evenkeel.core.model.Witness;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How much published parity clients of one machine may withdraw, which say that it is broken and
 * cannot be checked: {@link #BURST} at once, and as much a minute, evenly. Whoever lies empties no
 * cache by it, while what breaks by and by goes on the first reader's word.
 */
final class WithdrawalLimits {
  static final int BURST = 16;

  private static final long NANOS_EACH = TimeUnit.MINUTES.toNanos(1) / BURST;

  /** Who has withdrawn something lately; whoever has not may do so anyway. */
  private static final int WITNESSES_MAX = 4096;

  /** From when on each may withdraw {@link #BURST} at once again, the oldest entry first. */
  private final Map<Witness, Long> freeAtNanos = new LinkedHashMap<>();

  /** Whether a witness may withdraw one more; counts it then. */
  boolean mayWithdraw(long nowNanos, Witness by) {
    Long before = freeAtNanos.get(by);
    long from = before == null || before - nowNanos < 0 ? nowNanos : before;
    long freeAt = from + NANOS_EACH;
    if (freeAt - nowNanos > BURST * NANOS_EACH) {
      return false;
    }
    freeAtNanos.remove(by);
    freeAtNanos.put(by, freeAt);
    if (freeAtNanos.size() > WITNESSES_MAX) {
      freeAtNanos.remove(freeAtNanos.keySet().iterator().next());
    }
    return true;
  }
}
