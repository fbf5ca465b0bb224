package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeIdTest {
  @Test
  void names_areHostAndPort() {
    for (String name :
        new String[] {"a:1", "[fe80::1%eth0]:9866", "data_node-1.example.org:9866"}) {
      assertThat(new NodeId(name)).hasToString(name);
    }
    assertThatThrownBy(() -> new NodeId("a")).hasMessageContaining("host:port, got 'a'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u001b[2J:1", "a b:1", "a:1\n", "\u0085:1", "a\u00a0b:1", "\u202ea:1"})
  void whatATerminalObeys_isNoName_andIsNotRepeated(String name) {
    assertThatThrownBy(() -> new NodeId(name))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains("neither blanks nor control characters")
        .matches("\\p{Print}+");
  }
}
