package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.testing.log.LogLines;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A manager that is away is told to people once, and once that it is back. */
class HttpManagerLogTest {
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.xor(2), 1024, 4096);
  private static final Duration PROBE = Duration.ofMillis(20);

  private static Answer<TicketAnswer> tickets(HttpManagerClient client) {
    return Answer.of(then -> client.tickets(List.of(Stripes.placed(1, GEOMETRY)), then));
  }

  /** Of a release that is asked nothing of the kind. */
  @Test
  void managerThatKnowsNoQueues_isAMissEachTime_andToldToNobody() throws IOException {
    List<Queued> nodes = new ArrayList<>();
    for (int node = 0; node < ManagerApi.QUEUES_PER_REQUEST_MAX; node++) {
      nodes.add(new Queued(new NodeId("datanode-" + node + ":9866"), Long.MAX_VALUE, 0));
    }
    QueueReport own = new QueueReport(Stripes.id(1).epoch(), nodes);
    HttpServer older =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    older.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    older.start();
    URI uri = URI.create("http://127.0.0.1:" + older.getAddress().getPort());
    try (LogLines lines = new LogLines(HttpManagerClient.class);
        HttpManagerClient client =
            new HttpManagerClient(
                HttpClientSettings.of(uri).withTimes(Duration.ofSeconds(20), PROBE))) {
      for (int call = 0; call < 50; call++) {
        assertThat(Answer.<QueueAnswer>of(then -> client.queues(own, then)).cause())
            .hasMessageContaining("status 404");
      }
      assertThat(lines.all()).isEmpty();
    } finally {
      older.stop(0);
    }
  }

  @Test
  void absenceAndReturn_areOneLineEach_howeverManyCallsFail() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    HttpClientSettings settings =
        HttpClientSettings.of(URI.create("http://127.0.0.1:" + port))
            .withTimes(Duration.ofSeconds(20), PROBE);
    try (LogLines lines = new LogLines(HttpManagerClient.class);
        HttpManagerClient client = new HttpManagerClient(settings)) {
      for (int call = 0; call < 50; call++) {
        assertThat(tickets(client).succeeded()).isFalse();
      }
      assertThat(lines.all()).hasSize(1);
      assertThat(lines.all().get(0)).contains("127.0.0.1:" + port).contains("reads go without it");
      HttpServerSettings there = HttpServerSettings.loopback(port);
      try (HttpManagerServer server =
          new HttpManagerServer(new EmptyManager(), there, () -> EmptyManager.WELL)) {
        Answer.until(
            "the manager answers at " + server.uri(),
            () -> Answer.<ManagerStatus>of(client::status).succeeded());
        assertThat(lines.all()).hasSize(2);
        assertThat(lines.all().get(1)).contains("answers again");
      }
    }
  }
}
