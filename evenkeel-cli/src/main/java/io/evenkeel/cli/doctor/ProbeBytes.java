package io.evenkeel.cli.doctor;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Bytes that look random and can be made again, so that none need be kept.
 *
 * @param seed which they are
 * @param lengthBytes how many
 */
record ProbeBytes(long seed, long lengthBytes) {
  private static final int CHUNK_BYTES = 64 * 1024;

  void writeTo(OutputStream out) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] chunk = new byte[CHUNK_BYTES];
    for (long done = 0; done < lengthBytes; done += CHUNK_BYTES) {
      random.nextBytes(chunk);
      out.write(chunk, 0, chunkBytes(done));
    }
  }

  /**
   * Reads a stream to its end.
   *
   * @throws IOException when it has other bytes, or another number of them; says where
   */
  void check(InputStream in) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] expected = new byte[CHUNK_BYTES];
    byte[] found = new byte[CHUNK_BYTES];
    DataInputStream data = new DataInputStream(in);
    for (long done = 0; done < lengthBytes; done += CHUNK_BYTES) {
      random.nextBytes(expected);
      int bytes = chunkBytes(done);
      readFully(data, found, bytes);
      int differs = Arrays.mismatch(expected, 0, bytes, found, 0, bytes);
      if (differs >= 0) {
        throw new IOException("byte " + (done + differs) + " is not what was written");
      }
    }
    if (data.read() >= 0) {
      throw new IOException("there is more to read than the " + lengthBytes + " bytes written");
    }
  }

  private void readFully(DataInputStream data, byte[] found, int bytes) throws IOException {
    try {
      data.readFully(found, 0, bytes);
    } catch (EOFException e) {
      throw new IOException("it ends before the " + lengthBytes + " bytes written", e);
    }
  }

  private int chunkBytes(long done) {
    return (int) Math.min(CHUNK_BYTES, lengthBytes - done);
  }
}
