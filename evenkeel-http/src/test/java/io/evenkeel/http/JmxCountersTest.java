package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against HTTP servers that answer as a recorded DataNode did. */
class JmxCountersTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final int HUGE_BYTES = 1 << 20;
  private static final DataNodeCounters RECORDED =
      new DataNodeCounters(new NodeId("127.0.0.1:34857"), 6340608, 78, 2);

  private final ClockScheduler loop = new ClockScheduler();
  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final List<HttpServer> servers = new ArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final BlockingQueue<Object> told = new LinkedBlockingQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();
  private byte[] recorded;
  private JmxCounters rates;

  private final class Receiver implements JmxCounters.Receiver {
    @Override
    public void counted(DataNodeCounters counters) {
      told.add(counters);
    }

    @Override
    public void failed(URI dataNode, IOException cause) {
      told.add(cause.getMessage());
    }
  }

  @BeforeEach
  void read() throws IOException {
    recorded = JmxAnswerTest.recorded("datanode-jmx.json");
  }

  @AfterEach
  void close() {
    if (rates != null) {
      rates.close();
    }
    end.countDown();
    servers.forEach(server -> server.stop(0));
    handlers.shutdownNow();
    loop.close();
  }

  private void start(Duration interval, Duration timeout, int maxRequests) {
    rates = new JmxCounters(new JmxSettings(interval, timeout, maxRequests), loop, new Receiver());
  }

  private URI serve(HttpHandler handler) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(handlers);
    server.createContext("/jmx", handler);
    server.start();
    servers.add(server);
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean right =
        "qry=Hadoop:service=DataNode,name=DataNodeActivity*"
            .equals(exchange.getRequestURI().getQuery());
    exchange.sendResponseHeaders(right ? 200 : 404, recorded.length);
    exchange.getResponseBody().write(recorded);
    exchange.close();
  }

  private void hang(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private Object nextTold() throws InterruptedException {
    Object next = told.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(next).as("nothing was told for " + LONG).isNotNull();
    return next;
  }

  @Test
  void dataNode_isAskedRoundAfterRound() throws Exception {
    start(SHORT, LONG, 1);
    rates.watch(List.of(serve(this::answer)));
    for (int i = 0; i < 3; i++) {
      assertThat(nextTold()).isEqualTo(RECORDED);
    }
  }

  @Test
  void hungDataNode_timesOutAndHoldsNobodyUp() throws Exception {
    start(LONG, Duration.ofMillis(300), 2);
    URI hung = serve(this::hang);
    rates.watch(List.of(hung, serve(this::answer)));
    assertThat(nextTold()).isEqualTo(RECORDED);
    assertThat(nextTold()).isEqualTo("/jmx of DataNode " + hung + ": did not answer within 300 ms");
  }

  @Test
  void dataNodeThatStillOwesAnAnswer_isNotAskedAgain() throws Exception {
    start(SHORT, LONG, 2);
    rates.watch(List.of(serve(this::hang), serve(this::answer)));
    for (int i = 0; i < 5; i++) {
      assertThat(nextTold()).isEqualTo(RECORDED);
    }
    assertThat(requests.get()).isEqualTo(1);
  }

  @Test
  void requestsUnderWay_areBounded() throws Exception {
    start(LONG, LONG, 2);
    CountDownLatch two = new CountDownLatch(2);
    List<URI> addresses = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      addresses.add(
          serve(
              exchange -> {
                mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                two.countDown();
                try {
                  two.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                underWay.decrementAndGet();
                answer(exchange);
              }));
    }
    rates.watch(addresses);
    for (int i = 0; i < 6; i++) {
      assertThat(nextTold()).isEqualTo(RECORDED);
    }
    assertThat(mostUnderWay.get()).isEqualTo(2);
  }

  @Test
  void troubles_areTold() throws Exception {
    start(LONG, LONG, 8);
    URI refused = serve(this::answer);
    servers.get(0).stop(0);
    URI forbidden =
        serve(
            exchange -> {
              exchange.sendResponseHeaders(401, -1);
              exchange.close();
            });
    URI other =
        serve(
            exchange -> {
              exchange.sendResponseHeaders(200, 2);
              exchange.getResponseBody().write(new byte[] {'{', '}'});
              exchange.close();
            });
    rates.watch(List.of(refused, forbidden, other));
    Set<String> messages = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      messages.add((String) nextTold());
    }
    assertThat(messages)
        .anyMatch(m -> m.startsWith("/jmx of DataNode " + refused + ": cannot be asked: "))
        .anyMatch(m -> m.equals("/jmx of DataNode " + forbidden + ": answered status 401"))
        .anyMatch(m -> m.startsWith("/jmx of DataNode " + other + ": no bean "));
  }

  @Test
  void endlessAndTooDeepAnswers_areTold_andTheOthersAreAskedOn() throws Exception {
    start(SHORT, LONG, 8);
    URI endless =
        serve(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              while (end.getCount() > 0) {
                exchange.getResponseBody().write(new byte[1 << 16]);
              }
            });
    byte[] deep = "[".repeat(1 << 19).getBytes(StandardCharsets.US_ASCII);
    URI nested =
        serve(
            exchange -> {
              exchange.sendResponseHeaders(200, deep.length);
              exchange.getResponseBody().write(deep);
              exchange.close();
            });
    URI fine = serve(this::answer);
    rates.watch(List.of(endless, nested, fine));
    Set<Object> messages = new HashSet<>();
    for (int i = 0; i < 9; i++) {
      messages.add(nextTold());
    }
    assertThat(messages)
        .contains(RECORDED)
        .anyMatch(
            m ->
                m.toString().contains(endless + ": cannot be asked: ")
                    && m.toString().contains("more than 1048576 bytes"))
        .anyMatch(m -> m.toString().startsWith("/jmx of DataNode " + nested + ": "));
  }

  /** As large as an answer may be: blanks, and what a DataNode says. */
  private void answerAtLength(HttpExchange exchange) throws IOException {
    byte[] blanks = new byte[HUGE_BYTES - recorded.length];
    Arrays.fill(blanks, (byte) ' ');
    exchange.sendResponseHeaders(200, HUGE_BYTES);
    exchange.getResponseBody().write(blanks);
    exchange.getResponseBody().write(recorded);
    exchange.close();
  }

  @Test
  void answerThatTakesLongToRead_holdsUpNeitherTheContextNorOthers() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    Queue<String> readers = new ConcurrentLinkedQueue<>();
    rates =
        new JmxCounters(
            new JmxSettings(LONG, LONG, 2),
            loop,
            new Receiver(),
            (host, answer) -> {
              readers.add(Thread.currentThread().getName());
              if (answer.length == HUGE_BYTES) {
                reading.countDown();
                await(end);
              }
              return JmxAnswer.read(host, answer);
            });
    URI huge = serve(this::answerAtLength);
    rates.watch(List.of(huge));
    await(reading);
    rates.watch(List.of(huge, serve(this::answer)));
    assertThat(nextTold()).as("of the other one").isEqualTo(RECORDED);
    assertThat(told).isEmpty();
    end.countDown();
    assertThat(nextTold()).as("of the huge one").isEqualTo(RECORDED);
    assertThat(readers)
        .hasSize(2)
        .noneMatch(thread -> thread.startsWith("test-clock"))
        .noneMatch(thread -> thread.startsWith("evenkeel-http-client"));
  }

  /** More than a cluster has: if each were compared with all that wait, it would take minutes. */
  @Test
  void veryManyDataNodes_areTakenIn_andAskedInTheirOrder() throws Exception {
    start(LONG, LONG, 1);
    URI fine = serve(this::answer);
    List<URI> all = new ArrayList<>(List.of(fine));
    for (int i = 0; i < 100_000; i++) {
      // Nobody listens there.
      all.add(
          URI.create(
              "http://127.%d.%d.%d:1".formatted(1 + i / 50_000, i / 250 % 200, 1 + i % 250)));
    }
    rates.watch(all);
    assertThat(nextTold()).isEqualTo(RECORDED);
    for (URI next : all.subList(1, 4)) {
      assertThat(nextTold().toString()).startsWith("/jmx of DataNode " + next + ": ");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void dataNodeNoLongerWatched_isNotAsked() throws Exception {
    start(SHORT, LONG, 1);
    AtomicInteger asked = new AtomicInteger();
    rates.watch(
        List.of(
            serve(
                exchange -> {
                  asked.incrementAndGet();
                  answer(exchange);
                })));
    nextTold();
    URI other = serve(exchange -> exchange.sendResponseHeaders(503, -1));
    rates.watch(List.of(other));
    while (!(nextTold() instanceof String)) {
      // Answers that were under way.
    }
    int before = asked.get();
    for (int i = 0; i < 3; i++) {
      assertThat(nextTold()).asString().contains("status 503");
    }
    assertThat(asked.get()).isEqualTo(before);
  }

  @Test
  void addressThatCannotBe_isRefused() {
    start(LONG, LONG, 1);
    assertThatThrownBy(() -> rates.watch(List.of(URI.create("dn:9864"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> rates.watch(List.of(URI.create("hdfs://a:1"))))
        .hasMessageContaining("http://HOST:PORT, got hdfs://a:1");
    assertThatThrownBy(() -> new JmxSettings(Duration.ZERO, LONG, 1))
        .hasMessageContaining("positive limits");
  }
}
