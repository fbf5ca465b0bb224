package io.evenkeel.core.port;

/**
 * A contiguous piece of a source's stream.
 *
 * @param ordinal which of its source's fragments it belongs to
 * @param offset where it starts in that stream; cached fragments count as the blocks that they were
 *     made from
 */
public record Slice(int ordinal, long offset, int lengthBytes) {
  public Slice {
    if (ordinal < 0 || offset < 0 || lengthBytes <= 0) {
      throw new IllegalArgumentException(
          "a slice needs ordinal >= 0, offset >= 0 and lengthBytes > 0, got "
              + ordinal
              + ", "
              + offset
              + ", "
              + lengthBytes);
    }
  }

  public long end() {
    return offset + lengthBytes;
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof Slice that
        && ordinal == that.ordinal
        && offset == that.offset
        && lengthBytes == that.lengthBytes;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(offset) + lengthBytes;
  }
}
