package io.evenkeel.coding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text form, which is stored with coded data. */
class CodeSpecTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "none-8-0",
        "xor-4-1",
        "rs-10-4",
        "rs-1-254",
        "lrc-6-2-2",
        "lrc-12-2-2",
        "lrc-4-1-0"
      })
  void parse_isTheInverseOfToString(String text) {
    CodeSpec spec = CodeSpec.parse(text);
    assertThat(spec.toString()).isEqualTo(text);
    assertThat(ErasureCode.of(spec).spec()).isEqualTo(spec);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "rs",
        "rs-4",
        "rs-4-",
        "rs-4-2-1",
        "RS-4-2",
        "rs-ten-4",
        "rs-+4-2",
        "rs-04-2",
        "rs--4-2",
        "rs-4-2 ",
        "rs-0-2",
        "rs-4-0",
        "rs-250-6",
        "rs-2147483647-2147483647",
        "xor-4-2",
        "none-4-1",
        "lrc-6-4",
        "lrc-6-4-2",
        "lrc-6-0-2",
        "lrc-253-1-2",
        "md5-4-1"
      })
  void parse_refusesAndShowsTheText(String text) {
    assertThatThrownBy(() -> CodeSpec.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(ints = {255, Integer.MAX_VALUE})
  void spec_ofTooManyFragments_isNamed(int parityCount) {
    assertThatThrownBy(() -> CodeSpec.rs(Integer.MAX_VALUE, parityCount))
        .hasMessageContaining("k = 2147483647, m = " + parityCount);
  }
}
