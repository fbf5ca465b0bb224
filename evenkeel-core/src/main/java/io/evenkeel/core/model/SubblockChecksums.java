package io.evenkeel.core.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
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

  private static final Crc32cJoin CHUNKS = new Crc32cJoin(CHUNK_BYTES);
  private static final int ZEROS = crc32c(ByteBuffer.allocate(CHUNK_BYTES), CHUNK_BYTES);

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

  /**
   * The CRC32C of the XOR of all subblocks, each extended by zeros, of which none is looked at: the
   * CRC32C of a sum of as many bytes is the sum of theirs, with that of as many zeros where they
   * are even in number.
   *
   * @param lengthBytes of the sum; no subblock is longer
   * @param dataLengthBytes of each subblock
   */
  public int crcOfSum(int lengthBytes, List<Integer> dataLengthBytes) {
    int whole = 0;
    for (int chunk = 0; chunk < chunksOf(lengthBytes); chunk++) {
      int from = chunk * CHUNK_BYTES;
      int bytes = Math.min(CHUNK_BYTES, lengthBytes - from);
      int sum = crcs.length % 2 == 0 ? zeros(bytes) : 0;
      for (int index = 0; index < crcs.length; index++) {
        int data = Math.max(0, Math.min(bytes, dataLengthBytes.get(index) - from));
        sum ^= extended(data == 0 ? 0 : crcs[index][chunk], data, bytes);
      }
      boolean isWhole = bytes == CHUNK_BYTES;
      whole = isWhole ? CHUNKS.join(whole, sum) : Crc32cJoin.join(whole, sum, bytes);
    }
    return whole;
  }

  /** Of so many bytes, and zeros up to so many. */
  private static int extended(int crc, int bytes, int toBytes) {
    return bytes == toBytes ? crc : Crc32cJoin.join(crc, zeros(toBytes - bytes), toBytes - bytes);
  }

  private static int zeros(int bytes) {
    return bytes == CHUNK_BYTES ? ZEROS : crc32c(ByteBuffer.allocate(bytes), bytes);
  }

  static int crc32c(ByteBuffer bytes, int length) {
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
