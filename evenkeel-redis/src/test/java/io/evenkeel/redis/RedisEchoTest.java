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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that repeat what they were sent when they refuse it. */
class RedisEchoTest {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERR unknown command 'AUTH', with args beginning with: 'heron' 'g\u00f6dwit'",
        "ERR unknown command `AUTH` heron gödwit",
        "WRONGPASS no user 'heron' has the password gödwit"
      })
  void login_isNotShown(String refusal) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisNodeStore store =
            new RedisNodeStore(
                RedisSettings.of(
                        List.of("redis://heron:g%C3%B6dwit@127.0.0.1:" + server.getLocalPort()))
                    .withTimes(PATIENCE, PATIENCE, PATIENCE))) {
      Thread answers = new Thread(() -> serve(server, refusal));
      answers.setDaemon(true);
      answers.start();
      Throwable cause =
          Answer.<Long>of(then -> store.usedBytes(store.nodes().get(0), then)).cause();
      for (Throwable each = cause; each != null; each = each.getCause()) {
        assertThat(each.getMessage())
            .contains(refusal.substring(0, 9))
            .doesNotContain("heron", "dwit");
      }
    }
  }
}
