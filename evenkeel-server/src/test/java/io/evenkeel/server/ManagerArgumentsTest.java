package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ManagerArgumentsTest {
  @Test
  void parse_readsEveryArgument() {
    ManagerArguments parsed =
        ManagerArguments.parse(
            "--port",
            "0",
            "--bind",
            "::1",
            "--redis",
            "a:1,rediss://u:p@b:2",
            "--capacity-bytes",
            "10",
            "--time-to-live",
            "60",
            "--end-on-stdin-eof");
    assertThat(parsed.port()).isZero();
    assertThat(parsed.bindAddress()).isEqualTo("::1");
    assertThat(parsed.redisUris()).containsExactly("a:1", "rediss://u:p@b:2");
    assertThat(parsed.capacityBytes()).isEqualTo(10);
    assertThat(parsed.timeToLive()).isEqualTo(Duration.ofMinutes(1));
    assertThat(parsed.endOnStdinEof()).isTrue();
  }

  @Test
  void parse_saysWhatIsWrong() {
    requireRefused("--redis is required");
    requireRefused("--capacity-bytes is required", "--redis", "a:1");
    requireRefused("unknown argument --prot", "--prot", "1");
    requireRefused("--port needs a value", "--port");
    requireRefused("--redis needs a value", "--redis", "--port");
    requireRefused("--port must be in [0, 65535], got 70000", "--port", "70000");
  }

  private static void requireRefused(String message, String... args) {
    assertThatThrownBy(() -> ManagerArguments.parse(args))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
