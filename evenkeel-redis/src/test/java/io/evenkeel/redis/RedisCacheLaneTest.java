package io.evenkeel.redis;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.FragmentKeys;
import io.evenkeel.testing.store.CacheLaneContract;
import io.evenkeel.testing.store.TestRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

class RedisCacheLaneTest extends CacheLaneContract {
  private static TestRedis redis;
  private final RedisNodeStore store =
      new RedisNodeStore(
          RedisSettings.of(List.of(redis.address()))
              .withTimes(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofMillis(100)));

  @BeforeAll
  static void startRedis() throws IOException {
    redis = new TestRedis(64L << 20);
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected NodeId node() {
    return new NodeId(redis.address());
  }

  @Override
  protected void corrupt(FragmentKey key) {
    RedisClient client = RedisClient.create(RedisURI.create("redis://" + redis.address()));
    RedisCommands<String, String> commands = client.connect().sync();
    String name = FragmentKeys.body(key);
    String changed = commands.getrange(name, 5, 5).equals("x") ? "y" : "x";
    commands.setrange(name, 5, changed);
    client.shutdown(0, 1, TimeUnit.SECONDS);
  }

  @Override
  protected void makeForeign(FragmentKey key) {
    RedisClient client = RedisClient.create(RedisURI.create("redis://" + redis.address()));
    RedisCommands<byte[], byte[]> commands = client.connect(ByteArrayCodec.INSTANCE).sync();
    byte[] name = FragmentKeys.head(key).getBytes(StandardCharsets.US_ASCII);
    commands.set(name, ofAnotherVersion(commands.get(name)));
    client.shutdown(0, 1, TimeUnit.SECONDS);
  }

  @Override
  protected void setHung(boolean hung) {
    if (hung) {
      redis.pause();
    } else {
      redis.resume();
    }
  }
}
