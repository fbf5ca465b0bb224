package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisSettingsTest {
  @Test
  void node_isHostAndPort() {
    assertThat(RedisSettings.node("cache7:7001")).isEqualTo(new NodeId("cache7:7001"));
    assertThat(RedisSettings.node("redis://cache7")).isEqualTo(new NodeId("cache7:6379"));
    assertThat(RedisSettings.node("rediss://user:secret@cache7:7001/2"))
        .isEqualTo(new NodeId("cache7:7001"));
    assertThat(RedisAddress.parse("rediss://us%40er:s%3Acret@cache7:7001/2"))
        .isEqualTo(new RedisAddress(true, "us@er", "s:cret", "cache7", 7001, 2));
    assertThat(RedisAddress.parse("redis://:secret@cache7").password()).isEqualTo("secret");
    assertThat(RedisAddress.parse("redis://secret@cache7").password()).isEqualTo("secret");
    assertThat(RedisAddress.parse("redis://:secret@cache7").toString()).doesNotContain("secret");
  }

  @Test
  void secrets_areNeverShown() {
    assertThat(RedisSettings.of(List.of("redis://user:secret@cache7:7001")).toString())
        .contains("cache7:7001")
        .doesNotContain("secret");
    assertThatThrownBy(() -> RedisSettings.of(List.of("http://user:secret@cache7:7001")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("secret");
  }

  @Test
  void addresses_thatAreNone_areRefused() {
    assertThat(RedisSettings.node("[::1]:7001")).isEqualTo(new NodeId("[::1]:7001"));
    for (String wrong :
        List.of(
            "host:notaport",
            "host:70000",
            "host:1:2",
            "",
            ":7001",
            "redis://u:secret@h:x",
            "u:secret@h:x",
            "u:secret/or@h:1",
            "redis://u:an@secret@h:x")) {
      assertThatThrownBy(() -> RedisSettings.of(List.of(wrong)))
          .as("'%s'", wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a Redis server is named host:port")
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void passwordThatACommaHasCut_isNotShown() {
    assertThatThrownBy(() -> RedisSettings.of(List.of("redis://u:sec", "ret@a:1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a comma in a password")
        .hasMessageNotContaining("sec");
    assertThat(RedisAddress.parse("redis://u:sec%2Cret@a:1").password()).isEqualTo("sec,ret");
  }

  @Test
  void login_isForThoseThatNameNone() {
    List<String> uris = List.of("a:1", "rediss://b", "redis://their:own@c:3/2");
    assertThat(RedisSettings.withLogin(uris, "us er", "p@ss/:w+d"))
        .extracting(RedisAddress::parse)
        .containsExactly(
            new RedisAddress(false, "us er", "p@ss/:w+d", "a", 1, 0),
            new RedisAddress(true, "us er", "p@ss/:w+d", "b", 6379, 0),
            new RedisAddress(false, "their", "own", "c", 3, 2));
    assertThat(RedisAddress.parse(RedisSettings.withLogin(uris, "", "secret").get(0)))
        .isEqualTo(new RedisAddress(false, "", "secret", "a", 1, 0));
    assertThat(RedisSettings.withLogin(uris, "user", "")).isEqualTo(uris);
  }

  @Test
  void wrongSettings_areRefused() {
    assertThatThrownBy(() -> RedisSettings.of(List.of("a:1", "redis://a:1")))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> RedisSettings.of(List.of("a:1")).withBounds(0, 1, 1))
        .hasMessageContaining("connections must be > 0, got 0");
  }
}
