package io.evenkeel.core.model;

/**
 * What was asked besides, or instead of, what healthy nodes would have been asked for.
 *
 * @param asks how many fragments or ranges
 * @param issuedBytes what they are long
 * @param wonBytes of these, what came and was used
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

  /** What was asked for in vain. */
  public long wastedBytes() {
    return issuedBytes - wonBytes;
  }

  public Ledger plus(Ledger other) {
    return new Ledger(
        asks + other.asks, issuedBytes + other.issuedBytes, wonBytes + other.wonBytes);
  }
}
