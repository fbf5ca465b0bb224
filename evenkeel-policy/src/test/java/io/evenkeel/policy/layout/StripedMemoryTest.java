package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RS-6-3, read within 64 MiB with up to four groups under way; buffers count their length. */
class StripedMemoryTest {
  private static final int MIB = 1 << 20;
  private static final int KIB = 1 << 10;

  private static List<ReadMemory> sizes(int cellBytes, ByteRange part) {
    CellGeometry geometry = new CellGeometry(CodeSpec.rs(6, 3), cellBytes, 768L * MIB);
    return StripedMemory.sizes(geometry, part, 4, 64 * MIB, bytes -> bytes);
  }

  private static ReadMemory size(long reservedBytes, long plannedBytes) {
    return new ReadMemory(reservedBytes, plannedBytes);
  }

  @Test
  void stream_isReadAheadAsFarAsItMay_elseTwoRows_elseOne_withLessToSpareIfNeedBe() {
    assertThat(sizes(MIB, new ByteRange(0, 192 * MIB)))
        .containsExactly(
            size(64 * MIB, 58 * MIB),
            size((12 + 6) * MIB, 12 * MIB),
            size((6 + 6) * MIB, 6 * MIB),
            size((6 + 3) * MIB, 6 * MIB));
  }

  /** What LIMITS and decision 18 say of a stream of RS-6-3. */
  @Test
  void documents_sayWhatIsReserved() throws IOException {
    List<Long> reserved =
        sizes(MIB, new ByteRange(0, 192 * MIB)).stream()
            .map(size -> size.reservedBytes() / MIB)
            .toList();
    long least = reserved.get(reserved.size() - 1);
    assertThat(Files.readString(Path.of("..", "docs", "LIMITS.md")).replaceAll("\\s+", " "))
        .contains(
            "a stream of RS-6-3 takes %d MiB where there is enough and %d where not"
                .formatted(reserved.get(0), least));
    assertThat(reserved).hasSize(4);
    assertThat(700L / 8 / least).as("streams with a heap of 700 MiB").isEqualTo(9);
    Path decision =
        Path.of("..", "docs", "decisions", "0018-erasure-coded-files-are-read-by-lanes.md");
    assertThat(Files.readString(decision))
        .contains(
            "%d MiB are reserved; where memory is short for two rows %d MiB, for one %d or %d;"
                .formatted(reserved.toArray()))
        .contains("nine such streams have the %d MiB".formatted(least));
  }

  @Test
  void largeCells_areReadOneAfterAnother_whereMemoryIsShort() {
    assertThat(sizes(4 * MIB, new ByteRange(0, 192 * MIB)))
        .endsWith(size((4 + 9) * MIB, 4 * MIB), size((1 + 9) * MIB, MIB));
  }

  @Test
  void rowsOfLargeCells_areReadOneAtATime() {
    assertThat(sizes(4 * MIB, new ByteRange(0, 192 * MIB)).get(0))
        .as("two rows and what goes around nodes do not fit: one does, and a part of the next")
        .isEqualTo(size(64 * MIB, 40 * MIB));
  }

  @Test
  void partOfACell_needsItselfAndAWayAround() {
    assertThat(sizes(MIB, ByteRange.of(3 * MIB + 100, 64 * KIB)))
        .containsExactly(size(10 * 64 * KIB, 64 * KIB));
  }

  @Test
  void smallPartOfTwoCells_needsNoMore() {
    for (ReadMemory size : sizes(MIB, ByteRange.of(MIB - 50, 100))) {
      assertThat(size.reservedBytes()).isLessThanOrEqualTo((4 * 6 + 3) * 100);
    }
  }

  @Test
  void narrowBandsOfSmallCells_areOfWholeRows() {
    assertThat(sizes(KIB, new ByteRange(0, 192 * MIB)))
        .last()
        .isEqualTo(size((6 + 3) * 128 * KIB, 6 * 128 * KIB));
  }
}
