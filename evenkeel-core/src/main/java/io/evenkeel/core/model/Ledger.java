package io.evenkeel.core.model;

/**
 * What was asked besides, or instead of, what healthy nodes would have been asked for.
 *
 * @param asks how many fragments or ranges
 * @param issuedBytes what they are long
 * @param wonBytes of these, what came and was used; the rest is wasted
 */
public record Ledger(long asks, long issuedBytes, long wonBytes) {
  public static final Ledger NONE = new Ledger(0, 0, 0);

  public Ledger {
    if (asks < 0 || wonBytes < 0 || issuedBytes < wonBytes) {
      throw new IllegalArgumentException(
          "a ledger needs asks >= 0 and issued >= won >= 0 bytes, got %d, %d and %d"
              .formatted(asks, issuedBytes, wonBytes));
    }
  }

  /** Both; what is too much to count stays the most that can be counted. */
  public Ledger plus(Ledger other) {
    return new Ledger(
        sum(asks, other.asks), sum(issuedBytes, other.issuedBytes), sum(wonBytes, other.wonBytes));
  }

  private static long sum(long one, long other) {
    return one + other < 0 ? Long.MAX_VALUE : one + other;
  }
}
