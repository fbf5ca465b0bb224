package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Block groups are encoded row by row, and their parity is that of their cells. */
class CellCutTest {
  private static final int CELL = 1000;

  @Example
  void cells_goFromBlockToBlock() {
    Cut cut = new CellCut(CodeSpec.rs(3, 1), 4, 8);
    assertThat(cut.stripeBytes()).isEqualTo(24);
    assertThat(cut.at(0)).isEqualTo(new Cut.Place(0, 0, 0));
    assertThat(cut.at(7)).isEqualTo(new Cut.Place(1, 0, 3));
    assertThat(cut.at(12)).isEqualTo(new Cut.Place(0, 1, 0));
    assertThat(cut.at(23)).isEqualTo(new Cut.Place(2, 1, 3));
    assertThat(cut.geometry(24).blockLengthBytes()).containsExactly(8L, 8L, 8L);
    assertThat(cut.geometry(17).blockLengthBytes()).containsExactly(8L, 5L, 4L);
    assertThat(cut.geometry(3).blockLengthBytes()).containsExactly(3L);
  }

  @Property(tries = 300)
  void anyFile_getsTheParityOfItsCells(
      @ForAll @IntRange(min = 2, max = 6) int k,
      @ForAll @IntRange(min = 0, max = 60_000) int fileBytes,
      @ForAll @IntRange(min = 1, max = 9_000) int writeBytes,
      @ForAll long seed) {
    CodeSpec code = CodeSpec.rs(k, 1);
    WriteScene scene = new WriteScene(WriteScene.limits(CodeSpec.rs(4, 2), 512));
    Cut cut = new CellCut(code, CELL, 3 * CELL);
    byte[] file = WriteScene.bytes(seed, fileBytes);
    ParityEncoder encoder = scene.writers.encoder("/a", cut).orElseThrow();
    for (int at = 0; at < file.length; at += writeBytes) {
      encoder.write(file, at, Math.min(writeBytes, file.length - at));
    }
    if (encoder.closed()) {
      encoder.finish(version(code, file.length));
    }
    scene.time.exhaust();
    int stripes = (int) ((file.length + cut.stripeBytes() - 1) / cut.stripeBytes());
    assertThat(scene.manager.published).hasSize(stripes);
    int fragments = 0;
    for (StripeId id : scene.manager.published.keySet()) {
      StripeGeometry geometry = scene.manager.published.get(id).geometry();
      int start = id.stripe() * (int) cut.stripeBytes();
      for (int row = 0; row < geometry.substripeCount(); row++) {
        ByteBuffer expected = parity(code, file, start, geometry, row);
        assertThat(scene.store.fragments.get(new FragmentKey(id, row, k)).payload())
            .as("stripe %s, row %s", id.stripe(), row)
            .isEqualTo(expected);
        fragments++;
      }
    }
    assertThat(scene.store.fragments).hasSize(fragments);
    scene.assertAtRest();
  }

  @Example
  void fileOfOtherBlocks_isNotPublished() {
    CodeSpec code = CodeSpec.rs(3, 1);
    WriteScene scene = new WriteScene(WriteScene.limits(code, 512));
    ParityEncoder encoder =
        scene.writers.encoder("/a", new CellCut(code, CELL, 3 * CELL)).orElseThrow();
    byte[] file = WriteScene.bytes(1, 5 * CELL);
    encoder.write(file, 0, file.length);
    assertThat(encoder.closed()).isTrue();
    encoder.finish(WriteScene.version(file.length, 3 * CELL));
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  private static ByteBuffer parity(
      CodeSpec code, byte[] file, int start, StripeGeometry geometry, int row) {
    ByteBuffer[] data = new ByteBuffer[code.dataCount()];
    for (int i = 0; i < data.length; i++) {
      int at = start + (row * code.dataCount() + i) * CELL;
      int length = geometry.subblockLengthBytes(i, row);
      int from = Math.min(at, file.length);
      data[i] = ByteBuffer.wrap(Arrays.copyOfRange(file, from, from + length));
    }
    ByteBuffer parity = ByteBuffer.allocate(geometry.parityLengthBytes(row));
    ErasureCode.of(code).encode(data, new ByteBuffer[] {parity});
    return parity;
  }

  /** The data blocks as HDFS cuts them. */
  private static FileVersion version(CodeSpec code, int fileBytes) {
    List<BlockVersion> blocks = new ArrayList<>();
    int groupBytes = 3 * CELL * code.dataCount();
    for (int at = 0; at < fileBytes; at += groupBytes) {
      CellGeometry cells = new CellGeometry(code, CELL, Math.min(groupBytes, fileBytes - at));
      for (int i = 0; i < code.dataCount(); i++) {
        long length = cells.fragmentLengthBytes(i);
        if (length > 0) {
          blocks.add(new BlockVersion("pool", 100 + blocks.size(), 7, length));
        }
      }
    }
    return WriteScene.placed(fileBytes, blocks);
  }
}
