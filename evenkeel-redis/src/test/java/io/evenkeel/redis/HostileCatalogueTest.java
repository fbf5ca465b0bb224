package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.testing.store.Answer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A server that was asked for 500 entries and gives a hundred thousand. */
class HostileCatalogueTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int ENTRIES = 100_000;

  private static void serve(ServerSocket server) {
    try (Socket client = server.accept()) {
      client.getInputStream().read(new byte[1024]);
      OutputStream out = new BufferedOutputStream(client.getOutputStream(), 1 << 20);
      Random random = new Random(1);
      out.write(("*2\r\n$1\r\n7\r\n*" + 2 * ENTRIES + "\r\n").getBytes(StandardCharsets.US_ASCII));
      String epoch = Epoch.next(random::nextLong).hex();
      for (int i = 0; i < ENTRIES; i++) {
        String id = new StripeId(new Epoch(epoch), i).toString();
        String entry = "$" + id.length() + "\r\n" + id + "\r\n$1\r\nx\r\n";
        out.write(entry.getBytes(StandardCharsets.US_ASCII));
      }
      out.flush();
      client.getInputStream().read();
    } catch (IOException e) {
      // The test fails by what it has not received.
    }
  }

  @Test
  void pageOfManyMoreThanWereAskedFor_isNotKept() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisNodeStore store =
            new RedisNodeStore(
                RedisSettings.of(List.of("redis://127.0.0.1:" + server.getLocalPort()))
                    .withTimes(PATIENCE, PATIENCE, PATIENCE))) {
      Thread answers = new Thread(() -> serve(server));
      answers.setDaemon(true);
      answers.start();
      Answer<CataloguePage> answer =
          Answer.of(then -> store.catalogue(store.nodes().get(0), CataloguePage.START, then));
      assertThat(answer.cause()).hasMessageContaining("entries are the reply to HSCAN");
    }
  }
}
