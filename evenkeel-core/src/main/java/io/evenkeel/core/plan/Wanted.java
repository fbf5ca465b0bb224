package io.evenkeel.core.plan;

import io.evenkeel.core.model.ByteRange;
import java.util.Objects;

/**
 * A fragment that the caller wants bytes of.
 *
 * @param index the fragment
 * @param lengthBytes the fragment's length in this group
 * @param skipBytes how many of its first bytes the caller does not want
 * @param file the bytes of the file that it delivers
 */
public record Wanted(int index, int lengthBytes, int skipBytes, ByteRange file) {
  public Wanted {
    Objects.requireNonNull(file, "file is null");
    if (skipBytes < 0 || file.isEmpty() || skipBytes + file.lengthBytes() > lengthBytes) {
      throw new IllegalArgumentException(
          "fragment "
              + index
              + " of "
              + lengthBytes
              + " bytes cannot deliver "
              + file
              + " from byte "
              + skipBytes);
    }
  }
}
