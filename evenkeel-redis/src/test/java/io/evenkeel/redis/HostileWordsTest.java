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

/** A server whose refusal is more than a line of the log. */
class HostileWordsTest {
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

  @Test
  void refusalOfTwoLines_isOne_andShort() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisNodeStore store =
            new RedisNodeStore(
                RedisSettings.of(List.of("redis://127.0.0.1:" + server.getLocalPort()))
                    .withTimes(PATIENCE, PATIENCE, PATIENCE))) {
      String refusal = "NOAUTH \n2026-11-30 INFO all is well \u001b[2J" + "x".repeat(60_000);
      Thread answers = new Thread(() -> serve(server, refusal));
      answers.setDaemon(true);
      answers.start();
      Throwable cause =
          Answer.<Long>of(then -> store.usedBytes(store.nodes().get(0), then)).cause();
      assertThat(cause.getMessage()).doesNotContain("\n").hasSizeLessThan(3000);
    }
  }
}
