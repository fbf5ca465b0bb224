package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.RawRedis;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * The manager is killed with -9 and started again, over and over, while clients read and write: no
 * wrong byte, no failed call, never more cached than may be, as many hits as before within 30 s,
 * and nothing left in the end.
 */
class ManagerRestartsTest {
  private static final int RESTARTS = Integer.getInteger("evenkeel.kills", 5);
  private static final int CLIENTS = 2;
  private static final int FILES_EACH = 8;

  /** Which are read most and stay: they fit into the cache. The others are overwritten. */
  private static final int HOT_EACH = 2;

  private static final int PERCENT_HOT = 80;
  private static final int PERCENT_WRITES = 30;
  private static final int FILE_BYTES = 4 << 20;
  private static final long CACHE_BYTES = 8 << 20;
  private static final int OPERATIONS_BETWEEN = 8;
  private static final int REQUESTS_COUNTED = 64;

  /** By so few as are counted at once the ratio is off by a tenth now and then. */
  private static final int REQUESTS_BEFORE_MIN = 4 * REQUESTS_COUNTED;

  private static final double HIT_RATIO_MIN = .3;
  private static final double SHARE_OF_BEFORE = .95;
  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static final int TIME_TO_LIVE_SECONDS = 5;
  private static final String MANAGERS_NAME = "evenkeel:manager";
  private static final long NAME_MILLIS_MAX = 60_000;

  private final AtomicReference<Throwable> trouble = new AtomicReference<>();
  private final AtomicLong decodedBytes = new AtomicLong();
  private final AtomicInteger operations = new AtomicInteger();
  private volatile boolean over;

  /** What was asked of a manager, and how often parity was there. */
  private record Asked(long requests, long hits) {
    Asked plus(Asked more) {
      return new Asked(requests + more.requests, hits + more.hits);
    }

    double hitRatio() {
      return (double) hits / requests;
    }
  }

