package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.Failures;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A manager whose loop is held up by something that does not end: who watches over it learns it.
 */
class StandingManagerTest {
  /** More than who watches over it is to put up with. */
  private static final Duration LONG = Duration.ofSeconds(16);

  private static final Pattern SINCE_TICK = Pattern.compile("\"sinceTickMillis\":(\\d+)");

  private final AtomicLong skippedNanos = new AtomicLong();
  private final LoopScheduler loop =
      new LoopScheduler("test-manager", () -> System.nanoTime() + skippedNanos.get());
  private final CountDownLatch release = new CountDownLatch(1);
  private final OneCacheNode cache = new OneCacheNode();
  private final HttpClient client = HttpClient.newHttpClient();
  private ManagerServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        new ManagerServer(
            cache.store,
            ManagerSettings.of(OneCacheNode.CAPACITY_BYTES, Duration.ofMinutes(1)),
            HttpServerSettings.loopback(0),
            () -> true,
            new Failures(line -> {}),
            loop);
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
    cache.close();
  }

  private HttpResponse<String> health(String method) {
    URI at = server.uri().resolve("/healthz");
    HttpRequest request =
        HttpRequest.newBuilder(at).timeout(LONG).method(method, BodyPublishers.noBody()).build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long sinceTickMillis(HttpResponse<String> health) {
    Matcher found = SINCE_TICK.matcher(health.body());
    assertThat(found.find()).as(health.body()).isTrue();
    return Long.parseLong(found.group(1));
  }

  private void holdUp() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    loop.serial()
        .execute(
            () -> {
              held.countDown();
              try {
                release.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThat(held.await(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void health_isUnavailableWhileTheManagerStands_andOkWhenItGoesOn() throws Exception {
    assertThat(health("GET").statusCode()).isEqualTo(200);
    holdUp();
    skippedNanos.addAndGet(LONG.toNanos());
    HttpResponse<String> standing = health("GET");
    assertThat(standing.statusCode()).isEqualTo(503);
    assertThat(standing.body()).contains("\"healthy\":false");
    assertThat(sinceTickMillis(standing)).isGreaterThanOrEqualTo(LONG.toMillis());
    assertThat(health("HEAD").statusCode()).as("as load balancers ask").isEqualTo(503);

    release.countDown();
    Answer.until("it goes on", () -> health("GET").statusCode() == 200);
    assertThat(health("GET").body()).contains("\"healthy\":true");
  }
}
