package io.evenkeel.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpAddressTest {
  private final HttpAddress address = new HttpAddress();

  @Test
  void hostAndPort_areAnAddress_withAndWithoutItsScheme() {
    assertThat(address.convert("http://manager:8460")).isEqualTo(URI.create("http://manager:8460"));
    assertThat(address.convert("127.0.0.1:8460")).isEqualTo(URI.create("http://127.0.0.1:8460"));
    assertThat(address.convert("manager:8460")).isEqualTo(URI.create("http://manager:8460"));
    assertThat(address.convert("https://m:1")).isEqualTo(URI.create("https://m:1"));
  }

  @Test
  void whatIsNone_isRefusedWithWhatIsExpected() {
    for (String text : List.of("manager", "redis://m:1", "http://", "http:// m:1", "/v1/status")) {
      assertThatThrownBy(() -> address.convert(text))
          .hasMessage("expected http://HOST:PORT, found \"" + text + "\"");
    }
  }
}
