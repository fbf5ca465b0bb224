package io.evenkeel.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.CorruptFragmentException;
import io.evenkeel.core.port.ForeignFragmentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FragmentCodecTest {
  private static final NodeId NODE = new NodeId("a:1");
  private static final FragmentKey KEY =
      new FragmentKey(new StripeId(new Epoch("00112233445566778899aabbccddeeff"), 2), 3, 4);
  private final BufferPool buffers = new BufferPool(4 << 20, 1024);

  private static StoredFragment fragment(List<Integer> lengths, int payloadBytes) {
    byte[] payload = new byte[payloadBytes];
    for (int i = 0; i < payloadBytes; i++) {
      payload[i] = (byte) (i * 31 + 7);
    }
    int[][] crcs =
        lengths.stream().map(l -> new int[SubblockChecksums.chunksOf(l)]).toArray(int[][]::new);
    for (int i = 0; i < crcs.length; i++) {
      for (int c = 0; c < crcs[i].length; c++) {
        crcs[i][c] = 1000 * i + c;
      }
    }
    return new StoredFragment(
        KEY,
        CodeSpec.rs(lengths.size(), 1),
        lengths,
        new SubblockChecksums(crcs),
        ByteBuffer.wrap(payload));
  }

  private StoredFragment decode(FragmentKey key, ByteBuffer head, ByteBuffer body)
      throws IOException {
    FragmentAssembly assembly = new FragmentAssembly(NODE, key, buffers);
    try {
      assembly.head(head);
      assembly.body(body);
      return assembly.fragment();
    } finally {
      assembly.release();
    }
  }

  @Test
  void keys_areReadable() {
    assertThat(FragmentKeys.head(KEY))
        .isEqualTo("evenkeel:{00112233445566778899aabbccddeeff}:2:3:4:h");
    assertThat(FragmentKeys.body(KEY))
        .isEqualTo("evenkeel:{00112233445566778899aabbccddeeff}:2:3:4:b");
  }

  @Test
  void head_hasExactlyThisForm() {
    StoredFragment small =
        new StoredFragment(
            KEY,
            CodeSpec.xor(1),
            List.of(3),
            new SubblockChecksums(new int[][] {{0x01020304}}),
            ByteBuffer.wrap(new byte[] {'a', 'b', 'c'}));
    String hex = HexFormat.of().formatHex(FragmentCodec.encode(small).head().array());
    assertThat(hex)
        .startsWith(
            "45564b46" // magic
                + "02000104" // version, algorithm, parts, index
                + "00112233445566778899aabbccddeeff"
                + "0000000200000003" // stripe, substripe
                + "00".repeat(28) // nonce and tag
                + "00000003" // payload length
                + "364b3fb7" // CRC32C of "abc"
                + "0000005f" // header length
                + "00010007" // data count, text length
                + "786f722d312d31" // xor-1-1
                + "00000003" // data length
                + "01020304") // chunk checksum
        .endsWith("616263");
  }

  @Property(tries = 100)
  void roundTrip(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 300_000) Integer> lengths,
      @ForAll @IntRange(max = 100_000) int payloadBytes)
      throws IOException {
    StoredFragment fragment = fragment(lengths, payloadBytes);
    FragmentCodec.Parts parts = FragmentCodec.encode(fragment);
    assertThat(parts.isSplit()).isEqualTo(payloadBytes >= FragmentCodec.SPLIT_BYTES);
    StoredFragment found = decode(KEY, parts.head(), parts.isSplit() ? parts.body() : null);
    assertThat(found).isEqualTo(fragment);
    buffers.give(found.payload());
    assertThat(buffers.takenBytes()).isZero();
  }

  @Property(tries = 200)
  void anyChange_isFound(@ForAll int at, @ForAll @IntRange(max = 7) int bit) {
    FragmentCodec.Parts parts = FragmentCodec.encode(fragment(List.of(70_000, 20_000), 70_000));
    byte[] body = new byte[parts.body().remaining()];
    parts.body().duplicate().get(body);
    byte[] head = parts.head().array();
    byte[] changed = (at & 1) == 0 ? head : body;
    changed[Math.floorMod(at / 2, changed.length)] ^= (byte) (1 << bit);
    assertThatThrownBy(() -> decode(KEY, ByteBuffer.wrap(head), ByteBuffer.wrap(body)))
        .isInstanceOf(CorruptFragmentException.class);
    assertThat(buffers.takenBytes()).isZero();
  }

  @Test
  void anotherKeysValue_isRefused() {
    FragmentCodec.Parts parts = FragmentCodec.encode(fragment(List.of(10, 10), 10));
    FragmentKey other = new FragmentKey(KEY.stripe(), 4, 4);
    assertThatThrownBy(() -> decode(other, parts.head(), null))
        .isInstanceOf(CorruptFragmentException.class)
        .hasMessageContaining(KEY.toString())
        .hasMessageContaining(other.toString());
  }

  /** As another release would store it: the header's own CRC32C is right. */
  private ByteBuffer whole(Consumer<byte[]> change) {
    byte[] head = FragmentCodec.encode(fragment(List.of(10, 10), 10)).head().array();
    change.accept(head);
    ByteBuffer all = ByteBuffer.wrap(head);
    int length = all.getInt(68);
    return all.putInt(length - 4, FragmentHeader.crc(all.slice(0, length - 4)));
  }

  @Test
  void encryptedValue_isForAnotherRelease() {
    ByteBuffer head = whole(bytes -> bytes[5] = 1);
    assertThatThrownBy(() -> decode(KEY, head, null))
        .isInstanceOf(ForeignFragmentException.class)
        .hasMessageContaining("encryption algorithm 1")
        .hasMessageContaining("unencrypted");
  }

  @ParameterizedTest
  @ValueSource(bytes = {1, 3})
  void anotherFormat_isForAnotherRelease(byte version) {
    ByteBuffer head = whole(bytes -> bytes[4] = version);
    assertThatThrownBy(() -> decode(KEY, head, null))
        .isInstanceOf(ForeignFragmentException.class)
        .hasMessageContaining("format version " + version + "; this release reads 2");
  }

  @Test
  void unknownCode_isForAnotherRelease() {
    ByteBuffer head = whole(bytes -> bytes[76] = 'q');
    assertThatThrownBy(() -> decode(KEY, head, null))
        .isInstanceOf(ForeignFragmentException.class)
        .hasMessageContaining("the code 'qs-2-1'");
  }

  @Test
  void truncated_isRefused() {
    ByteBuffer head = FragmentCodec.encode(fragment(List.of(10, 10), 10)).head();
    for (int length = 0; length < head.remaining(); length++) {
      ByteBuffer shorter = head.slice(0, length);
      assertThatThrownBy(() -> decode(KEY, shorter, null))
          .isInstanceOf(CorruptFragmentException.class);
    }
    assertThat(buffers.takenBytes()).isZero();
  }

  @Test
  void checksumsThatDoNotFitTheLengths_areRefused() {
    StoredFragment wrong =
        new StoredFragment(
            KEY,
            CodeSpec.xor(1),
            List.of(70_000),
            new SubblockChecksums(new int[][] {{1}}),
            ByteBuffer.allocate(10));
    assertThatThrownBy(() -> FragmentCodec.encode(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("70000 bytes has 1 checksums, not 9");
  }

  @Test
  void allocatedBytes_areThoseOfTheHeaderThatIsWritten() {
    StoredFragment fragment = fragment(List.of(1 << 20, 1 << 20, 1 << 20, 1 << 20), 1 << 20);
    FragmentCodec.Parts parts = FragmentCodec.encode(fragment);
    long real =
        AllocatedBytes.ofValue(parts.head().remaining())
            + AllocatedBytes.ofValue(parts.body().remaining());
    assertThat(AllocatedBytes.of(1 << 20, 4)).isEqualTo(real);
  }

  @Test
  void sizeClasses_areFourForEveryDoubling() {
    assertThat(AllocatedBytes.sizeClass(8)).isEqualTo(8);
    assertThat(AllocatedBytes.sizeClass(65)).isEqualTo(80);
    assertThat(AllocatedBytes.sizeClass(129)).isEqualTo(160);
    assertThat(AllocatedBytes.sizeClass(1025)).isEqualTo(1280);
    assertThat(AllocatedBytes.sizeClass(1 << 20)).isEqualTo(1 << 20);
    assertThat(AllocatedBytes.sizeClass((1 << 20) + 1)).isEqualTo(5 << 18);
  }

  @Test
  void headOfOtherDataThanItsCode_isNoHeader() {
    CodeSpec code = CodeSpec.rs(20, 4);
    SubblockChecksums none = new SubblockChecksums(new int[0][]);
    int length = FragmentHeader.lengthBytes(code, List.of());
    ByteBuffer head = ByteBuffer.allocate(length + 10);
    new FragmentHeader(KEY, code, List.of(), none, 1, 10, 0, length).write(head);
    FragmentAssembly assembly = FragmentAssembly.ofRange(NODE, KEY, buffers, 0, 10);
    assertThatThrownBy(() -> assembly.head(head.clear()))
        .isInstanceOf(CorruptFragmentException.class);
    assertThat(buffers.takenBytes()).isZero();
  }
}
