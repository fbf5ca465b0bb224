package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import org.junit.jupiter.api.Test;

/** Of three cells of 4 bytes a row, and 17 bytes: row 1 has 5 of them. */
class CellGeometryTest {
  private final CellGeometry geometry = new CellGeometry(CodeSpec.parse("rs-3-2"), 4, 17);

  private boolean hasWholeRow(long start, long end) {
    return geometry.hasWholeRow(new ByteRange(start, end));
  }

  @Test
  void wholeRows_areThoseOfWhichTheFileHasNoMore() {
    assertThat(hasWholeRow(0, 12)).isTrue();
    assertThat(hasWholeRow(0, 11)).isFalse();
    assertThat(hasWholeRow(1, 16)).as("the end of one, the beginning of another").isFalse();
    assertThat(hasWholeRow(1, 17)).as("the short one").isTrue();
    assertThat(hasWholeRow(12, 17)).isTrue();
    assertThat(hasWholeRow(13, 17)).isFalse();
    assertThat(hasWholeRow(0, 0)).isFalse();
  }
}
