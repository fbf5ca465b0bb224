package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.Fragments;
import io.evenkeel.testing.store.RawRedis;
import io.evenkeel.testing.store.TestRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The daemon as a process, over a real Redis. */
class ManagerMainTest {
  private static final long CAPACITY_BYTES = 16L << 20;
  private static final int SHORT_SECONDS = 3;
  private static final Duration PATIENT = Duration.ofSeconds(10);
  private static final CodeSpec CODE = CodeSpec.xor(2);
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CODE, 1 << 20, 2L << 20);
  private static TestRedis redis;
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void startRedis() throws IOException {
    redis = new TestRedis(64L << 20);
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private Process start(String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.evenkeel.server.ManagerMain"));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    opened.add(process::destroyForcibly);
    return process;
  }

  private Process startManager(int timeToLiveSeconds, String redisUri) throws IOException {
    return start(
        "--port",
        "0",
        "--redis",
        redisUri,
        "--capacity-bytes",
        Long.toString(CAPACITY_BYTES),
        "--time-to-live-seconds",
        Integer.toString(timeToLiveSeconds),
        "--end-on-stdin-eof");
  }

  private HttpManagerClient connect(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("ready ")) {
        URI uri = URI.create(line.split(" ", 3)[1]);
        HttpManagerClient client =
            new HttpManagerClient(
                HttpClientSettings.of(uri)
                    .withTimes(Duration.ofSeconds(20), Duration.ofMillis(100)));
        opened.add(client);
        return client;
      }
    }
    throw new AssertionError("the manager ended without being ready");
  }

  private static ManagerStatus reached(ManagerApi manager) {
    Answer.until(
        "the manager reaches its cache node", () -> status(manager).nodes().get(0).reachable());
    return status(manager);
  }

  private static ManagerStatus status(ManagerApi manager) {
    return Answer.<ManagerStatus>of(manager::status).value();
  }

  private static List<StripeTicket> tickets(ManagerApi manager, ContentVersion version) {
    List<PlacedStripe> asked = List.of(Stripes.placed(version, GEOMETRY));
    return Answer.<TicketAnswer>of(then -> manager.tickets(asked, then)).value().tickets();
  }

  @Test
  void killedAndRestarted_takesOver_andTheKeysVanishWithTheLastOfThem() throws Exception {
    StripeId id = Stripes.id(1);
    ContentVersion version = Stripes.version(1, GEOMETRY);
    NodeId node = new NodeId(redis.address());
    RedisNodeStore store =
        new RedisNodeStore(
            RedisSettings.of(List.of(redis.address()))
                .withTimes(PATIENT, PATIENT, Duration.ofMillis(100)));
    opened.add(store);
    Process first = startManager(600, redis.address());
    HttpManagerClient manager = connect(first);
    String incarnation = reached(manager).incarnation();
    Reservation room = Answer.<Reservation>of(then -> manager.reserve(id, GEOMETRY, then)).value();
    assertThat(room.nodes()).containsExactly(node);
    for (int substripe = 0; substripe < 2; substripe++) {
      StoredFragment fragment = Fragments.full(new FragmentKey(id, substripe, 2), CODE, 1 << 20);
      Answer.<Void>of(then -> store.put(node, fragment, room.timeToLive(), then)).value();
    }
    assertThat(
            Answer.<ManagerApi.Answer>of(
                    then -> manager.publish(id, Stripes.placed(version, GEOMETRY), then))
                .value())
        .isEqualTo(ManagerApi.Answer.YES);
    assertThat(tickets(manager, version)).hasSize(1);
    Answer.until(
        "it is written down",
        () ->
            !Answer.<CataloguePage>of(then -> store.catalogue(node, CataloguePage.START, then))
                .value()
                .entries()
                .isEmpty());

    first.destroyForcibly().waitFor();
    assertThat(first.waitFor(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    Process second = startManager(SHORT_SECONDS, redis.address());
    HttpManagerClient again = connect(second);
    assertThat(reached(again).incarnation()).isNotEqualTo(incarnation);
    Answer.until(
        "it has taken over",
        () -> tickets(again, version).stream().anyMatch(each -> each.fragments().id().equals(id)));
    Answer.until(
        "the second manager's time to live is the keys' own",
        () -> living() <= 1000L * SHORT_SECONDS);
    second.destroyForcibly().waitFor();
    Answer.until("the keys have expired", () -> living() < 0);
  }

  /** The longest that a fragment's body will still live, in milliseconds; negative without any. */
  private static long living() {
    try (RawRedis raw = new RawRedis(redis.address())) {
      long longest = -1;
      for (String key : raw.bodyKeys()) {
        longest = Math.max(longest, raw.leftMillis(key));
      }
      return longest;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void redisDownAtStart_isNotFatal() throws Exception {
    HttpManagerClient manager = connect(startManager(600, "127.0.0.1:1"));
    assertThat(status(manager).nodes().get(0).reachable()).isFalse();
    Reservation refused =
        Answer.<Reservation>of(then -> manager.reserve(Stripes.id(1), GEOMETRY, then)).value();
    assertThat(refused.granted()).isFalse();
  }

  @Test
  void endOfStandardInput_ends() throws Exception {
    Process process = startManager(600, redis.address());
    connect(process);
    process.getOutputStream().close();
    assertThat(process.waitFor(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void badArguments_exitWithTwo_andSayWhy() throws Exception {
    Process process = start("--redis", "127.0.0.1:1", "--capacity-bytes", "many");
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(said).contains("--capacity-bytes: expected bytes", "found \"many\"");
  }

  @Test
  void help_listsTheArguments() throws Exception {
    Process process = start("--help");
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(said).contains("--redis").contains("--time-to-live-seconds");
  }
}
