package io.evenkeel.core.store;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What stands before a stored fragment's payload. Big-endian:
 *
 * <pre>
 *  0  magic "EVKF"            24  stripe          60  payload length
 *  4  format version (2)      28  substripe       64  payload CRC32C
 *  5  AEAD algorithm (0)      32  AEAD nonce      68  header length
 *  6  parts (1 or 2)          44  AEAD tag        72  data count, code text length (2 + 2)
 *  7  index                                       76  code text, data lengths, chunk CRC32Cs,
 *  8  epoch (16)                                      CRC32C of the header up to here
 * </pre>
 *
 * The AEAD fields are reserved: algorithm 0 means none and leaves nonce and tag zero.
 *
 * <p>Of every format version the magic, the version, the header's length and its CRC32C at the end
 * are where they are here, so that a release tells another one's value from a broken one.
 *
 * @param lengthBytes the header's own length
 */
record FragmentHeader(
    FragmentKey key,
    CodeSpec code,
    List<Integer> dataLengthBytes,
    SubblockChecksums dataChecksums,
    int parts,
    int payloadBytes,
    int payloadCrc,
    int lengthBytes) {
  private static final int MAGIC = 0x45564b46;
  private static final int VERSION = 2;
  private static final int FIXED_BYTES = 76;
  private static final int HEADER_LENGTH_AT = 68;
  private static final int CRC_BYTES = 4;

  /** Thrown for a value that is not a header of this format; the message says what was found. */
  static final class NotAHeader extends Exception {
    NotAHeader(String found) {
      super(found);
    }
  }

  /** Thrown for a whole header of another form; the message says what was found. */
  static final class OtherForm extends Exception {
    OtherForm(String found) {
      super(found);
    }
  }

  static int lengthBytes(CodeSpec code, List<Integer> dataLengthBytes) {
    int chunks = dataLengthBytes.stream().mapToInt(SubblockChecksums::chunksOf).sum();
    int text = code.toString().getBytes(StandardCharsets.UTF_8).length;
    return FIXED_BYTES + text + 4 * dataLengthBytes.size() + 4 * chunks + CRC_BYTES;
  }

  static FragmentHeader of(StoredFragment fragment, int parts) {
    for (int i = 0; i < fragment.dataLengthBytes().size(); i++) {
      int length = fragment.dataLengthBytes().get(i);
      if (fragment.dataChecksums().chunkCount(i) != SubblockChecksums.chunksOf(length)) {
        throw new IllegalArgumentException(
            "fragment %s: data subblock %d of %d bytes has %d checksums, not %d"
                .formatted(
                    fragment.key(),
                    i,
                    length,
                    fragment.dataChecksums().chunkCount(i),
                    SubblockChecksums.chunksOf(length)));
      }
    }
    return new FragmentHeader(
        fragment.key(),
        fragment.code(),
        fragment.dataLengthBytes(),
        fragment.dataChecksums(),
        parts,
        fragment.payload().remaining(),
        fragment.payloadCrc(),
        lengthBytes(fragment.code(), fragment.dataLengthBytes()));
  }

  static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  /** Writes the header at the position of {@code out}, which must be a fresh zeroed buffer. */
  void write(ByteBuffer out) {
    int start = out.position();
    String epoch = key.stripe().epoch().hex();
    out.putInt(MAGIC).put((byte) VERSION).put((byte) 0).put((byte) parts).put((byte) key.index());
    out.putLong(Long.parseUnsignedLong(epoch, 0, 16, 16));
    out.putLong(Long.parseUnsignedLong(epoch, 16, 32, 16));
    out.putInt(key.stripe().stripe()).putInt(key.substripe());
    out.position(start + 60);
    out.putInt(payloadBytes).putInt(payloadCrc).putInt(lengthBytes);
    byte[] text = code.toString().getBytes(StandardCharsets.UTF_8);
    out.putShort((short) dataLengthBytes.size()).putShort((short) text.length).put(text);
    dataLengthBytes.forEach(out::putInt);
    for (int i = 0; i < dataLengthBytes.size(); i++) {
      for (int c = 0; c < dataChecksums.chunkCount(i); c++) {
        out.putInt(dataChecksums.crc(i, c));
      }
    }
    out.putInt(crc(out.slice(start, lengthBytes - CRC_BYTES)));
  }

  /** Reads and verifies the header at the start of {@code head}. */
  static FragmentHeader read(ByteBuffer head) throws NotAHeader, OtherForm {
    ByteBuffer in = head.slice();
    requireHeader(in);
    int length = in.getInt(HEADER_LENGTH_AT);
    if (length < FIXED_BYTES + CRC_BYTES || length > in.remaining()) {
      throw new NotAHeader("a header length of " + length + " in " + in.remaining() + " bytes");
    }
    int crc = crc(in.slice(0, length - CRC_BYTES));
    if (crc != in.getInt(length - CRC_BYTES)) {
      throw new NotAHeader("a header whose CRC32C is not the stored one");
    }
    requireForm(in);
    try {
      return parse(in, length);
    } catch (RuntimeException e) {
      throw new NotAHeader("a header that does not parse: " + e.getMessage());
    }
  }

  private static void requireHeader(ByteBuffer in) throws NotAHeader {
    if (in.remaining() < FIXED_BYTES + CRC_BYTES) {
      throw new NotAHeader("a head of " + in.remaining() + " bytes, too short for a header");
    }
    if (in.getInt(0) != MAGIC) {
      throw new NotAHeader("magic " + Integer.toHexString(in.getInt(0)));
    }
  }

  /** Only of what is whole: a bit that has flipped is no other form. */
  private static void requireForm(ByteBuffer in) throws OtherForm {
    if (in.get(4) != VERSION) {
      throw new OtherForm("format version " + in.get(4) + "; this release reads " + VERSION);
    }
    if (in.get(5) != 0) {
      throw new OtherForm(
          "encryption algorithm " + in.get(5) + "; this release reads unencrypted values only");
    }
  }

  private static FragmentHeader parse(ByteBuffer in, int length) throws NotAHeader, OtherForm {
    String epoch = "%016x%016x".formatted(in.getLong(8), in.getLong(16));
    StripeId stripe = new StripeId(new Epoch(epoch), in.getInt(24));
    FragmentKey key = new FragmentKey(stripe, in.getInt(28), in.get(7) & 0xff);
    int dataCount = in.getShort(72);
    byte[] text = new byte[in.getShort(74)];
    in.position(FIXED_BYTES).get(text);
    List<Integer> lengths = new ArrayList<>();
    for (int i = 0; i < dataCount; i++) {
      lengths.add(in.getInt());
    }
    CodeSpec code = code(new String(text, StandardCharsets.UTF_8));
    if (dataCount != code.dataCount() || length != lengthBytes(code, lengths)) {
      throw new NotAHeader("a header of " + length + " bytes for " + code + " of " + lengths);
    }
    int[][] crcs = new int[dataCount][];
    for (int i = 0; i < dataCount; i++) {
      crcs[i] = new int[SubblockChecksums.chunksOf(lengths.get(i))];
      for (int c = 0; c < crcs[i].length; c++) {
        crcs[i][c] = in.getInt();
      }
    }
    return new FragmentHeader(
        key,
        code,
        lengths,
        new SubblockChecksums(crcs),
        in.get(6),
        in.getInt(60),
        in.getInt(64),
        length);
  }

  private static CodeSpec code(String text) throws OtherForm {
    try {
      return CodeSpec.parse(text);
    } catch (IllegalArgumentException e) {
      throw new OtherForm("the code '" + text + "', which this release does not know");
    }
  }
}
