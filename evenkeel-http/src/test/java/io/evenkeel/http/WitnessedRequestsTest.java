package io.evenkeel.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.manager.UnaskedManager;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Addresses of this machine taken for machines: there are no others in a test. */
class WitnessedRequestsTest {
  private static final String CLAIMED = "10.0.0.9";
  private static final String OBSERVE = "{\"by\":\"10.0.0.9\",\"samples\":[],\"ledgers\":[]}";
  private static final String QUEUES =
      "{\"by\":\"10.0.0.9\",\"process\":\"00112233445566778899aabbccddeeff\",\"nodes\":[]}";

  /** Notes who comes. */
  private static final class Doorman extends UnaskedManager {
    final Queue<Witness> came = new ConcurrentLinkedQueue<>();

    @Override
    public Pending observe(
        Witness by, List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
      came.add(by);
      then.done(Answer.YES);
      return Pending.DONE;
    }

    @Override
    public Pending queues(Witness by, QueueReport own, Completion<QueueAnswer> then) {
      came.add(by);
      then.done(new QueueAnswer(List.of()));
      return Pending.DONE;
    }
  }

  /** As if through a proxy. */
  private static void ask(URI server, String from, String path, String body) throws IOException {
    String request =
        ("POST %s HTTP/1.1\r\nHost: manager\r\nX-Forwarded-For: %s\r\nForwarded: for=%s\r\n"
                + "Content-Length: %d\r\n\r\n%s")
            .formatted(path, CLAIMED, CLAIMED, body.length(), body);
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(from, 0));
      socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX) // Elsewhere 127.0.0.2 is nobody's.
  void witness_isWhereAConnectionComesFrom_whateverTheRequestSays() throws Exception {
    Doorman manager = new Doorman();
    try (HttpManagerServer server =
        new HttpManagerServer(
            manager,
            HttpServerSettings.loopback(0),
            () -> EmptyManager.WELL,
            () -> true,
            address -> new Witness(address.getHostAddress()))) {
      ask(server.uri(), "127.0.0.1", Messages.OBSERVE, OBSERVE);
      ask(server.uri(), "127.0.0.2", Messages.OBSERVE, OBSERVE);
      ask(server.uri(), "127.0.0.1", Messages.OBSERVE, OBSERVE);
      ask(server.uri(), "127.0.0.2", Messages.QUEUES, QUEUES);
    }
    assertThat(manager.came)
        .extracting(Witness::name)
        .containsExactly("127.0.0.1", "127.0.0.2", "127.0.0.1", "127.0.0.2");
  }
}
