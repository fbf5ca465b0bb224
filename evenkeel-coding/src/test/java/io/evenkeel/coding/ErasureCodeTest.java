package io.evenkeel.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawEncoder;
import org.junit.jupiter.api.Test;

/** Every code against every loss that matters, and against what others compute. */
class ErasureCodeTest {
  @Test
  void decode_recoversEveryErasureSubset_ofReedSolomon() {
    for (int k = 1; k <= 10; k++) {
      for (int m = 1; m <= 4; m++) {
        everyErasureSubset(ErasureCode.of(CodeSpec.rs(k, m)), 19);
      }
    }
  }

  @Test
  void decode_recoversEveryErasureSubset_ofXor() {
    for (int k = 1; k <= 10; k++) {
      everyErasureSubset(ErasureCode.of(CodeSpec.xor(k)), 21);
    }
  }

  @Test
  void decode_recoversExactlyWhatRankAllows_ofLrc() {
    ErasureCode lrc = ErasureCode.of(CodeSpec.parse("lrc-6-2-2"));
    ByteBuffer[] all = Fragments.coded(lrc, 7, 13);
    int[][] rows = Generators.of(lrc.spec());
    IndexSet data = IndexSet.range(0, 6);
    int anySixThatFail = 0;
    for (int mask = 0; mask < 1 << 10; mask++) {
      int set = mask;
      IndexSet arrived = IndexSet.range(0, 10).filter(i -> ((set >> i) & 1) != 0);
      boolean full = rank(rows, arrived) == 6;
      assertThat(lrc.canRecover(arrived, data)).as("from %s", arrived).isEqualTo(full);
      if (full) {
        decodeAndCompare(lrc, all, arrived, IndexSet.range(0, 10));
      } else if (arrived.size() >= 6) {
        anySixThatFail++;
      }
    }
    assertThat(anySixThatFail).isPositive();
  }

  @Test
  void lrc_repairsOneLossFromItsLocalGroup() {
    ErasureCode lrc = ErasureCode.of(CodeSpec.parse("lrc-6-2-2"));
    for (int lost = 0; lost < 6; lost++) {
      int group = lost / 3;
      IndexSet inputs =
          lrc.decoder(IndexSet.range(0, 10).without(lost), IndexSet.of(lost)).inputs();
      IndexSet local = IndexSet.range(group * 3, group * 3 + 3).without(lost).with(6 + group);
      assertThat(inputs).isEqualTo(local);
    }
    assertThat(lrc.canRecover(IndexSet.of(0, 1, 6), IndexSet.of(2))).isTrue();
    assertThat(lrc.canRecover(IndexSet.of(0, 1, 7), IndexSet.of(2))).isFalse();
  }

  @Test
  void lrc622_recoversEveryPatternThatItsShapeAllows() {
    ErasureCode lrc = ErasureCode.of(CodeSpec.parse("lrc-6-2-2"));
    IndexSet all = IndexSet.range(0, 10);
    for (int mask = 0; mask < 1 << 10; mask++) {
      int set = mask;
      IndexSet lost = all.filter(i -> ((set >> i) & 1) != 0);
      // A group makes up for one loss of its own; all others are left to the two global parities.
      int first = lost.intersect(IndexSet.of(0, 1, 2, 6)).size();
      int second = lost.intersect(IndexSet.of(3, 4, 5, 7)).size();
      int global = lost.intersect(IndexSet.of(8, 9)).size();
      boolean allowed = Math.max(0, first - 1) + Math.max(0, second - 1) + global <= 2;
      assertThat(lrc.canRecover(all.minus(lost), all)).as("%s lost", lost).isEqualTo(allowed);
    }
  }

  @Test
  void lrc_recoversAnyOneLossMoreThanItHasGlobalParities() {
    for (String name : List.of("lrc-6-3-2", "lrc-4-2-3", "lrc-8-2-2", "lrc-5-1-2", "lrc-3-3-1")) {
      ErasureCode lrc = ErasureCode.of(CodeSpec.parse(name));
      IndexSet all = IndexSet.range(0, lrc.totalCount());
      int losses = lrc.parityCount() - lrc.spec().localGroups() + 1;
      for (int mask = 0; mask < 1 << lrc.totalCount(); mask++) {
        if (Integer.bitCount(mask) == losses) {
          int set = mask;
          IndexSet lost = all.filter(i -> ((set >> i) & 1) != 0);
          assertThat(lrc.canRecover(all.minus(lost), all)).as("%s, %s lost", name, lost).isTrue();
        }
      }
    }
  }

  @Test
  void decoder_ofOneFragment_hasTheFewestInputsPossible() {
    for (String name : List.of("lrc-6-2-2", "lrc-4-2-1", "rs-4-2", "xor-4-1", "none-3-0")) {
      ErasureCode code = ErasureCode.of(CodeSpec.parse(name));
      int n = code.totalCount();
      for (int wanted = 0; wanted < n; wanted++) {
        int[] fewest = fewestInputs(code, wanted);
        for (int mask = 0; mask < 1 << n; mask++) {
          if (fewest[mask] <= n) {
            int set = mask;
            IndexSet arrived = IndexSet.range(0, n).filter(i -> ((set >> i) & 1) != 0);
            IndexSet inputs = code.decoder(arrived, IndexSet.of(wanted)).inputs();
            assertThat(inputs.size())
                .as("%s: %s from %s", name, wanted, arrived)
                .isEqualTo(fewest[mask]);
          }
        }
      }
    }
  }

