package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.command.Answers;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A manager with many published stripes, each a fragment in Redis, is killed with -9 and started
 * again: when has it taken all of them over?
 */
public final class RestartBench {
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(1);
  private static final int STRIPES = 100_000;
  private static final long BLOCK_BYTES = 100;
  private static final StripeGeometry GEOMETRY =
      new StripeGeometry(CodeSpec.xor(4), 64 << 10, Collections.nCopies(4, BLOCK_BYTES));
  private static final double MILLIS_PER_SECOND = 1000;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

  private final int rounds;
  private final Consumer<String> progress;
  private final Random random = new Random(1);
  private final BenchStripes stripes = new BenchStripes(3);

  /**
   * @param rounds how often it is killed
   */
  public RestartBench(int rounds, Consumer<String> progress) {
    this.rounds = rounds;
    this.progress = progress;
  }

  private static <T> T answer(Answers.Call<T> call) throws IOException {
    return Answers.await(call, ANSWER_LIMIT);
  }

  /** Runs it. */
  public BenchResult run() throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    ClusterSettings settings =
        ClusterSettings.builder()
            .dataNodes(1)
            .replication(1)
            .redisServers(2)
            .cacheBytes(1L << 30)
            .managerArguments(
                List.of("--time-to-live-seconds", Long.toString(TIME_TO_LIVE.toSeconds())))
            .build();
    try (LocalCluster cluster = LocalCluster.start(settings);
        RedisNodeStore redis = new RedisNodeStore(RedisSettings.of(cluster.redisAddresses()));
        HttpManagerClient manager =
            new HttpManagerClient(
                HttpClientSettings.of(URI.create(cluster.managerUri().orElseThrow())))) {
      for (int number = 0; number < STRIPES; number++) {
        publish(manager, redis, number);
        if (number % 1000 == 0) {
          progress.accept(number + " stripes published");
        }
      }
      awaitWrittenDown(redis);
      List<Long> nanos = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        cluster.killManager();
        long start = System.nanoTime();
        cluster.restartManager();
        await(() -> published(manager) >= STRIPES, "the manager has not taken all over");
        nanos.add(System.nanoTime() - start);
        progress.accept("round " + (round + 1) + " of " + rounds + " is done");
      }
      ObjectNode figures = BenchResult.tree().put("stripes", STRIPES);
      BenchResult.millis(figures, "millis", nanos);
      String text =
          String.format(
              Locale.ROOT,
              "a manager with %,d published stripes, killed with -9 and started again, %d times%n"
                  + "  all taken over, from its start, after at most   %.1f s%n",
              STRIPES,
              rounds,
              BenchFiles.maxMillis(nanos) / MILLIS_PER_SECOND);
      return new BenchResult(text, figures);
    }
  }

  private void publish(ManagerApi manager, RedisNodeStore redis, int number)
      throws IOException, InterruptedException {
    StripeId id = new StripeId(Epoch.next(random::nextLong), 0);
    Stripe wide = stripes.placed(number).stripe();
    PlacedStripe content =
        new PlacedStripe(
            "/warehouse/table/day=20261126/part-" + number,
            new Stripe(0, 0, GEOMETRY, wide.version(), wide.replicas()));
    Reservation reserved = answer(then -> manager.reserve(id, GEOMETRY, then));
    require(reserved.granted(), reserved.reason());
    byte[] parity = new byte[(int) BLOCK_BYTES];
    random.nextBytes(parity);
    int[][] checksums = new int[4][];
    for (int data = 0; data < 4; data++) {
      checksums[data] = SubblockChecksums.of(ByteBuffer.wrap(parity));
    }
    StoredFragment fragment =
        new StoredFragment(
            new FragmentKey(id, 0, 4),
            GEOMETRY.code(),
            Collections.nCopies(4, (int) BLOCK_BYTES),
            new SubblockChecksums(checksums),
            ByteBuffer.wrap(parity));
    RestartBench.<Void>answer(
        then -> redis.put(reserved.nodes().get(0), fragment, TIME_TO_LIVE, then));
    ManagerApi.Answer published = answer(then -> manager.publish(id, content, then));
    require(published.accepted(), published.reason());
  }

  private static void require(boolean condition, String reason) {
    if (!condition) {
      throw new IllegalStateException("a stripe was not published: " + reason);
    }
  }

  private static int published(ManagerApi manager) {
    try {
      return RestartBench.<ManagerApi.ManagerStatus>answer(manager::status).publishedStripes();
    } catch (IOException e) {
      // It has just been started.
      return 0;
    }
  }

  private void awaitWrittenDown(RedisNodeStore redis) throws InterruptedException, IOException {
    await(
        () -> {
          int entries = 0;
          for (NodeId node : redis.nodes()) {
            entries += entries(redis, node);
          }
          progress.accept(entries + " stripes written down");
          return entries >= STRIPES;
        },
        "the manager has not written all down");
  }

  private static int entries(RedisNodeStore redis, NodeId node)
      throws IOException, InterruptedException {
    int entries = 0;
    String from = CataloguePage.START;
    do {
      String at = from;
      CataloguePage page = answer(then -> redis.catalogue(node, at, then));
      entries += page.entries().size();
      from = page.next();
    } while (!from.equals(CataloguePage.START));
    return entries;
  }

  private interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  private static void await(Condition condition, String otherwise)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.holds()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(otherwise + " within five minutes");
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
