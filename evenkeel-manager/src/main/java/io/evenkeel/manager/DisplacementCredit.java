package io.evenkeel.manager;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How much may be given up for parity that nobody has stored yet. What it took is there again when
 * the parity is found stored; of what came to nothing it comes back within five minutes. So whoever
 * only asks for room takes little of what others have.
 */
final class DisplacementCredit {
  static final long BACK_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final long maxBytes;

  /** By each content whose parity is being made, what was given up for it. */
  private final Map<KnownStripe, Long> taken = new HashMap<>();

  private long takenBytes;

  /** Of what came to nothing, what is not back yet. */
  private double lostBytes;

  private long asOfNanos;
  private boolean started;

  /** One of which nothing is taken. */
  DisplacementCredit(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Whether something may be given up now: what is larger than what is left passes, too. */
  boolean hasSome(long nowNanos) {
    if (started && nowNanos > asOfNanos) {
      lostBytes -= (double) maxBytes * (nowNanos - asOfNanos) / BACK_NANOS;
      lostBytes = Math.max(0, lostBytes);
    }
    asOfNanos = started ? Math.max(asOfNanos, nowNanos) : nowNanos;
    started = true;
    return takenBytes + lostBytes < maxBytes;
  }

  /** Something is given up for a content's parity. */
  void take(KnownStripe content, long bytes) {
    long counted = Math.min(bytes, maxBytes);
    taken.merge(content, counted, Long::sum);
    takenBytes += counted;
  }

  /** Whether something was, and it is not known yet whether that parity is stored. */
  boolean isTakenBy(KnownStripe content) {
    return taken.containsKey(content);
  }

  /** Its parity is stored. */
  void proved(KnownStripe content) {
    end(content);
  }

  /** Its parity came to nothing; passes where nothing was given up for it. */
  void failed(KnownStripe content) {
    lostBytes = Math.min((double) maxBytes, lostBytes + end(content));
  }

  private long end(KnownStripe content) {
    Long bytes = taken.remove(content);
    takenBytes -= bytes == null ? 0 : bytes;
    return bytes == null ? 0 : bytes;
  }

  /** Throws unless all that have taken something are being made. */
  void check() {
    for (KnownStripe content : taken.keySet()) {
      if (content.encoding == null || content.encoding.published) {
        throw new IllegalStateException(content + " has taken credit and is not being made");
      }
    }
    if (takenBytes != taken.values().stream().mapToLong(Long::longValue).sum()) {
      throw new IllegalStateException(
          "credit of %d bytes is not that of %s".formatted(takenBytes, taken));
    }
  }
}
