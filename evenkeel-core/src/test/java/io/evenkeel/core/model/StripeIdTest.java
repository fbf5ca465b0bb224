package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeIdTest {
  private static final String EPOCH = "0123456789abcdef0123456789abcdef";

  @Test
  void whatIsWritten_isRead() {
    StripeId id = new StripeId(new Epoch(EPOCH), 17);
    assertThat(StripeId.parse(id.toString())).isEqualTo(id);
  }

  /** Whoever strikes an entry does so by its name. */
  @ParameterizedTest
  @ValueSource(strings = {"/+5", "/05", "/-0", "/-1", "/\u0665", "/", "", "/5/6", "/99999999999"})
  void stripeHasOneName(String rest) {
    assertThatThrownBy(() -> StripeId.parse(EPOCH + rest))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
