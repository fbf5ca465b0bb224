package io.evenkeel.core.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * CRC32C of every 8 KiB chunk of every data subblock that a parity was made from, kept with every
 * cached fragment: what is decoded from it is checked before anyone sees it (design, promise 1).
 *
 * <p>{@code crcs[i][c]} covers bytes {@code [c * 8 KiB, min((c + 1) * 8 KiB, length of i))} of data
 * subblock {@code i}. Instances own their arrays; treat them as immutable.
 */
public final class SubblockChecksums {
  /** The bytes that one checksum covers. Decoding is done in ranges aligned to it. */
  public static final int CHUNK_BYTES = 8 * 1024;

  private final int[][] crcs;

  /** Takes ownership of {@code crcs}: one array per data index, one value per chunk. */
  public SubblockChecksums(int[][] crcs) {
    this.crcs = crcs;
  }

  public int dataCount() {
    return crcs.length;
  }

  /** How many chunks data subblock {@code index} has. */
  public int chunkCount(int index) {
    return crcs[index].length;
  }

  public int crc(int index, int chunk) {
    return crcs[index][chunk];
  }

  /** How many chunks cover a subblock of this length. */
  public static int chunksOf(int lengthBytes) {
    return (lengthBytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
  }

  /** The checksums of one subblock's bytes {@code [position, limit)}; the position stays. */
  public static int[] of(ByteBuffer subblock) {
    ByteBuffer bytes = subblock.duplicate();
    int[] out = new int[chunksOf(bytes.remaining())];
    for (int c = 0; c < out.length; c++) {
      out[c] = crc32c(bytes, Math.min(CHUNK_BYTES, bytes.remaining()));
    }
    return out;
  }

  /**
   * Whether {@code bytes} (its {@code [position, limit)}, left as they are) are data subblock
   * {@code index} from {@code offset} on.
   *
   * @param offset a multiple of {@link #CHUNK_BYTES}; the range must end at a chunk's end or at the
   *     subblock's
   */
  public boolean matches(int index, int offset, ByteBuffer bytes) {
    if (offset % CHUNK_BYTES != 0) {
      throw new IllegalArgumentException(
          "a checked range starts at a multiple of " + CHUNK_BYTES + ", got " + offset);
    }
    ByteBuffer rest = bytes.duplicate();
    int chunk = offset / CHUNK_BYTES;
    while (rest.hasRemaining()) {
      if (chunk >= crcs[index].length
          || crc32c(rest, Math.min(CHUNK_BYTES, rest.remaining())) != crcs[index][chunk]) {
        return false;
      }
      chunk++;
    }
    return true;
  }

  private static int crc32c(ByteBuffer bytes, int length) {
    ByteBuffer chunk = bytes.slice(bytes.position(), length);
    bytes.position(bytes.position() + length);
    CRC32C crc = new CRC32C();
    crc.update(chunk);
    return (int) crc.getValue();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SubblockChecksums c && Arrays.deepEquals(crcs, c.crcs);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(crcs);
  }
}
