package io.evenkeel.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteTextTest {
  @Test
  void amounts_areForPeople() {
    assertThat(ByteText.of(0)).isEqualTo("0 bytes");
    assertThat(ByteText.of(1023)).isEqualTo("1023 bytes");
    assertThat(ByteText.of(1536)).isEqualTo("1.5 KiB");
    assertThat(ByteText.of(8 << 20)).isEqualTo("8.0 MiB");
    assertThat(ByteText.of(64 << 20)).isEqualTo("64 MiB");
    assertThat(ByteText.of(12.4 * (1 << 20))).isEqualTo("12.4 MiB");
    assertThat(ByteText.of(123.4 * (1 << 20))).isEqualTo("123 MiB");
    assertThat(ByteText.of(5L << 40)).isEqualTo("5.0 TiB");
    assertThat(ByteText.of(5000L << 40)).isEqualTo("5000 TiB");
    assertThat(ByteText.exactly(100)).isEqualTo("100 bytes");
    assertThat(ByteText.exactly(64 << 20)).isEqualTo("64 MiB (67108864 bytes)");
  }
}
