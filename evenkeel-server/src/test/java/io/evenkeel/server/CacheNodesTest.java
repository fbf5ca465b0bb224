package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.redis.RedisFacts;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.RawRedis;
import io.evenkeel.testing.store.TestRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is said of Redis servers when a manager starts. */
class CacheNodesTest {
  private static final long SOON_NANOS = 20_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long MAX_MEMORY_BYTES = 64L << 20;
  private static final Pattern MGET_CALLS = Pattern.compile("cmdstat_mget:calls=([0-9]+)");
  private static final int ANSWER_BYTES_MAX = 16 << 10;
  private static TestRedis redis;
  private Lines lines;

  @BeforeAll
  static void start() throws IOException {
    redis = redis(List.of());
  }

  private static TestRedis redis(List<String> options) throws IOException {
    return new TestRedis(MAX_MEMORY_BYTES, false, options);
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @BeforeEach
  void capture() {
    lines = new Lines();
  }

  @AfterEach
  void release() {
    lines.close();
  }

  private static RedisNodeStore store(String... uris) {
    return new RedisNodeStore(
        RedisSettings.of(List.of(uris)).withTimes(PATIENCE, PATIENCE, Duration.ofMillis(100)));
  }

  @Test
  void serverThatIsSetUpWell_isDescribedOnce() throws Exception {
    try (RedisNodeStore store = store(redis.address());
        CacheNodes nodes = new CacheNodes(store, MAX_MEMORY_BYTES, "me", SOON_NANOS)) {
      assertThat(nodes.awaitFirstLook(PATIENCE)).isEmpty();
      int looks = looks();
      Answer.until("two more looks", () -> looks() >= looks + 2);
    }
    assertThat(lines.all()).hasSize(1);
    assertThat(lines.with("maxmemory 64 MiB, noeviction")).hasSize(1);
  }

  @Test
  void serverThatEvictsOrHoldsTooLittle_isWarnedOf() throws Exception {
    try (TestRedis other = redis(List.of("--maxmemory-policy", "allkeys-lru"));
        RedisNodeStore store = store(other.address());
        CacheNodes nodes = new CacheNodes(store, MAX_MEMORY_BYTES + 1, "me", SOON_NANOS)) {
      assertThat(nodes.awaitFirstLook(PATIENCE)).isEmpty();
    }
    assertThat(lines.with("evicts by itself (maxmemory-policy allkeys-lru)")).hasSize(1);
    assertThat(
            lines.with(
                "may hold less, maxmemory 64 MiB (67108864 bytes) and not --capacity-bytes 64.0 MiB (67108865"))
        .hasSize(1);
  }

  @Test
  void doubts_areOfWhatMatters() {
    assertThat(new RedisFacts("6.0.0", 0, "allkeys-lru").doubts(10)).isEmpty();
    assertThat(new RedisFacts("7.2.4", 10, "noeviction").doubts(10)).isEmpty();
    assertThat(new RedisFacts("5.0.14", 10, "noeviction").doubts(10))
        .singleElement()
        .asString()
        .contains("is Redis 5.0.14", "6 or newer");
  }

  @Test
  void serverThatIsDown_isNamed_andTheOthersNeedNotWait() throws Exception {
    try (RedisNodeStore store = store("127.0.0.1:1", redis.address());
        CacheNodes nodes = new CacheNodes(store, MAX_MEMORY_BYTES, "me", SOON_NANOS)) {
      long start = System.nanoTime();
      assertThat(nodes.awaitFirstLook(PATIENCE)).containsExactly(new NodeId("127.0.0.1:1"));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE.dividedBy(2));
    }
  }

  @Test
  void secondManager_isNoticedByBoth_andARestartedOneIsNone() throws Exception {
    try (TestRedis shared = redis(List.of());
        RedisNodeStore store = store(shared.address())) {
      look(shared, store, "http://a:8460 on a");
      look(shared, store, "http://a:8460 on a");
      assertThat(lines.with("another manager's")).isEmpty();
      try (CacheNodes first = new CacheNodes(store, 1, "http://a:8460 on a", SOON_NANOS);
          CacheNodes second = new CacheNodes(store, 1, "http://b:8460 on b", SOON_NANOS)) {
        assertThat(first.awaitFirstLook(PATIENCE)).isEmpty();
        assertThat(second.awaitFirstLook(PATIENCE)).isEmpty();
        Answer.until("both say so", () -> lines.with("another manager's").size() == 2);
      }
      assertThat(lines.with("http://a:8460 on a")).hasSize(1);
      assertThat(lines.with("http://b:8460 on b")).hasSize(1);
    }
  }

  @Test
  void whatOthersWroteThere_isShownOnOneLine() throws Exception {
    try (TestRedis shared = redis(List.of());
        RawRedis raw = new RawRedis(shared.address());
        RedisNodeStore store = store(shared.address())) {
      raw.run("SET evenkeel:manager \"x\\n2026-01-01 INFO Stopped\"");
      try (CacheNodes nodes = new CacheNodes(store, 1, "http://a:8460 on a", SOON_NANOS)) {
        assertThat(nodes.awaitFirstLook(PATIENCE)).isEmpty();
        Answer.until("it says so", () -> !lines.with("another manager's").isEmpty());
      }
      assertThat(lines.with("x?2026-01-01 INFO Stopped")).hasSize(1);
    }
  }

  private static void look(TestRedis shared, RedisNodeStore store, String owner)
      throws InterruptedException {
    try (CacheNodes nodes = new CacheNodes(store, 1, owner, SOON_NANOS)) {
      assertThat(nodes.awaitFirstLook(PATIENCE)).isEmpty();
      Answer.until(
          owner + " is written down", () -> ask(shared, "GET evenkeel:manager").contains(owner));
    }
  }

  /** How often the server was asked whose it is, which follows upon what it is. */
  private static int looks() {
    Matcher calls = MGET_CALLS.matcher(ask(redis, "INFO commandstats"));
    return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
  }

  /** What a server answers, at least the first of it. */
  private static String ask(TestRedis server, String command) {
    String[] address = server.address().split(":", -1);
    try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      byte[] answer = new byte[ANSWER_BYTES_MAX];
      int length = socket.getInputStream().read(answer);
      return new String(answer, 0, length, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is logged. */
  private static final class Lines extends AppenderSkeleton {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(CacheNodes.class);

    Lines() {
      logger.setLevel(Level.INFO);
      logger.addAppender(this);
    }

    @Override
    protected void append(LoggingEvent event) {
      lines.add(event.getRenderedMessage());
    }

    List<String> all() {
      return lines;
    }

    List<String> with(String part) {
      return lines.stream().filter(line -> line.contains(part)).toList();
    }

    @Override
    public void close() {
      logger.removeAppender(this);
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }
}
