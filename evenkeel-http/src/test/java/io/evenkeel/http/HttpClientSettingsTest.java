package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpClientSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:8460", "manager", "https://m:1", "http://", "a b", "foo:bar"})
  void whatNamesNoManager_isRefusedWithHowOneIsNamed(String uri) {
    assertThatThrownBy(() -> HttpClientSettings.named(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a manager is named http://host:port, got " + uri);
  }

  @Test
  void aPassword_isNeitherShownNorKept() {
    assertThatThrownBy(() -> HttpClientSettings.named("http://u:secret@a b"))
        .hasMessageEndingWith("***@a b");
    assertThat(HttpClientSettings.named("http://u:secret@m:1").uri()).hasToString("http://m:1");
  }
}
