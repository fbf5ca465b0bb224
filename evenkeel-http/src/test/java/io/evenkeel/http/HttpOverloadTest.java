package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.manager.UnaskedManager;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** More requests at once than the server has threads and room for. */
class HttpOverloadTest {
  private static final int REQUESTS = 8;

  /** One is being answered, one waits. */
  private static final int TAKEN = 2;

  /** Without a limit for requests, which is the process's, they would wait for ever. */
  private static final int FROZEN = 20;

  /** More than may be parsed at once. */
  private static final int RESERVATIONS = 8;

  private static final int CLIENTS = 100;

  private static final String RESERVATION =
      new String(
          WireCodec.write(
              new Messages.ReserveRequest(
                  Stripes.id(1), Stripes.geometry(CodeSpec.xor(2), 100, 100))),
          StandardCharsets.UTF_8);

  private static final String HALF_A_REQUEST =
      "POST /v1/reserve HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{";

  private static final HttpServerSettings ONE_AND_ONE =
      new HttpServerSettings("127.0.0.1", 0, 1, 1, 1 << 20, Duration.ofSeconds(30));

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private CompletableFuture<HttpResponse<String>> ask(URI server) {
    return client.sendAsync(
        HttpRequest.newBuilder(server.resolve(Messages.TICKETS))
            .timeout(Duration.ofSeconds(30))
            .POST(HttpRequest.BodyPublishers.ofString("{\"stripes\":[]}"))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void requestsBeyondTheQueue_areRefusedAtOnce_andThoseTakenAreAnswered() throws Exception {
    HeldManager manager = new HeldManager();
    try (HttpManagerServer server =
        new HttpManagerServer(manager, ONE_AND_ONE, () -> EmptyManager.WELL)) {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        answers.add(ask(server.uri()));
      }
      Answer.until(
          "all but those taken are refused",
          () -> answers.stream().filter(CompletableFuture::isDone).count() == REQUESTS - TAKEN);
      assertThat(answers.stream().filter(CompletableFuture::isDone))
          .allSatisfy(
              refused ->
                  assertThat(refused)
                      .isCompletedExceptionally()
                      .failsWithin(Duration.ZERO)
                      .withThrowableThat()
                      .withCauseInstanceOf(IOException.class));
      Answer.until("one is being answered", () -> manager.held.size() == 1);

      manager.answerAll();
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        if (!answer.isCompletedExceptionally()) {
          assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
      }
      assertThat(ask(server.uri()).get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  /** As on a full cache node, until what goes there is deleted. */
  @Test
  void reservationsThatAreHeldBack_keepNobodyElseWaiting() throws Exception {
    HeldManager manager = new HeldManager();
    manager.answerAll();
    try (HttpManagerServer server =
        new HttpManagerServer(manager, HttpServerSettings.loopback(0), () -> EmptyManager.WELL)) {
      for (int i = 0; i < RESERVATIONS; i++) {
        var unused =
            client.sendAsync(
                HttpRequest.newBuilder(server.uri().resolve(Messages.RESERVE))
                    .POST(HttpRequest.BodyPublishers.ofString(RESERVATION))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
      }
      Answer.until("all have come", () -> manager.reservations.get() == RESERVATIONS);
      assertThat(ask(server.uri()).get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  /** Who watches over a manager asks because it may hang. */
  @Test
  void health_isTold_whileManyAskAManagerThatHangs() throws Exception {
    HeldManager hung = new HeldManager();
    Duration timeout = Duration.ofSeconds(1);
    HttpServerSettings usual = HttpServerSettings.loopback(0);
    HttpServerSettings settings =
        new HttpServerSettings(
            usual.bindAddress(), 0, usual.threads(), usual.maxQueued(), 1 << 20, timeout);
    try (HttpManagerServer server =
        new HttpManagerServer(hung, settings, () -> EmptyManager.WELL)) {
      assertThat(ask(server.uri()).get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        answers.add(ask(server.uri()));
      }
      Answer.until("some have come", () -> hung.held.size() > 1);
      HttpRequest health = HttpRequest.newBuilder(server.uri().resolve(Messages.HEALTH)).build();
      int status =
          client
              .sendAsync(health, HttpResponse.BodyHandlers.ofString())
              .get(60, TimeUnit.SECONDS)
              .statusCode();
      assertThat(status).isEqualTo(200);
      assertThat(hung.held).as("who was waited for before").hasSizeLessThan(CLIENTS / 4);
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
      }

      hung.answerAll();
      assertThat(ask(server.uri()).get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  /** As clients do whose machine freezes. */
  @Test
  void requestsThatAreHalfSent_keepNobodyWaiting() throws Exception {
    List<Socket> frozen = new ArrayList<>();
    try (HttpManagerServer server =
        new HttpManagerServer(
            new EmptyManager(), HttpServerSettings.loopback(0), () -> EmptyManager.WELL)) {
      for (int i = 0; i < FROZEN; i++) {
        Socket socket = new Socket(server.uri().getHost(), server.uri().getPort());
        frozen.add(socket);
        socket.getOutputStream().write(HALF_A_REQUEST.getBytes(StandardCharsets.US_ASCII));
      }
      HttpRequest health = HttpRequest.newBuilder(server.uri().resolve(Messages.HEALTH)).build();
      assertThat(
              client
                  .sendAsync(health, HttpResponse.BodyHandlers.ofString())
                  .get(30, TimeUnit.SECONDS)
                  .statusCode())
          .isEqualTo(200);
    } finally {
      for (Socket socket : frozen) {
        socket.close();
      }
    }
  }

  /** Answers nobody until it is told to, and then everybody; no reservation ever. */
  private static final class HeldManager extends UnaskedManager {
    final Queue<Completion<TicketAnswer>> held = new ConcurrentLinkedQueue<>();
    private static final TicketAnswer NONE = new TicketAnswer(List.of(), List.of(), List.of());
    final AtomicInteger reservations = new AtomicInteger();
    private boolean answers;

    @Override
    public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
      reservations.incrementAndGet();
      return Pending.DONE;
    }

    synchronized void answerAll() {
      answers = true;
      held.forEach(then -> then.done(NONE));
    }

    @Override
    public synchronized Pending tickets(
        Witness by, List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
      if (answers) {
        then.done(NONE);
      } else {
        held.add(then);
      }
      return Pending.DONE;
    }
  }
}
