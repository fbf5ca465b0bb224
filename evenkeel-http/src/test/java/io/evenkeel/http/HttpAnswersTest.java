package io.evenkeel.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What managers, and what is between them and us, may answer. */
class HttpAnswersTest {
  private static final String YES = "{\"accepted\":true,\"reason\":\"\"}";
  private static final String OK =
      "HTTP/1.1 200 OK\r\nContent-Length: " + YES.length() + "\r\n\r\n" + YES;

  /** Answers each request with what it is told, and closes the connection where it says so. */
  private static final class Server implements AutoCloseable {
    private final ServerSocket listening =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();

    Server(boolean closesAfterEach, IntFunction<String> answers) throws IOException {
      Thread thread = new Thread(() -> accept(closesAfterEach, answers), "test-server");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept(boolean closesAfterEach, IntFunction<String> answers) {
      while (!listening.isClosed()) {
        try {
          Socket socket = listening.accept();
          connections.incrementAndGet();
          Thread thread =
              new Thread(() -> serve(socket, closesAfterEach, answers), "test-connection");
          thread.setDaemon(true);
          thread.start();
        } catch (IOException e) {
          // The test is over.
        }
      }
    }

    private void serve(Socket connected, boolean closesAfterEach, IntFunction<String> answers) {
      try (Socket socket = connected) {
        BufferedReader in =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        do {
          if (!skipRequest(in)) {
            break;
          }
          String answer = answers.apply(requests.incrementAndGet());
          socket.getOutputStream().write(answer.getBytes(US_ASCII));
        } while (!closesAfterEach);
      } catch (IOException e) {
        // The client has gone, or the test is over.
      }
    }

    private static boolean skipRequest(BufferedReader in) throws IOException {
      int length = 0;
      String line = in.readLine();
      if (line == null) {
        return false;
      }
      for (; !line.isEmpty(); line = in.readLine()) {
        if (line.startsWith("Content-Length: ")) {
          length = Integer.parseInt(line.substring("Content-Length: ".length()));
        }
      }
      for (int i = 0; i < length; i++) {
        in.read();
      }
      return true;
    }

    URI uri() {
      return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    @Override
    public void close() {
      try {
        listening.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static HttpManagerClient client(Server server) {
    return new HttpManagerClient(
        HttpClientSettings.of(server.uri())
            .withTimes(Duration.ofSeconds(20), Duration.ofMillis(20)));
  }

  /** As a proxy answers while the manager behind it is started again. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
        "503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
        "200 OK\r\nContent-Length: 6\r\n\r\n<html>"
      })
  void whoStandsBetween_putsNobodyOn(String between) throws Exception {
    String off =
        "HTTP/1.1 200 OK\r\nEvenkeel-Clients: off\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(YES.length(), YES);
    try (Server server =
            new Server(false, n -> n == 1 ? off : n == 2 ? "HTTP/1.1 " + between : OK);
        HttpManagerClient client = client(server)) {
      assertThat(withdraw(client).value().accepted()).isTrue();
      assertThat(client.wantsClientsOn()).isFalse();
      assertThat(withdraw(client).succeeded()).isFalse();
      assertThat(client.wantsClientsOn()).isFalse();
      assertThat(withdraw(client).value().accepted()).isTrue();
      assertThat(client.wantsClientsOn()).as("the manager's own word").isTrue();
    }
  }

  /** As where no thread can be had for them. */
  @Test
  void timerThatCannotBeHad_isAFailedCall_andTakesNoPlace() throws Exception {
    AtomicBoolean none = new AtomicBoolean(true);
    try (Server server = new Server(false, n -> OK);
        HttpManagerClient client =
            new HttpManagerClient(
                new HttpClientSettings(
                    server.uri(), Duration.ofSeconds(20), 1, 1000, Duration.ofMillis(1)),
                (timer, timeout) -> {
                  if (none.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                  }
                })) {
      for (int i = 0; i < 3; i++) {
        assertThat(withdraw(client).cause()).hasMessageContaining("cannot be asked");
      }
      none.set(false);
      assertThat(withdraw(client).value().accepted()).isTrue();
    }
  }

  private static Answer<ManagerApi.Answer> withdraw(HttpManagerClient client) {
    return Answer.of(then -> client.withdraw(Stripes.id(1), "test", then));
  }

  /** Tells what is done with an answer. */
  private static Completion<ManagerApi.Answer> then(Runnable doneWith) {
    return new Completion<>() {
      @Override
      public void done(ManagerApi.Answer answer) {
        doneWith.run();
      }

      @Override
      public void failed(Throwable cause) {
        throw new AssertionError(cause);
      }
    };
  }

  /** Until every connection waits for something to do. */
  private static void awaitIdle() {
    Answer.until(
        "connections are idle",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("evenkeel-http-client"))
                .allMatch(t -> t.getState() == Thread.State.TIMED_WAITING));
  }

  @Test
  void connection_isKeptFromRequestToRequest() throws IOException {
    try (Server server = new Server(false, n -> OK);
        HttpManagerClient client = client(server)) {
      for (int i = 0; i < 10; i++) {
        assertThat(withdraw(client).value().accepted()).isTrue();
        awaitIdle();
      }
      assertThat(server.connections.get()).isOne();
    }
  }

  @Test
  void askingAgainInAnAnswer_takesTheSameConnection() throws Exception {
    try (Server server = new Server(false, n -> OK);
        HttpManagerClient client = client(server)) {
      CountDownLatch both = new CountDownLatch(2);
      client.withdraw(
          Stripes.id(1),
          "first",
          then(
              () -> {
                client.withdraw(Stripes.id(2), "second", then(both::countDown));
                both.countDown();
              }));
      assertThat(both.await(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(server.connections.get()).isOne();
    }
  }

  @Test
  void answerThatIsTakenInSlowly_keepsNobodyElseWaiting() throws Exception {
    try (Server server = new Server(false, n -> OK);
        HttpManagerClient client = client(server)) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      client.withdraw(
          Stripes.id(1),
          "slow",
          then(
              () -> {
                begun.countDown();
                awaitUnchecked(released);
              }));
      assertThat(begun.await(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      try {
        assertThat(withdraw(client).value().accepted()).isTrue();
      } finally {
        released.countDown();
      }
    }
  }

  @Test
  void answerThatIsTakenInWithAnError_keepsNobodyElseWaiting() throws Exception {
    try (Server server = new Server(false, n -> OK);
        HttpManagerClient client = client(server)) {
      CountDownLatch second = new CountDownLatch(1);
      client.withdraw(
          Stripes.id(1),
          "fails",
          then(
              () -> {
                client.withdraw(Stripes.id(2), "second", then(second::countDown));
                throw new OutOfMemoryError("of the test");
              }));
      assertThat(second.await(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void connectionThatWasClosedWhileItIdled_isReplaced() throws IOException {
    try (Server server = new Server(true, n -> OK);
        HttpManagerClient client = client(server)) {
      for (int i = 0; i < 10; i++) {
        assertThat(withdraw(client).value().accepted()).isTrue();
      }
      assertThat(server.requests.get()).isEqualTo(10);
    }
  }

  @Test
  void chunkedAnswer_andOneThatEndsWithItsConnection_areRead() throws IOException {
    int half = YES.length() / 2;
    String chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(half)
            + ";name=value\r\n"
            + YES.substring(0, half)
            + "\r\n"
            + Integer.toHexString(YES.length() - half)
            + "\r\n"
            + YES.substring(half)
            + "\r\n0\r\nTrailer: x\r\n\r\n";
    try (Server server = new Server(false, n -> chunked);
        HttpManagerClient client = client(server)) {
      assertThat(withdraw(client).value().accepted()).isTrue();
      awaitIdle();
      assertThat(withdraw(client).value().accepted()).isTrue();
      assertThat(server.connections.get()).isOne();
    }
    try (Server server = new Server(true, n -> "HTTP/1.1 200 OK\r\n\r\n" + YES);
        HttpManagerClient client = client(server)) {
      assertThat(withdraw(client).value().accepted()).isTrue();
    }
  }

  private static void assertFails(String answer, String says) throws IOException {
    try (Server server = new Server(true, n -> answer);
        HttpManagerClient client = client(server)) {
      assertThat(withdraw(client).cause())
          .hasMessageContaining(server.uri().toString())
          .hasMessageContaining(says);
    }
  }

  @Test
  void whatIsNoAnswer_failsWithWhatWasFound() throws IOException {
    assertFails("+PONG\r\n", "it does not speak HTTP/1.1: +PONG");
    assertFails("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "no length");
    assertFails("HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n", "at most 8388608");
    String tooMuch = "x".repeat((8 << 20) + 1);
    assertFails("HTTP/1.1 200 OK\r\n\r\n" + tooMuch, "more than 8388608 bytes");
    assertFails("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}", "ends after 2 of 100");
    assertFails("HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000), "a line without an end");
    assertFails("HTTP/1.1 200 OK\r\n" + "X: x\r\n".repeat(300), "more than 200 header fields");
    assertFails("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "status 302");
    assertFails("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "'accepted' is missing");
    assertFails("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{", "not JSON");
    assertFails("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n{} {} ", "'accepted' is missing");
  }
}