  @Test
  void manager_killedAndRestarted_harmsNothing() throws Exception {
    long seed = Seeds.one();
    System.out.println("seed " + seed);
    try (LocalCluster cluster = LocalCluster.start(settings());
        RedisNodeStore redis = new RedisNodeStore(RedisSettings.of(cluster.redisAddresses()))) {
      List<Thread> clients = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        int number = client;
        Thread thread =
            new Thread(() -> load(cluster, number, new SplittableRandom(seed + number)));
        thread.setDaemon(true);
        thread.start();
        clients.add(thread);
      }
      Answer.until("some parity is cached", () -> usedBytes(redis) > 0);
      Asked before = new Asked(0, 0);
      for (int restart = 0; restart < RESTARTS; restart++) {
        awaitOperations(redis, operations.get() + OPERATIONS_BETWEEN, seed);
        do {
          before =
              before.plus(
                  awaitHits(
                      cluster, redis, HIT_RATIO_MIN, FaultCluster.PATIENCE, "before a kill", seed));
        } while (before.requests < REQUESTS_BEFORE_MIN);
        cluster.killManager();
        awaitOperations(redis, operations.get() + 2, seed);
        cluster.restartManager();
        assertWithinCapacity(redis, "after restart " + restart + ", seed " + seed);
        double least = SHARE_OF_BEFORE * before.hitRatio();
        awaitHits(cluster, redis, least, WITHIN, "after a restart", seed);
      }
      awaitOperations(redis, operations.get() + OPERATIONS_BETWEEN, seed);
      over = true;
      for (Thread client : clients) {
        client.join(FaultCluster.PATIENCE.toMillis());
        assertThat(client.isAlive()).as("a client that is still busy, seed %d", seed).isFalse();
      }
      assertThat(trouble.get()).as("seed %d", seed).isNull();
      assertWithinCapacity(redis, "at the end, seed " + seed);
      assertThat(decodedBytes.get()).as("bytes that were read by cached parity").isPositive();
      cluster.killManager();
      for (String address : cluster.redisAddresses()) {
        awaitEmpty(address, seed);
      }
    }
  }

  private static ClusterSettings settings() {
    return ClusterSettings.builder()
        .blockSizeBytes(1 << 20)
        .cacheBytes(CACHE_BYTES)
        .withFiller(true)
        .managerArguments(List.of("--time-to-live-seconds", Integer.toString(TIME_TO_LIVE_SECONDS)))
        .build();
  }

  private void load(LocalCluster cluster, int client, SplittableRandom random) {
    Configuration conf = FaultCluster.withQuickWrites(cluster.evenkeelConfiguration());
    conf.set("evenkeel.scheme", "pocache");
    conf.set("evenkeel.subblock.bytes", "64k");
    conf.set("evenkeel.write.min.bytes", "1");
    conf.set("evenkeel.write.one.block", "true");
    byte[][] contents = new byte[FILES_EACH][];
    try (EvenkeelFileSystem fs =
        (EvenkeelFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
      while (!over) {
        boolean writes = random.nextInt(100) < PERCENT_WRITES;
        boolean isHot = !writes && random.nextInt(100) < PERCENT_HOT;
        int file = isHot ? random.nextInt(HOT_EACH) : random.nextInt(HOT_EACH, FILES_EACH);
        Path path = new Path("/" + client + "-" + file);
        if (contents[file] == null || writes) {
          contents[file] = FaultCluster.randomBytes(FILE_BYTES, random.nextLong());
          FaultCluster.write(fs, path, contents[file]);
        } else {
          FaultCluster.assertSame(FaultCluster.read(fs, path), contents[file], path.toString());
        }
        operations.incrementAndGet();
      }
      decodedBytes.addAndGet(fs.readTotals().decodedBytes());
    } catch (IOException | RuntimeException | AssertionError e) {
      trouble.compareAndSet(null, e);
    }
  }

  private void awaitOperations(RedisNodeStore redis, int count, long seed)
      throws InterruptedException {
    long end = System.nanoTime() + FaultCluster.PATIENCE.toNanos();
    while (operations.get() < count && trouble.get() == null) {
      assertThat(System.nanoTime()).as("no progress, seed %d", seed).isLessThan(end);
      assertWithinCapacity(redis, "under way, seed " + seed);
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(trouble.get()).as("seed %d", seed).isNull();
  }

  /** Of the next that are asked for. */
  private Asked asked(LocalCluster cluster, RedisNodeStore redis, long seed)
      throws InterruptedException {
    try (HttpManagerClient manager =
        new HttpManagerClient(
            HttpClientSettings.of(URI.create(cluster.managerUri().orElseThrow()))
                .withTimes(FaultCluster.PATIENCE, FaultCluster.PATIENCE))) {
      ManagerStatus first = status(manager);
      ManagerStatus last = first;
      while (last.ticketRequests() - first.ticketRequests() < REQUESTS_COUNTED) {
        awaitOperations(redis, operations.get() + 1, seed);
        last = status(manager);
      }
      return new Asked(
          last.ticketRequests() - first.ticketRequests(), last.ticketHits() - first.ticketHits());
    }
  }

  /** Where others take the cores one that has just started may not answer in its two seconds. */
  private static ManagerStatus status(HttpManagerClient manager) {
    AtomicReference<ManagerStatus> answered = new AtomicReference<>();
    Answer.until(
        "the manager answers",
        () -> {
          Answer<ManagerStatus> answer = Answer.of(manager::status);
          boolean succeeded = answer.succeeded();
          answered.set(succeeded ? answer.value() : null);
          return succeeded;
        });
    return answered.get();
  }

  private Asked awaitHits(
      LocalCluster cluster,
      RedisNodeStore redis,
      double least,
      Duration within,
      String when,
      long seed)
      throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    double best = 0;
    while (true) {
      Asked now = asked(cluster, redis, seed);
      best = Math.max(best, now.hitRatio());
      assertThat(System.nanoTime())
          .as("hit ratio %s: %s, best %f of %f, in time, seed %d", when, now, best, least, seed)
          .isLessThan(end);
      if (now.hitRatio() >= least) {
        return now;
      }
    }
  }

  private static long usedBytes(RedisNodeStore redis) {
    return redis.nodes().stream()
        .mapToLong(node -> Answer.<Long>of(then -> redis.usedBytes(node, then)).value())
        .sum();
  }

  private static void assertWithinCapacity(RedisNodeStore redis, String when) {
    for (NodeId node : redis.nodes()) {
      assertThat(Answer.<Long>of(then -> redis.usedBytes(node, then)).value())
          .as("bytes on %s %s", node, when)
          .isLessThanOrEqualTo(CACHE_BYTES / 2);
    }
  }

  /** But for the name of the manager, which is known to go by itself within a minute. */
  private static void awaitEmpty(String address, long seed) throws Exception {
    long end = System.nanoTime() + FaultCluster.PATIENCE.toNanos();
    try (RawRedis redis = new RawRedis(address)) {
      while (!List.of(MANAGERS_NAME).containsAll(redis.run("KEYS *"))) {
        assertThat(System.nanoTime())
            .as("keys left on %s: %s, seed %d", address, redis.run("KEYS *"), seed)
            .isLessThan(end);
        TimeUnit.MILLISECONDS.sleep(50);
      }
      assertThat(redis.leftMillis(MANAGERS_NAME))
          .as("time left of %s, -1 for ever, -2 gone", MANAGERS_NAME)
          .isNotEqualTo(-1)
          .isLessThanOrEqualTo(NAME_MILLIS_MAX);
    }
  }
}
