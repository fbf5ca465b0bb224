package io.evenkeel.core.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class Crc32cJoinTest {
  private static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  /** The check value of RFC 3720 and of all lists of CRCs, from its digits. */
  @Test
  void checkValue() {
    byte[] digits = "123456789".getBytes(US_ASCII);
    Crc32cJoin one = new Crc32cJoin(1);
    int crc = crc(digits, 0, 1);
    for (int i = 1; i < digits.length; i++) {
      crc = one.join(crc, crc(digits, i, i + 1));
    }
    assertThat(crc).isEqualTo(0xE3069283);
  }

  @Property(tries = 200)
  void twoParts(
      @ForAll @Size(min = 2, max = 3000) byte[] bytes, @ForAll @IntRange(min = 1) int seed) {
    int cut = 1 + seed % (bytes.length - 1);
    int first = crc(bytes, 0, cut);
    int second = crc(bytes, cut, bytes.length);
    int whole = crc(bytes, 0, bytes.length);
    assertThat(Crc32cJoin.join(first, second, bytes.length - cut)).isEqualTo(whole);
    assertThat(new Crc32cJoin(bytes.length - cut).join(first, second)).isEqualTo(whole);
  }

  @Test
  void manyPieces() {
    byte[] bytes = new byte[SubblockChecksums.CHUNK_BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * i >>> 3);
    }
    Crc32cJoin pieces = new Crc32cJoin(512);
    int crc = crc(bytes, 0, 512);
    for (int at = 512; at < bytes.length; at += 512) {
      crc = pieces.join(crc, crc(bytes, at, at + 512));
    }
    assertThat(crc).isEqualTo(crc(bytes, 0, bytes.length));
    Arrays.fill(bytes, (byte) 0);
    assertThat(Crc32cJoin.join(crc(bytes, 0, 1), crc(bytes, 0, 8191), 8191))
        .isEqualTo(crc(bytes, 0, 8192));
  }
}
