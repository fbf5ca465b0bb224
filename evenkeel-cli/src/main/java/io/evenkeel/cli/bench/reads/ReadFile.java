package io.evenkeel.cli.bench.reads;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A file of seeded pseudo-random bytes, by name in a folder.
 *
 * @param bytes whole MiB
 */
record ReadFile(String name, long bytes, long blockBytes) {
  static final long MIB = 1 << 20;

  ReadFile {
    if (bytes <= 0 || bytes % MIB != 0) {
      throw new IllegalArgumentException("a file takes whole MiB, got " + bytes + " bytes");
    }
  }

  int pieces() {
    return (int) (bytes / MIB);
  }

  /** The seed of its content; no two names here have the same. */
  long seed() {
    CRC32C crc = new CRC32C();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
