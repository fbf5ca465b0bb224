package io.evenkeel.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ByteSizeTest {
  @Test
  void sizes_areReadInBinaryUnits() {
    ByteSize size = new ByteSize();
    assertThat(size.convert("1000")).isEqualTo(1000);
    assertThat(size.convert("64M")).isEqualTo(64L << 20);
    assertThat(size.convert("64 MiB")).isEqualTo(64L << 20);
    assertThat(size.convert("2gib")).isEqualTo(2L << 30);
    assertThat(size.convert("12 B")).isEqualTo(12);
    assertThat(size.convert("1t")).isEqualTo(1L << 40);
  }

  @Test
  void whatIsNoSize_isShown() {
    for (String wrong : List.of("many", "1.5g", "64MB", "-1", "8388608t", "99999999999999999999")) {
      assertThatThrownBy(() -> new ByteSize().convert(wrong))
          .hasMessage("expected bytes such as 1048576, 512k, 64m or 1GiB, found \"" + wrong + "\"");
    }
  }
}
