package io.evenkeel.policy.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadKindTest {
  @Test
  void sizesAreByPowersOfTwo_andWhatIsLargerIsAnOpening() {
    assertThat(ReadKind.of(0)).isEqualTo(ReadKind.UP_TO_4_KIB);
    assertThat(ReadKind.of(4096)).isEqualTo(ReadKind.UP_TO_4_KIB);
    assertThat(ReadKind.of(4097)).isEqualTo(ReadKind.UP_TO_8_KIB);
    assertThat(ReadKind.of(64 << 10)).isEqualTo(ReadKind.UP_TO_64_KIB);
    assertThat(ReadKind.of(SmallReads.BYTES_MAX)).isEqualTo(ReadKind.UP_TO_1_MIB);
    assertThat(ReadKind.of(SmallReads.SHORT_BYTES_MAX)).isEqualTo(ReadKind.UP_TO_16_MIB);
    assertThat(ReadKind.of(SmallReads.SHORT_BYTES_MAX + 1)).isEqualTo(ReadKind.OPENING);
    assertThat(ReadKind.UP_TO_1_MIB.larger()).isNull();
    assertThat(ReadKind.UP_TO_16_MIB.larger()).isNull();
    assertThat(ReadKind.OPENING.larger()).isNull();
    assertThat(ReadKind.UP_TO_2_MIB.smaller()).isEqualTo(ReadKind.UP_TO_1_MIB);
    assertThat(ReadKind.UP_TO_4_KIB.smaller()).isNull();
    assertThat(ReadKind.OPENING.smaller()).isNull();
  }
}
