package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.manager.UnaskedManager;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class HttpManagerFaultsTest {
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.xor(2), 1024, 4096);
  private static final HttpClient RAW = HttpClient.newHttpClient();
  private static final Duration PROBE = Duration.ofMillis(100);

  /** Knows nothing, grants one node. */
  private static final class Stub extends EmptyManager {
    @Override
    public Pending tickets(Witness by, List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
      then.done(new TicketAnswer(List.of(), List.of(), List.of()));
      return Pending.DONE;
    }

    @Override
    public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
      then.done(
          new Reservation(
              List.of(new NodeId("a:1")), Duration.ofSeconds(90), Optional.empty(), ""));
      return Pending.DONE;
    }

    @Override
    public Pending publish(StripeId id, PlacedStripe content, Completion<ManagerApi.Answer> then) {
      then.failed(new IOException("no disk left"));
      return Pending.DONE;
    }

    @Override
    public Pending withdraw(
        Witness by, StripeId id, String reason, Completion<ManagerApi.Answer> then) {
      return Pending.DONE;
    }
  }

  private static HttpManagerClient client(ServerSocket hung, Duration probeDelay) {
    URI uri = URI.create("http://127.0.0.1:" + hung.getLocalPort());
    return new HttpManagerClient(
        HttpClientSettings.of(uri).withTimes(Duration.ofMillis(250), probeDelay));
  }

  /** A client that a busy machine does not make give up. */
  private static HttpManagerClient patientClient(URI uri) {
    return new HttpManagerClient(
        HttpClientSettings.of(uri).withTimes(Duration.ofSeconds(20), PROBE));
  }

  private static Answer<TicketAnswer> tickets(ManagerApi manager) {
    return Answer.of(then -> manager.tickets(List.of(Stripes.placed(1, GEOMETRY)), then));
  }

  private static HttpServerSettings settings(int maxRequestBytes) {
    return new HttpServerSettings("127.0.0.1", 0, 2, 16, maxRequestBytes, Duration.ofMillis(300));
  }

  private static HttpManagerServer server(HttpServerSettings settings) throws IOException {
    return new HttpManagerServer(new Stub(), settings, () -> EmptyManager.WELL);
  }

  private static void letTimeOut(HttpManagerClient client) {
    for (int i = 0; i < 3; i++) {
      assertThat(tickets(client).cause()).hasMessageContaining("did not answer within 250 ms");
    }
  }

  @Test
  void hungManager_isATimeout_thenCostsNothing_thenIsProbed() throws IOException {
    try (ServerSocket hung = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        HttpManagerClient client = client(hung, Duration.ofMinutes(10))) {
      letTimeOut(client);
      Answer<TicketAnswer> refused = tickets(client);
      assertThat(refused.calls()).isOne();
      assertThat(refused.cause()).hasMessageContaining("is not asked");
    }
    try (ServerSocket hung = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        HttpManagerClient client = client(hung, PROBE)) {
      letTimeOut(client);
      Answer.until(
          "a probe passes",
          () -> tickets(client).cause().getMessage().contains("did not answer within"));
    }
  }

  @Test
  void cancelled_closesTheConnection_andIsNeverCompleted() throws IOException {
    try (ServerSocket hung = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        HttpManagerClient client =
            new HttpManagerClient(
                HttpClientSettings.of(URI.create("http://127.0.0.1:" + hung.getLocalPort()))
                    .withTimes(Duration.ofMinutes(1), PROBE))) {
      Answer<TicketAnswer> answer = tickets(client);
      try (Socket accepted = hung.accept()) {
        assertThat(accepted.getInputStream().read()).isEqualTo('P');
        answer.cancel();
        accepted.setSoTimeout((int) Duration.ofSeconds(Answer.PATIENCE_SECONDS).toMillis());
        accepted.getInputStream().readAllBytes();
      }
      assertThat(answer.calls()).isZero();
    }
  }

  @Test
  void deadManager_fails_andComesBack() throws IOException {
    HttpManagerServer first = server(settings(1000));
    try (HttpManagerClient client = patientClient(first.uri())) {
      assertThat(tickets(client).value().tickets()).isEmpty();
      first.close();
      Answer.until("the breaker is open", () -> !tickets(client).succeeded());
      HttpServerSettings same =
          new HttpServerSettings(
              "127.0.0.1", first.uri().getPort(), 2, 16, 1000, Duration.ofMillis(300));
      try (HttpManagerServer second = server(same)) {
        assertThat(second.uri()).isEqualTo(first.uri());
        Answer.until("it answers again", () -> tickets(client).succeeded());
      }
    }
  }

  @Test
  void closedClient_failsWhatIsUnderWay() throws IOException {
    try (ServerSocket hung = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      HttpManagerClient client =
          patientClient(URI.create("http://127.0.0.1:" + hung.getLocalPort()));
      Answer<TicketAnswer> answer = tickets(client);
      client.close();
      assertThat(answer.cause()).hasMessageContaining("closed");
      assertThat(tickets(client).cause()).hasMessageContaining("closed");
    }
  }

  @Test
  void manyClients_shareTheirThreads() throws IOException {
    try (HttpManagerServer server = server(settings(1000))) {
      for (int i = 0; i < 20; i++) {
        try (HttpManagerClient client = patientClient(server.uri())) {
          assertThat(tickets(client).value().tickets()).isEmpty();
        }
      }
      List<Thread> threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(t -> t.getName().startsWith("evenkeel-http-client"))
              .toList();
      assertThat(threads).hasSizeLessThan(20).allMatch(Thread::isDaemon);
    }
  }

  @Test
  void server_saysWhatIsWrong() throws Exception {
    try (HttpManagerServer server = server(settings(1000))) {
      requireRefused(
          server,
          "GET",
          "/v2/x",
          "",
          404,
          "no /v2/x here; there are [/healthz, /v1/changed, /v1/clients");
      requireRefused(server, "GET", "/v1/tickets", "", 405, "takes POST, not GET");
      requireRefused(server, "POST", "/v1/tickets", "{", 400, "/v1/tickets cannot read");
      requireRefused(server, "POST", "/v1/tickets", "{}", 400, "stripes");
      requireRefused(server, "POST", "/v1/tickets", "null", 400, "null");
      requireRefused(
          server,
          "POST",
          "/v1/reserve",
          "{\"id\":{\"epoch\":\"xyz\",\"stripe\":1}}",
          400,
          "an epoch is 32 lower-case hexadecimal digits, got 'xyz'");
      requireRefused(server, "POST", "/v1/reserve", "x".repeat(2000), 413, "at most 1000 bytes");
      String withdraw =
          new String(
              WireCodec.write(new Messages.WithdrawRequest(Stripes.id(1), "r")),
              StandardCharsets.UTF_8);
      requireRefused(server, "POST", "/v1/withdraw", withdraw, 503, "did not answer in PT0.3S");
      try (HttpManagerClient client = patientClient(server.uri())) {
        assertThat(
                Answer.<ManagerApi.Answer>of(
                        then -> client.publish(Stripes.id(1), Stripes.placed(1, GEOMETRY), then))
                    .cause())
            .hasMessageContaining("500")
            .hasMessageContaining("no disk left");
        assertThat(
                Answer.<ManagerApi.Reservation>of(
                        then -> client.reserve(Stripes.id(1), GEOMETRY, then))
                    .value()
                    .timeToLive())
            .isEqualTo(Duration.ofSeconds(90));
      }
    }
  }

  @Test
  void health_isAskedOfNobody_andIsAStatusToo() throws Exception {
    Health ill = new Health(false, 60_000, 3, "java.lang.Error: of the test");
    for (Health health : List.of(EmptyManager.WELL, ill)) {
      try (HttpManagerServer server =
          new HttpManagerServer(new UnaskedManager(), settings(1000), () -> health)) {
        HttpResponse<byte[]> response =
            RAW.send(
                HttpRequest.newBuilder(server.uri().resolve("/healthz")).build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(health.healthy() ? 200 : 503);
        assertThat(WireCodec.read(response.body(), Health.class)).isEqualTo(health);
        HttpRequest head =
            HttpRequest.newBuilder(server.uri().resolve("/healthz"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(RAW.send(head, HttpResponse.BodyHandlers.discarding()).statusCode())
            .isEqualTo(response.statusCode());
      }
    }
  }

  @Test
  void refusalOfTheManager_isTheClientsFault_andABugOfTheServerIsTold() throws Exception {
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, cause) -> told.complete(cause));
    EmptyManager manager =
        new EmptyManager() {
          @Override
          public Pending fills(int most, Completion<FillAnswer> then) {
            then.failed(new RefusedRequestException("asked for " + most));
            return Pending.DONE;
          }

          @Override
          public Pending withdraw(
              Witness by, StripeId id, String reason, Completion<ManagerApi.Answer> then) {
            throw new IllegalStateException("of the test");
          }
        };
    try (HttpManagerServer server =
        new HttpManagerServer(manager, settings(1000), () -> EmptyManager.WELL)) {
      requireRefused(server, "POST", "/v1/fills", "{\"most\":-1}", 400, "asked for -1");
      String withdraw =
          new String(
              WireCodec.write(new Messages.WithdrawRequest(Stripes.id(1), "r")),
              StandardCharsets.UTF_8);
      requireRefused(server, "POST", "/v1/withdraw", withdraw, 500, "of the test");
      assertThat(told.get(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).hasMessage("of the test");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private static void requireRefused(
      HttpManagerServer server, String method, String path, String body, int status, String says)
      throws Exception {
    HttpResponse<String> response =
        RAW.send(
            HttpRequest.newBuilder(server.uri().resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.body()).startsWith("{\"error\":").contains(says);
  }

  /** Whatever was asked, and also where it is refused. */
  @Test
  void everyAnswer_saysWhetherClientsAreToBeOn() throws Exception {
    AtomicBoolean on = new AtomicBoolean();
    try (HttpManagerServer server =
            new HttpManagerServer(new Stub(), settings(9000), () -> EmptyManager.WELL, on::get);
        HttpManagerClient client = patientClient(server.uri())) {
      assertThat(client.wantsClientsOn()).isTrue();
      assertThat(Answer.<ManagerApi.Answer>of(client::clients).value().accepted()).isFalse();
      assertThat(client.wantsClientsOn()).isFalse();
      on.set(true);
      assertThat(tickets(client).succeeded()).isTrue();
      assertThat(client.wantsClientsOn()).isTrue();
      on.set(false);
      PlacedStripe content = Stripes.placed(1, GEOMETRY);
      assertThat(
              Answer.<ManagerApi.Answer>of(t -> client.publish(Stripes.id(1), content, t))
                  .succeeded())
          .isFalse();
      assertThat(client.wantsClientsOn()).isFalse();
    }
  }
}
