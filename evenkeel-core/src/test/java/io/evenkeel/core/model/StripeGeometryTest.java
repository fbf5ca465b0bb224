package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is too large to be counted is no geometry. */
class StripeGeometryTest {
  private static final CodeSpec CODE = CodeSpec.xor(4);

  private static StripeGeometry geometry(int subblockBytes, long blockBytes) {
    return new StripeGeometry(CODE, subblockBytes, List.of(blockBytes));
  }

  @Test
  void asManySubblocksAsAnIntHolds_areCounted_andOneMoreIsRefused() {
    assertThat(geometry(1, Integer.MAX_VALUE).substripeCount()).isEqualTo(Integer.MAX_VALUE);
    assertThat(geometry(1 << 20, 1L << 40).substripeCount()).isEqualTo(1 << 20);
    assertThatThrownBy(() -> geometry(1, Integer.MAX_VALUE + 11L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2147483647 subblocks")
        .hasMessageContaining("2147483658 bytes in subblocks of 1");
  }

  @Test
  void blockWhoseStripeCouldNotBeCounted_isRefused() {
    long most = StripeGeometry.BLOCK_BYTES_MAX;
    assertThat(geometry(Integer.MAX_VALUE, most).substripeCount()).isEqualTo((1 << 17) + 1);
    for (long length : List.of(most + 1, Long.MAX_VALUE)) {
      assertThatThrownBy(() -> geometry(Integer.MAX_VALUE, length))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most " + most + " bytes")
          .hasMessageContaining("got " + length);
    }
  }
}
