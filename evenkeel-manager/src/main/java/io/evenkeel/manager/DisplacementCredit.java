package io.evenkeel.manager;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How much may be given up for parity that nobody has stored yet. What it took is there again when
 * the parity is found stored, else by and by, all of the credit within five minutes. Whoever finds
 * some may overdraw, and all of that is owed. So whoever only asks for room takes little of what
 * others have.
 */
final class DisplacementCredit {
  static final long BACK_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** Several that go at once may make owed so many times the credit. */
  private static final int OVERDRAFT = 4;

  private final long creditBytes;

  /** By each content whose parity is being made, what was given up for it. */
  private final Map<KnownStripe, Long> taken = new HashMap<>();

  private double owedBytes;
  private long asOfNanos;
  private boolean started;

  /** One of which nothing is taken. */
  DisplacementCredit(long creditBytes) {
    this.creditBytes = creditBytes;
  }

  /** Whether something may be given up now. */
  boolean hasSome(long nowNanos) {
    if (started && nowNanos > asOfNanos) {
      owedBytes -= (double) creditBytes * (nowNanos - asOfNanos) / BACK_NANOS;
      owedBytes = Math.max(0, owedBytes);
    }
    asOfNanos = started ? Math.max(asOfNanos, nowNanos) : nowNanos;
    started = true;
    return owedBytes < creditBytes;
  }

  /**
   * Whether so many may go at once, where some credit is left: one however large it is, for a cache
   * may be of few; and several up to a limit, for what is large may displace many that are small.
   */
  boolean mayTake(int victims, long bytes) {
    return victims <= 1 || owedBytes + bytes <= OVERDRAFT * (double) creditBytes;
  }

  /** Something is given up for a content's parity. */
  void take(KnownStripe content, long bytes) {
    taken.merge(content, bytes, Long::sum);
    owedBytes += bytes;
  }

  /** Whether something was, and it is not known yet whether that parity is stored. */
  boolean isTakenBy(KnownStripe content) {
    return taken.containsKey(content);
  }

  /** Its parity is stored. */
  void proved(KnownStripe content) {
    Long bytes = taken.remove(content);
    owedBytes = Math.max(0, owedBytes - (bytes == null ? 0 : bytes));
  }

  /** Its parity came to nothing; passes where nothing was given up for it. */
  void failed(KnownStripe content) {
    taken.remove(content);
  }

  /** Throws unless all that have taken something are being made. */
  void check() {
    for (KnownStripe content : taken.keySet()) {
      if (content.encoding == null || content.encoding.published) {
        throw new IllegalStateException(content + " has taken credit and is not being made");
      }
    }
  }
}
