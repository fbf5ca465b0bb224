package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies of every kind, as anybody may send them: each is answered, and the manager stays well. */
class HostileRequestsTest {
  private static final int REQUESTS = Integer.getInteger("evenkeel.hostile.requests", 3_000);
  private static final long SEED = Seeds.one();
  private static final int RARELY = 10;
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.xor(2), 1024, 4096);
  private static final List<String> ODD =
      List.of(
          "0",
          "-1",
          "2147483658",
          "9223372036854775807",
          "9223372036854775808",
          "1e400",
          "1.5",
          "\"x\"",
          "null",
          "[]",
          "{}");
  private static final List<String> CODES =
      List.of("xor-2-1", "xor-4-1", "rs-2-2", "rs-200-55", "none-900-0", "xor-0-1", "x", "");

  private final Random random = new Random(SEED);
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final OneCacheNode cache = new OneCacheNode();
  private ManagerServer server;

  @BeforeEach
  void start() throws Exception {
    ManagerSettings settings =
        ManagerSettings.of(OneCacheNode.CAPACITY_BYTES, Duration.ofSeconds(2))
            .withLimits(100, Duration.ofMillis(20))
            .withDetector("ratio-to-median", Duration.ofSeconds(1), Duration.ofMillis(20));
    server = new ManagerServer(cache.store, settings, HttpServerSettings.loopback(0));
  }

  @AfterEach
  void stop() {
    server.close();
    cache.close();
  }

  private boolean rarely() {
    return random.nextInt(RARELY) == 0;
  }

  private String number(long usual) {
    return rarely() ? ODD.get(random.nextInt(ODD.size())) : Long.toString(usual);
  }

  private String id() {
    return "{\"epoch\":\"%032x\",\"stripe\":%s}".formatted(random.nextInt(20), number(0));
  }

  private String geometry() {
    String code = rarely() ? CODES.get(random.nextInt(CODES.size())) : "xor-2-1";
    return "{\"code\":\"%s\",\"subblockBytes\":%s,\"blockLengthBytes\":[%s]}"
        .formatted(code, number(1024), number(4096));
  }

  private String version() {
    String id = rarely() ? "x".repeat(5_000) : "content-" + random.nextInt(20);
    return "{\"space\":\"pool\",\"id\":\"%s\"}".formatted(id);
  }

  private String node() {
    return rarely() ? "n".repeat(random.nextInt(400)) : "d" + random.nextInt() + ":1";
  }

  private String placed() {
    String replicas =
        IntStream.range(0, random.nextInt(rarely() ? 600 : 3))
            .mapToObj(i -> "\"" + node() + "\"")
            .collect(Collectors.joining(","));
    String path = rarely() ? "p".repeat(9_000) : "f\\n" + random.nextInt(20);
    return ("{\"path\":\"/%s\",\"stripe\":{\"number\":%s,\"fileOffset\":%s,\"geometry\":%s,"
            + "\"version\":%s,\"replicas\":[[%s]]}}")
        .formatted(path, number(0), number(0), geometry(), version(), replicas);
  }

  private String placedOnes() {
    return IntStream.range(0, random.nextInt(rarely() ? 70 : 4))
        .mapToObj(i -> placed())
        .collect(Collectors.joining(","));
  }

  private String sample() {
    return ("{\"node\":\"%s\",\"requestedBytes\":%s,\"receivedBytes\":%s,\"busyNanos\":%s,"
            + "\"outcome\":\"%s\"}")
        .formatted(
            node(), number(1 << 23), number(0), number(1L << 31), rarely() ? "ODD" : "ABORTED");
  }

  private String samples() {
    return IntStream.range(0, random.nextInt(rarely() ? 600 : 4))
        .mapToObj(i -> sample())
        .collect(Collectors.joining(","));
  }

  private String queue() {
    return "{\"node\":\"%s\",\"queuedBytes\":%s,\"bytesPerSecond\":%s}"
        .formatted(node(), number(1 << 20), number(0));
  }

  private String queues() {
    return IntStream.range(0, random.nextInt(rarely() ? 300 : 4))
        .mapToObj(i -> queue())
        .collect(Collectors.joining(","));
  }

  private record Request(String path, String body) {}

  private Request request() {
    return switch (random.nextInt(9)) {
      case 0 -> new Request("reserve", "{\"id\":" + id() + ",\"geometry\":" + geometry() + "}");
      case 1 ->
          new Request(
              "reserve-fill",
              "{\"id\":%s,\"version\":%s,\"geometry\":%s}".formatted(id(), version(), geometry()));
      case 2 -> new Request("publish", "{\"id\":" + id() + ",\"content\":" + placed() + "}");
      case 3 -> new Request("withdraw", "{\"id\":" + id() + ",\"reason\":\"a\\nb\"}");
      case 4 -> new Request("tickets", "{\"stripes\":[" + placedOnes() + "]}");
      case 5 -> new Request("observe", "{\"samples\":[" + samples() + "],\"ledgers\":[]}");
      case 6 ->
          new Request(
              "queues",
              "{\"process\":\"%032x\",\"nodes\":[%s]}".formatted(random.nextInt(200), queues()));
      case 7 -> new Request("fills", "{\"most\":" + number(random.nextInt(20)) + "}");
      default -> new Request("explain", "{\"stripes\":[" + version() + "]}");
    };
  }

  private String spoilt(String body) {
    if (!rarely()) {
      return body;
    }
    return switch (random.nextInt(3)) {
      case 0 -> body.substring(0, random.nextInt(body.length() + 1));
      case 1 -> "{\"x\":" + "[".repeat(100_000);
      default -> body.replace(random.nextBoolean() ? ":" : ",", "");
    };
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String path) throws Exception {
    URI uri = server.uri().resolve(path);
    return client.send(request.uri(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void eachIsAnswered_andTheManagerStaysWell() throws Exception {
    int taken = 0;
    for (int i = 0; i < REQUESTS; i++) {
      Request request = request();
      String body = spoilt(request.body());
      HttpResponse<String> answer =
          send(
              HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(body)),
              "/v1/" + request.path());
      taken += answer.statusCode() == 200 ? 1 : 0;
      assertThat(answer.statusCode())
          .as("seed %d, request %d, %s: %s", SEED, i, request.path(), answer.body())
          .isIn(200, 400);
    }
    assertThat(taken).isBetween(REQUESTS / 10, REQUESTS * 9 / 10);
    HttpResponse<String> health = send(HttpRequest.newBuilder(), "/healthz");
    assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
    assertThat(health.body()).contains("\"failures\":0");
    servesAnHonestClient();
  }

  private void servesAnHonestClient() {
    HttpClientSettings settings =
        HttpClientSettings.of(server.uri())
            .withTimes(Duration.ofSeconds(20), Duration.ofMillis(50));
    try (HttpManagerClient honest = new HttpManagerClient(settings)) {
      Answer.until(
          "what the hostile reserved has expired",
          () ->
              Answer.<ManagerStatus>of(honest::status).value().reservedStripes() == 0
                  && Answer.<Reservation>of(then -> honest.reserve(Stripes.id(1), GEOMETRY, then))
                      .value()
                      .granted());
      PlacedStripe content = Stripes.placed(1, GEOMETRY);
      assertThat(
              Answer.<ManagerApi.Answer>of(then -> honest.publish(Stripes.id(1), content, then))
                  .value())
          .isEqualTo(ManagerApi.Answer.YES);
    }
  }
}
