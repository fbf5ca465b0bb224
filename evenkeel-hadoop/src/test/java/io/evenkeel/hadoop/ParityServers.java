package io.evenkeel.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.Failures;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import io.evenkeel.server.ManagerServer;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.TestRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A real Redis and a manager over it, for parity in tests. */
public final class ParityServers implements AutoCloseable {
  private static final long CAPACITY_BYTES = 256L << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);

  private final TestRedis redis;
  private final RedisNodeStore store;
  private volatile boolean clientsOn = true;
  private final ManagerServer manager;
  private final HttpManagerClient client;

  public ParityServers() throws IOException {
    redis = new TestRedis(CAPACITY_BYTES);
    store = new RedisNodeStore(RedisSettings.of(List.of(redis.address())));
    manager =
        new ManagerServer(
            store,
            ManagerSettings.of(CAPACITY_BYTES, TIME_TO_LIVE),
            HttpServerSettings.loopback(0),
            () -> clientsOn,
            new Failures(System.err::println));
    client =
        new HttpManagerClient(HttpClientSettings.of(manager.uri()).withTimes(PATIENCE, PATIENCE));
    Answer.until(
        "the manager has reached Redis",
        () -> status().nodes().stream().allMatch(ManagerApi.NodeStatus::reachable));
  }

  /** Adds these servers to a client's configuration. */
  public Configuration addTo(Configuration conf) {
    conf.set("evenkeel.manager.uri", manager.uri().toString());
    conf.set("evenkeel.redis.nodes", redis.address());
    return conf;
  }

  /** Writes a file of random bytes whose parity is published, and returns them. */
  public byte[] write(EvenkeelFileSystem fs, Path path, int length) throws Exception {
    int before = publishedStripes();
    byte[] bytes = TestFiles.write(fs, path, length);
    assertThat(fs.awaitPublished(PATIENCE)).isTrue();
    assertThat(publishedStripes()).as("stripes with parity").isGreaterThan(before);
    return bytes;
  }

  /** Has the manager tell clients whether to be on. */
  public void tellClients(boolean on) {
    clientsOn = on;
  }

  /** How many stripes have parity, as the manager says. */
  public int publishedStripes() {
    return status().publishedStripes();
  }

  /** How many keys Redis holds: two for each fragment, its head and its body. */
  public long keys() {
    RedisClient direct = RedisClient.create("redis://" + redis.address());
    try (StatefulRedisConnection<String, String> connection = direct.connect()) {
      return connection.sync().dbsize();
    } finally {
      direct.shutdown();
    }
  }

  /** Flips a bit of every cached fragment of an index that is so long; answers of how many. */
  public int corrupt(int index, int atByte) {
    RedisClient direct = RedisClient.create("redis://" + redis.address());
    try (StatefulRedisConnection<byte[], byte[]> connection =
        direct.connect(new ByteArrayCodec())) {
      int flipped = 0;
      for (byte[] key : connection.sync().keys(("*:" + index + ":b").getBytes(UTF_8))) {
        byte[] value = connection.sync().getrange(key, atByte, atByte);
        if (value.length > 0) {
          value[0] ^= 1;
          connection.sync().setrange(key, atByte, value);
          flipped++;
        }
      }
      return flipped;
    } finally {
      direct.shutdown();
    }
  }

  private ManagerStatus status() {
    return Answer.<ManagerStatus>of(client::status).value();
  }

  @Override
  public void close() {
    client.close();
    manager.close();
    store.close();
    redis.close();
  }
}
