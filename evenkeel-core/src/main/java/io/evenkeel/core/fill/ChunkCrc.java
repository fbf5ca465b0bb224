package io.evenkeel.core.fill;

import io.evenkeel.core.model.Crc32cJoin;
import java.util.zip.CRC32C;

/**
 * The CRC32C of chunks whose bytes come in order, a part at a time: joined of what the file system
 * has computed already, computed where it has not. One chunk at a time; not thread-safe.
 */
final class ChunkCrc {
  private static final Crc32cJoin PIECES = new Crc32cJoin(ParityEncoder.SUMMED_BYTES);

  private final CRC32C crc = new CRC32C();

  /** Whether all of the present chunk so far went through {@link #crc}. */
  private boolean isComputed;

  /**
   * The CRC32C up to the end of these bytes.
   *
   * @param before that of the chunk before them
   * @param isFirst whether the chunk begins with them
   */
  int after(int before, boolean isFirst, WrittenBytes given) {
    if (given.hasSums()) {
      isComputed = false;
      return joined(before, isFirst, given);
    }
    isComputed |= isFirst;
    if (isFirst || !isComputed) {
      crc.reset();
    }
    crc.update(given.bytes(), given.from(), given.length());
    int value = (int) crc.getValue();
    return isComputed ? value : Crc32cJoin.join(before, value, given.length());
  }

  private static int joined(int before, boolean isFirst, WrittenBytes given) {
    int first = given.firstSum();
    int end = first + given.length() / ParityEncoder.SUMMED_BYTES;
    int value = isFirst ? given.sums()[first] : PIECES.join(before, given.sums()[first]);
    for (int sum = first + 1; sum < end; sum++) {
      value = PIECES.join(value, given.sums()[sum]);
    }
    return value;
  }
}
