package io.evenkeel.redis;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.FragmentKeys;
import io.evenkeel.testing.log.LogLines;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.Fragments;
import io.evenkeel.testing.store.NodeStoreContract;
import io.evenkeel.testing.store.TestRedis;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisNodeStoreTest extends NodeStoreContract {
  private static final Duration REQUEST = Duration.ofSeconds(2);
  private static final Duration PROBE = Duration.ofMillis(100);
  private static TestRedis redis;
  private static RedisClient direct;
  private StatefulRedisConnection<byte[], byte[]> connection;
  private RedisNodeStore store;

  @BeforeAll
  static void startRedis() throws IOException {
    redis = new TestRedis(CAPACITY_BYTES);
    direct = RedisClient.create();
  }

  @AfterAll
  static void stopRedis() {
    direct.shutdown(0, 1, TimeUnit.SECONDS);
    redis.close();
  }

  @Test
  void nodeOfAnotherName_isSaidOnce() {
    NodeId other = new NodeId("localhost:1");
    try (LogLines log = new LogLines(RedisNodeStore.class)) {
      for (int i = 0; i < 3; i++) {
        assertThat(Answer.<Long>of(then -> store.usedBytes(other, then)).cause())
            .hasMessageContaining("is not one of");
      }
      assertThat(log.with("Parity is on cache node localhost:1, which is none of")).hasSize(1);
    }
  }

  @BeforeEach
  void open() {
    commands().flushall();
    store = new RedisNodeStore(settings());
    Answer.until(
        "the store is connected",
        () -> Answer.<Long>of(then -> store.usedBytes(node(), then)).succeeded());
  }

  private static RedisSettings settings() {
    return RedisSettings.of(List.of(redis.address())).withTimes(REQUEST, REQUEST, PROBE);
  }

  private RedisCommands<byte[], byte[]> commands() {
    if (connection == null || !connection.isOpen()) {
      connection =
          direct.connect(ByteArrayCodec.INSTANCE, RedisURI.create("redis://" + redis.address()));
    }
    return connection.sync();
  }

  @AfterEach
  void close() {
    store.close();
    connection.close();
  }

  private static byte[] name(FragmentKey key, boolean body) {
    String text = body ? FragmentKeys.body(key) : FragmentKeys.head(key);
    return text.getBytes(StandardCharsets.UTF_8);
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
  protected void corrupt(FragmentKey key, boolean body, int atByte) {
    byte[] old = commands().getrange(name(key, body), atByte, atByte);
    old[0] ^= 0x10;
    commands().setrange(name(key, body), atByte, old);
  }

  @Override
  protected void drop(FragmentKey key, boolean body) {
    commands().del(name(key, body));
  }

  @Override
  protected int storedBytes(FragmentKey key, boolean body) {
    return commands().strlen(name(key, body)).intValue();
  }

  @Override
  protected void setDown(boolean down) {
    if (down) {
      redis.kill();
    } else {
      redis.start();
    }
  }

  @Override
  protected void setHung(boolean hung) {
    if (hung) {
      redis.pause();
    } else {
      redis.resume();
    }
  }

  @Override
  protected Duration patience() {
    return REQUEST.plusSeconds(8);
  }

  private void openBreaker() {
    List<Answer<StoredFragment>> answers =
        List.of(get(freshKey()), get(freshKey()), get(freshKey()));
    answers.forEach(a -> assertThat(a.succeeded()).isFalse());
  }

  @Test
  void hungNode_afterThreeTimeouts_isNotAsked() {
    stored(10);
    redis.pause();
    try {
      openBreaker();
      Answer.until(
          "calls fail at once",
          () -> {
            Answer<StoredFragment> answer = get(freshKey());
            return answer.calls() == 1 && answer.cause().getMessage().contains("is not asked");
          });
    } finally {
      redis.resume();
    }
    Answer.until(
        "a probe closes the breaker",
        () -> put(Fragments.full(freshKey(), CODE, 10), LONG).succeeded());
    assertThat(put(Fragments.full(freshKey(), CODE, 10), LONG).succeeded()).isTrue();
  }

  @Test
  void cancelledReads_sayNothingAboutANode() {
    stored(10);
    redis.pause();
    for (int i = 0; i < 20; i++) {
      get(freshKey()).cancel();
    }
    redis.resume();
    assertThat(put(Fragments.full(freshKey(), CODE, 10), LONG).succeeded()).isTrue();
  }

  @Test
  void neverConnected_doesNotBlockTheCaller() {
    redis.pause();
    try (RedisNodeStore fresh = new RedisNodeStore(settings())) {
      Answer<Long> answer = Answer.of(then -> fresh.usedBytes(node(), then));
      assertThat(answer.calls()).as("it was not waited for").isZero();
      assertThat(answer.cause()).hasMessageContaining("did not answer within");
    } finally {
      redis.resume();
    }
  }

  @Test
  void bounds_refuseWhatIsTooMuch() {
    stored(10);
    try (RedisNodeStore narrow = new RedisNodeStore(settings().withBounds(1, 3, 2L << 20))) {
      redis.pause();
      List<Answer<Void>> puts =
          List.of(putTo(narrow, MIB), putTo(narrow, MIB - 65536), putTo(narrow, MIB));
      assertThat(puts.get(2).calls()).isOne();
      assertThat(puts.get(2).cause()).hasMessageContaining("bytes of puts");
      putTo(narrow, 10);
      assertThat(putTo(narrow, 10).cause()).hasMessageContaining("3 requests");
      redis.resume();
      assertThat(puts.get(0).succeeded()).isTrue();
      assertThat(puts.get(1).succeeded()).isTrue();
    } finally {
      redis.resume();
    }
  }

  private Answer<Void> putTo(RedisNodeStore to, int payloadBytes) {
    StoredFragment fragment = Fragments.full(freshKey(), CODE, payloadBytes);
    return Answer.of(then -> to.put(node(), fragment, LONG, then));
  }

  @Test
  void connectionsThatTheServerClosed_areReplacedUnnoticed() {
    StoredFragment fragment = stored(MIB);
    for (int i = 0; i < 20; i++) {
      commands().clientKill(KillArgs.Builder.typeNormal().skipme());
      requireEqual(get(fragment.key()).value(), fragment);
    }
  }

  @Test
  void serverWithoutRequests_hasNoConnectionAndNoThread() {
    Set<Thread> before = ourThreads();
    try (RedisNodeStore idle = new RedisNodeStore(settings())) {
      assertThat(idle.nodes()).containsExactly(node());
      assertThat(before).containsAll(ourThreads());
      Answer.<Long>of(then -> idle.usedBytes(node(), then)).value();
      assertThat(before.containsAll(ourThreads())).as("no thread was made").isFalse();
    }
  }

  @Test
  void connectionThatEndsByAnErrorOfACaller_isReplaced_forWhatWaits() {
    try (RedisNodeStore single = new RedisNodeStore(settings().withConnections(1))) {
      redis.pause();
      single.usedBytes(node(), new BrokenCaller());
      Answer<Long> behind = Answer.of(then -> single.usedBytes(node(), then));
      redis.resume();
      assertThat(behind.value()).isNotNegative();
    }
  }

  private static final class BrokenCaller implements Completion<Long> {
    @Override
    public void done(Long bytes) {
      throw new LinkageError("its jar was replaced");
    }

    @Override
    public void failed(Throwable cause) {
      throw new LinkageError("its jar was replaced", cause);
    }
  }

  private static Set<Thread> ourThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith("evenkeel-redis"))
        .collect(toSet());
  }

  @Test
  void fullNode_saysSo() {
    Throwable refusal = null;
    for (int i = 0; i < 40 && refusal == null; i++) {
      Answer<Void> answer = put(Fragments.full(freshKey(), CODE, MIB), LONG);
      refusal = answer.succeeded() ? null : answer.cause();
    }
    assertThat(refusal).hasMessageContaining("OOM").hasMessageContaining("storing fragment");
    assertThat(usedBytes()).isPositive();
  }

  @Test
  void everyKey_hasATimeToLive() {
    StoredFragment fragment = stored(MIB);
    assertThat(commands().pttl(name(fragment.key(), false))).isPositive();
    assertThat(commands().pttl(name(fragment.key(), true))).isPositive();
  }

  @Test
  void allocatedBytes_isWhatRedisAllocates() {
    for (int payloadBytes : new int[] {4096, 16384, 65536, 262144, MIB, 4 * MIB}) {
      for (CodeSpec code : List.of(CodeSpec.xor(4), CodeSpec.rs(10, 4))) {
        StoredFragment fragment = Fragments.full(freshKey(), code, payloadBytes);
        put(fragment, LONG).value();
        long measured = commands().memoryUsage(name(fragment.key(), false));
        Long body = commands().memoryUsage(name(fragment.key(), true));
        measured += body == null ? 0 : body;
        long modelled = store.allocatedBytes(payloadBytes, code.dataCount());
        System.out.printf(
            "%s, payload %d: measured %d (%.4f x), model %d%n",
            code, payloadBytes, measured, (double) measured / payloadBytes, modelled);
        assertThat((double) modelled / measured)
            .as("%s, payload %d: measured %d, model %d", code, payloadBytes, measured, modelled)
            .isBetween(0.95, 1.05);
        if (payloadBytes == MIB) {
          assertThat((double) measured / payloadBytes).isLessThanOrEqualTo(1.05);
        }
      }
    }
  }

  private List<FragmentKey> manyStored() {
    StripeId stripe = freshKey().stripe();
    List<FragmentKey> keys =
        IntStream.range(0, 2 * KeysCall.PART_KEYS + 10)
            .mapToObj(i -> new FragmentKey(stripe, i, 4))
            .toList();
    keys.forEach(key -> commands().set(name(key, false), new byte[] {1}));
    commands().configResetstat();
    return keys;
  }

  /** How often a command was carried out since the statistics were reset. */
  private int calls(String command) {
    Matcher matcher =
        Pattern.compile("cmdstat_" + command + ":calls=(\\d+)")
            .matcher(commands().info("commandstats"));
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private int renewed(List<FragmentKey> keys) {
    return Answer.<Integer>of(then -> store.renew(node(), keys, LONG, then)).value();
  }

  @Test
  void manyKeys_areRenewedInParts_untilOneIsNotThere() {
    List<FragmentKey> keys = manyStored();
    assertThat(renewed(keys)).isEqualTo(keys.size());
    assertThat(calls("pexpire")).isEqualTo(2 * keys.size());
    assertThat(commands().pttl(name(keys.get(keys.size() - 1), false))).isPositive();
    commands().configResetstat();
    commands().del(name(keys.get(7), false));
    assertThat(renewed(keys)).isEqualTo(keys.size() - 1);
    assertThat(calls("pexpire")).isEqualTo(2 * KeysCall.PART_KEYS);
  }

  @Test
  void manyKeys_areRemovedInParts_allOfThem() {
    List<FragmentKey> keys = manyStored();
    commands().del(name(keys.get(7), false));
    assertThat(Answer.<Integer>of(then -> store.delete(node(), keys, then)).value())
        .isEqualTo(keys.size() - 1);
    assertThat(calls("unlink")).as("heads and bodies of three parts").isEqualTo(6);
    assertThat(commands().dbsize()).isZero();
  }

  @Test
  void close_failsWhatIsUnderWay_andEndsTheThreads() {
    stored(10);
    redis.pause();
    Answer<StoredFragment> answer = get(freshKey());
    store.close();
    redis.resume();
    assertThat(answer.cause()).hasMessageContaining("closed");
    assertThat(get(freshKey()).cause()).hasMessageContaining("closed");
    Answer.until(
        "no thread is left",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(t -> t.getName().startsWith("evenkeel-redis")));
  }
}
