package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteSizeTest {
  @Test
  void sizes_areReadInBinaryUnits() {
    ByteSize size = new ByteSize();
    assertThat(size.convert("1000")).isEqualTo(1000);
    assertThat(size.convert("64M")).isEqualTo(64L << 20);
    assertThat(size.convert("64 MiB")).isEqualTo(64L << 20);
    assertThat(size.convert("2gb")).isEqualTo(2L << 30);
  }

  @Test
  void sizes_areWrittenWithTwoDigitsAtLeast() {
    assertThat(ByteSize.text(999)).isEqualTo("999 bytes");
    assertThat(ByteSize.text(8L << 20)).isEqualTo("8.0 MiB");
    assertThat(ByteSize.text(64L << 20)).isEqualTo("64 MiB");
  }
}
