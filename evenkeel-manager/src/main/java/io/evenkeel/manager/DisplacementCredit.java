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

  private record Part(long bytes, long sinceNanos) {}

  /** By each content whose parity is being made, what was given up for it. */
  private final Map<KnownStripe, Part> taken = new HashMap<>();

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
      owedBytes = Math.max(0, owedBytes - backBytes(nowNanos - asOfNanos));
    }
    asOfNanos = started ? Math.max(asOfNanos, nowNanos) : nowNanos;
    started = true;
    return owedBytes < creditBytes;
  }

  /**
   * Whether so many units of the policy may go at once, where some credit is left: one however
   * large it is, for a cache may be of few; and several up to a limit, for what is large may
   * displace many that are small.
   */
  boolean mayTake(int units, long bytes) {
    return units <= 1 || owedBytes + bytes <= OVERDRAFT * (double) creditBytes;
  }

  /** Something is given up for a content's parity. */
  void take(long nowNanos, KnownStripe content, long bytes) {
    Part before = taken.get(content);
    taken.put(content, new Part(bytes + (before == null ? 0 : before.bytes), nowNanos));
    owedBytes += bytes;
  }

  /** Whether something was, and it is not known yet whether that parity is stored. */
  boolean isTakenBy(KnownStripe content) {
    return taken.containsKey(content);
  }

  /** Its parity is stored: what time has not given back by itself is there again. */
  void proved(long nowNanos, KnownStripe content) {
    Part part = taken.remove(content);
    if (part != null) {
      double left = part.bytes - backBytes(nowNanos - part.sinceNanos);
      owedBytes = Math.max(0, owedBytes - Math.max(0, left));
    }
  }

  private double backBytes(long nanos) {
    return (double) creditBytes * nanos / BACK_NANOS;
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