  /** By set of arrived fragments: the size of its smallest subset that recovers the wanted one. */
  private static int[] fewestInputs(ErasureCode code, int wanted) {
    int n = code.totalCount();
    int[] fewest = new int[1 << n];
    for (int mask = 0; mask < 1 << n; mask++) {
      int set = mask;
      IndexSet arrived = IndexSet.range(0, n).filter(i -> ((set >> i) & 1) != 0);
      fewest[mask] =
          code.canRecover(arrived, IndexSet.of(wanted)) ? arrived.size() : Integer.MAX_VALUE;
      for (int i : arrived.toArray()) {
        fewest[mask] = Math.min(fewest[mask], fewest[mask & ~(1 << i)]);
      }
    }
    return fewest;
  }

  @Test
  void decoder_ofNothing_needsNothing() {
    Decoder decoder = ErasureCode.of(CodeSpec.rs(4, 2)).decoder(IndexSet.empty(), IndexSet.empty());
    assertThat(decoder.inputs()).isEqualTo(IndexSet.empty());
    decoder.decode(new ByteBuffer[6], new ByteBuffer[6]);
  }

  @Test
  void partition_needsAllOfIt() {
    ErasureCode none = ErasureCode.of(CodeSpec.none(5));
    assertThat(none.canRecover(IndexSet.range(0, 5), IndexSet.range(0, 5))).isTrue();
    assertThat(none.canRecover(IndexSet.range(0, 4), IndexSet.range(0, 5))).isFalse();
    assertThat(none.canRecover(IndexSet.of(3), IndexSet.of(3))).isTrue();
    none.encode(Fragments.empty(5, 7), new ByteBuffer[0]);
    none.accumulate(2, ByteBuffer.allocate(7), new ByteBuffer[0]);
  }

  @Test
  void encode_isHadoops_forReedSolomon() throws Exception {
    for (int[] km : new int[][] {{4, 1}, {3, 2}, {6, 3}, {10, 4}, {12, 4}}) {
      ErasureCode code = ErasureCode.of(CodeSpec.rs(km[0], km[1]));
      for (int length : new int[] {8, 4096, 10_000}) {
        ByteBuffer[] all = Fragments.coded(code, length, length);
        byte[][] data = new byte[km[0]][];
        byte[][] parity = new byte[km[1]][length];
        for (int i = 0; i < km[0]; i++) {
          data[i] = all[i].array();
        }
        RSRawEncoder hadoop = new RSRawEncoder(new ErasureCoderOptions(km[0], km[1]));
        hadoop.encode(data, parity);
        for (int p = 0; p < km[1]; p++) {
          assertThat(all[km[0] + p].array()).isEqualTo(parity[p]);
        }
      }
    }
  }

