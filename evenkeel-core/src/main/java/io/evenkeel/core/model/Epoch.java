package io.evenkeel.core.model;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The random name of one encoding, 128 bits as 32 lower-case hexadecimal digits: two encodings of
 * the same stripe never share a key, so a late or repeated writer can make an entry useless but
 * never wrong.
 */
public record Epoch(String hex) {
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{32}");

  public Epoch {
    Objects.requireNonNull(hex, "hex is null");
    if (!HEX.matcher(hex).matches()) {
      throw new IllegalArgumentException(
          "an epoch is 32 lower-case hexadecimal digits, got '" + hex + "'");
    }
  }

  /** The next epoch of a source of randomness. */
  public static Epoch next(RandomSource random) {
    return new Epoch(String.format("%016x%016x", random.nextLong(), random.nextLong()));
  }

  @Override
  public String toString() {
    return hex;
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof Epoch that && hex.equals(that.hex);
  }

  @Override
  public int hashCode() {
    return hex.hashCode();
  }
}
