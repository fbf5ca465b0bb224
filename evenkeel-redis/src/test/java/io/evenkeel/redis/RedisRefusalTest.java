package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that refuse with words that are not to be shown as they are. */
class RedisRefusalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static void serve(ServerSocket server, String refusal) {
    try (Socket client = server.accept()) {
      client.getInputStream().read(new byte[1024]);
      client.getOutputStream().write(("-" + refusal + "\r\n").getBytes(StandardCharsets.UTF_8));
      client.getOutputStream().flush();
      client.getInputStream().read();
    } catch (IOException e) {
      // The test fails by what it has not received.
    }
  }

  /** Why asking a server with that login fails, which refuses everything so. */
  private static Throwable refused(String login, String refusal) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisNodeStore store =
            new RedisNodeStore(
                RedisSettings.of(List.of("redis://" + login + "127.0.0.1:" + server.getLocalPort()))
                    .withTimes(PATIENCE, PATIENCE, PATIENCE))) {
      Thread answers = new Thread(() -> serve(server, refusal));
      answers.setDaemon(true);
      answers.start();
      return Answer.<Long>of(then -> store.usedBytes(store.nodes().get(0), then)).cause();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERR unknown command 'AUTH', with args beginning with: 'heron' 'g\u00f6dwit'",
        "ERR unknown command `AUTH` heron gödwit",
        "WRONGPASS no user 'heron' has the password gödwit"
      })
  void login_isNotShown(String refusal) throws Exception {
    Throwable cause = refused("heron:g%C3%B6dwit@", refusal);
    for (Throwable each = cause; each != null; each = each.getCause()) {
      assertThat(each.getMessage())
          .contains(refusal.substring(0, 9))
          .doesNotContain("heron", "dwit");
    }
  }

  @Test
  void refusalOfTwoLines_isOne_andShort() throws Exception {
    String refusal = "NOAUTH \n2026-11-30 INFO all is well \u001b[2J" + "x".repeat(60_000);
    assertThat(refused("", refusal).getMessage()).doesNotContain("\n").hasSizeLessThan(3000);
  }
}