  /**
   * Each line: the code, then one parity, of 24 bytes of data with 31 i + 7 j + i i j (mod 256) at
   * byte j of fragment i.
   */
  @Test
  void encode_isThatOfTheGoldenVectors() throws Exception {
    String golden;
    try (var in = getClass().getResourceAsStream("/golden-parities.txt")) {
      golden = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
    List<String> lines = new ArrayList<>();
    for (String name : List.of("xor-4-1", "rs-4-1", "rs-3-2", "rs-6-3", "rs-10-4", "lrc-6-2-2")) {
      ErasureCode code = ErasureCode.of(CodeSpec.parse(name));
      ByteBuffer[] data = new ByteBuffer[code.dataCount()];
      for (int i = 0; i < data.length; i++) {
        data[i] = ByteBuffer.allocate(24);
        for (int j = 0; j < 24; j++) {
          data[i].put(j, (byte) (31 * i + 7 * j + i * i * j));
        }
      }
      ByteBuffer[] parity = Fragments.empty(code.parityCount(), data[0].remaining());
      code.encode(data, parity);
      for (ByteBuffer p : parity) {
        lines.add(name + " " + HexFormat.of().formatHex(p.array()));
      }
    }
    assertThat(String.join("\n", lines) + "\n").isEqualTo(golden);
  }

  @Test
  void misuse_isNamed() {
    ErasureCode code = ErasureCode.of(CodeSpec.rs(4, 2));
    assertThatThrownBy(() -> code.decoder(IndexSet.of(0, 1, 4), IndexSet.of(2)))
        .hasMessageContaining("rs-4-2 cannot recover {2} from {0, 1, 4}");
    assertThatThrownBy(() -> code.encode(Fragments.empty(3, 8), Fragments.empty(2, 8)))
        .hasMessageContaining("takes 4 data buffers, got 3");
    assertThatThrownBy(() -> code.encode(Fragments.empty(4, 9), Fragments.empty(2, 8)))
        .hasMessageContaining("fragment 0: an input of 9 bytes is longer than outputs of 8");
    assertThatThrownBy(() -> code.accumulate(4, ByteBuffer.allocate(1), Fragments.empty(2, 1)))
        .hasMessageContaining("data 0 to 3, got index 4");
    assertThatThrownBy(() -> code.begin(-1, ByteBuffer.allocate(1), Fragments.empty(2, 1)))
        .hasMessageContaining("data 0 to 3, got index -1");
    assertThatThrownBy(() -> code.canRecover(IndexSet.of(0, 1, 2, 6), IndexSet.of(3)))
        .hasMessageContaining("rs-4-2 has fragments 0 to 5, got arrived {0, 1, 2, 6}");
    assertThatThrownBy(() -> code.decoder(IndexSet.range(0, 4), IndexSet.of(6)))
        .hasMessageContaining("wanted {6}");
    Decoder decoder = code.decoder(IndexSet.range(1, 5), IndexSet.of(0));
    assertThatThrownBy(() -> decoder.decode(new ByteBuffer[6], Fragments.empty(6, 8)))
        .hasMessageContaining("no buffer of fragment 1");
    assertThatThrownBy(() -> decoder.decode(Fragments.empty(5, 8), Fragments.empty(6, 8)))
        .hasMessageContaining("inputs by fragment index must be 6, got 5");
  }

  @Test
  void misuse_writesNothing() {
    ErasureCode code = ErasureCode.of(CodeSpec.rs(4, 2));
    ByteBuffer[] parity = {filled(8), filled(8).asReadOnlyBuffer()};
    assertThatThrownBy(() -> code.encode(Fragments.empty(4, 8), parity))
        .hasMessageContaining("fragment 5 is read-only");
    assertThatThrownBy(() -> code.accumulate(0, filled(8), parity))
        .hasMessageContaining("fragment 5 is read-only");
    assertThatThrownBy(() -> code.begin(0, filled(8), parity))
        .hasMessageContaining("fragment 5 is read-only");
    parity[1] = filled(7);
    assertThatThrownBy(() -> code.encode(Fragments.empty(4, 7), parity))
        .hasMessageContaining("fragment 4 has 8 bytes, fragment 5 7");
    assertThatThrownBy(() -> code.accumulate(0, filled(8), parity))
        .hasMessageContaining("an input of 8 bytes is longer than outputs of 7");
    assertThat(parity[0]).isEqualTo(filled(8));
    assertThat(parity[1]).isEqualTo(filled(7));
  }

  private static ByteBuffer filled(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 0x5a);
    return ByteBuffer.wrap(bytes);
  }

  private static void everyErasureSubset(ErasureCode code, int length) {
    ByteBuffer[] all = Fragments.coded(code, 1000L * code.dataCount() + code.parityCount(), length);
    int n = code.totalCount();
    for (int mask = 0; mask < 1 << n; mask++) {
      int set = mask;
      IndexSet arrived = IndexSet.range(0, n).filter(i -> ((set >> i) & 1) != 0);
      if (arrived.size() >= code.dataCount() && arrived.size() <= code.dataCount() + 1) {
        decodeAndCompare(code, all, arrived, IndexSet.range(0, n).minus(arrived));
      } else if (arrived.size() < code.dataCount()) {
        assertThat(code.canRecover(arrived, IndexSet.range(0, code.dataCount()))).isFalse();
      }
    }
  }

  private static void decodeAndCompare(
      ErasureCode code, ByteBuffer[] all, IndexSet arrived, IndexSet wanted) {
    ByteBuffer[] inputs = new ByteBuffer[all.length];
    ByteBuffer[] outputs = Fragments.empty(all.length, all[0].remaining());
    Decoder decoder = code.decoder(arrived, wanted);
    assertThat(arrived.containsAll(decoder.inputs())).isTrue();
    for (int i : decoder.inputs().toArray()) {
      inputs[i] = all[i];
    }
    decoder.decode(inputs, outputs);
    for (int i : wanted.toArray()) {
      assertThat(outputs[i]).as("%s: %s from %s", code.spec(), i, arrived).isEqualTo(all[i]);
    }
  }

  private static int rank(int[][] rows, IndexSet arrived) {
    int[][] m = arrived.isEmpty() ? new int[0][] : new int[arrived.size()][];
    int[] indexes = arrived.toArray();
    for (int i = 0; i < m.length; i++) {
      m[i] = rows[indexes[i]].clone();
    }
    int rank = 0;
    for (int column = 0; column < 6; column++) {
      int pivot = rank;
      while (pivot < m.length && m[pivot][column] == 0) {
        pivot++;
      }
      if (pivot == m.length) {
        continue;
      }
      int[] row = m[pivot];
      m[pivot] = m[rank];
      m[rank] = row;
      for (int r = rank + 1; r < m.length; r++) {
        int factor = Gf256.multiply(m[r][column], Gf256.inverse(row[column]));
        for (int c = 0; c < 6; c++) {
          m[r][c] ^= Gf256.multiply(row[c], factor);
        }
      }
      rank++;
    }
    return rank;
  }
}
