package io.evenkeel.core.plan;

/** When a fragment read is launched. */
public record Launch(Kind kind, long delayNanos) {
  /** With the group. */
  public static final Launch NOW = new Launch(Kind.NOW, 0);

  /** When what was launched is late or has failed. */
  public static final Launch WHEN_LATE = new Launch(Kind.WHEN_LATE, 0);

  /** Only when what was launched has failed. */
  public static final Launch WHEN_FAILED = new Launch(Kind.WHEN_FAILED, 0);

  /** A fixed delay after the group's start (a hedge), or earlier when something has failed. */
  public static Launch after(long delayNanos) {
    return new Launch(Kind.AFTER, delayNanos);
  }

  public Launch {
    if (delayNanos < 0 || (delayNanos > 0 && kind != Kind.AFTER)) {
      throw new IllegalArgumentException(
          "only AFTER has a delay, and it is >= 0: got " + kind + " " + delayNanos);
    }
  }

  /** The kinds of launch. */
  public enum Kind {
    NOW,
    AFTER,
    WHEN_LATE,
    WHEN_FAILED
  }
}
