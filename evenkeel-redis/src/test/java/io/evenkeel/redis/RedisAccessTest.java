package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.testing.log.LogLines;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.Fragments;
import io.evenkeel.testing.store.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redis servers with TLS, users and rights: let in, or told what to do about it, once. */
class RedisAccessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration PROBE = Duration.ofMillis(200);
  @TempDir static Path folder;
  private static SelfSigned right;
  private static SelfSigned wrong;
  private static TestRedis redis;

  private LogLines lines;

  @BeforeAll
  static void start() throws Exception {
    right = SelfSigned.in(folder, "right");
    wrong = SelfSigned.in(folder, "wrong");
    redis =
        new TestRedis(
            64L << 20,
            true,
            List.of(
                "--tls-cert-file",
                right.certificate().toString(),
                "--tls-key-file",
                right.key().toString(),
                "--tls-auth-clients",
                "no",
                "--user",
                "default",
                "off",
                "--user",
                "evenkeel",
                "on",
                ">secret",
                "~evenkeel:*",
                "+set",
                "+mget",
                "+getrange",
                "+unlink",
                "+pexpire",
                "+info",
                "--user",
                "reader",
                "on",
                ">secret",
                "~evenkeel:*",
                "+mget",
                "--user",
                "writer",
                "on",
                ">secret",
                "~evenkeel:*",
                "+set"));
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @BeforeEach
  void capture() {
    lines = new LogLines(RedisNodeStore.class);
  }

  @AfterEach
  void release() {
    lines.close();
  }

  private static RedisNodeStore store(String user, SelfSigned trusted) {
    return new RedisNodeStore(
        RedisSettings.of(List.of("rediss://" + user + "@" + redis.address()))
            .withTimes(PATIENCE, PATIENCE, PROBE)
            .withAuthorities(trusted.certificate().toString()));
  }

  private static Answer<Void> put(RedisNodeStore store) {
    StoredFragment fragment = Fragments.full(key(), CodeSpec.xor(4), 65536);
    return Answer.of(
        then -> store.put(store.nodes().get(0), fragment, Duration.ofMinutes(1), then));
  }

  private static FragmentKey key() {
    return Fragments.key(1, 0, 4);
  }

  private static Answer<StoredRange> getRange(RedisNodeStore store, BufferPool buffers) {
    return Answer.of(then -> store.getRange(store.nodes().get(0), key(), 0, 65536, buffers, then));
  }

  /** A right that was enough for whole fragments is enough for parts of them, at their price. */
  @Test
  void withoutTheRightToReadRanges_wholeFragmentsAreRead() {
    BufferPool buffers = new BufferPool(1 << 20, 65536);
    try (RedisNodeStore writer = store("evenkeel:secret", right);
        RedisNodeStore reader = store("reader:secret", right)) {
      put(writer).value();
      StoredRange expected = getRange(writer, buffers).value();
      for (int i = 0; i < 10; i++) {
        StoredRange found = getRange(reader, buffers).value();
        assertThat(found).isEqualTo(expected);
        buffers.give(found.bytes());
      }
      buffers.give(expected.bytes());
    }
    assertThat(buffers.takenBytes()).isZero();
    assertThat(lines.all()).hasSize(1);
    assertThat(lines.with("+getrange")).hasSize(1);
  }

  @Test
  void rightCertificateUserAndRights_letIn() {
    try (RedisNodeStore store = store("evenkeel:secret", right)) {
      put(store).value();
      assertThat(get(store).value().payload().remaining()).isEqualTo(65536);
      assertThat(Answer.<Long>of(then -> store.usedBytes(store.nodes().get(0), then)).value())
          .isPositive();
      assertThat(
              Answer.<Integer>of(
                      then -> store.renew(store.nodes().get(0), List.of(key()), PATIENCE, then))
                  .value())
          .isOne();
      assertThat(
              Answer.<Integer>of(then -> store.delete(store.nodes().get(0), List.of(key()), then))
                  .value())
          .isOne();
    }
    assertThat(lines.all()).isEmpty();
  }

  @Test
  void untrustedCertificate_saysWhatToDo() {
    assertDenied("evenkeel:secret", wrong, "cannot be reached", "evenkeel.redis.tls.ca");
  }

  @Test
  void wrongPassword_saysWhatToDo() {
    assertDenied("evenkeel:guess", right, "WRONGPASS", "evenkeel.redis.password");
  }

  @Test
  void missingRightToRead_saysWhatToDo() {
    try (RedisNodeStore store = store("writer:secret", right)) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(store).cause())
            .hasMessageContaining("NOPERM")
            .hasMessageContaining("grant its user");
      }
      assertThat(get(store).cause()).hasMessageContaining("is not asked");
    }
    assertThat(lines.all()).hasSize(1);
    assertThat(lines.with("grant its user")).hasSize(1);
  }

  /** What may only be read is read, however often something is to be stored; said once. */
  @Test
  void userWhoMayOnlyRead_readsOn() {
    try (RedisNodeStore writer = store("evenkeel:secret", right);
        RedisNodeStore reader = store("reader:secret", right)) {
      put(writer).value();
      assertThat(put(reader).cause())
          .hasMessageContaining("NOPERM")
          .hasMessageContaining("grant its user");
      for (int i = 0; i < 10; i++) {
        assertThat(put(reader).cause()).hasMessageContaining("does not let us store");
        assertThat(remove(reader).cause()).hasMessageContaining("does not let us store");
        assertThat(get(reader).value().payload().remaining()).isEqualTo(65536);
      }
    }
    assertThat(lines.all()).hasSize(1);
    assertThat(lines.with("is only read")).hasSize(1);
  }

  private static Answer<StoredFragment> get(RedisNodeStore store) {
    BufferPool buffers = new BufferPool(1 << 20, 65536);
    return Answer.of(then -> store.get(store.nodes().get(0), key(), buffers, then));
  }

  private static Answer<Integer> remove(RedisNodeStore store) {
    return Answer.of(then -> store.delete(store.nodes().get(0), List.of(key()), then));
  }

  /** Every request fails; the breaker opens with one line, whatever comes after. */
  private void assertDenied(String user, SelfSigned trusted, String what, String remedy) {
    try (RedisNodeStore store = store(user, trusted)) {
      for (int i = 0; i < 3; i++) {
        assertThat(put(store).cause()).hasMessageContaining(what).hasMessageContaining(remedy);
      }
      assertThat(put(store).cause()).hasMessageContaining("is not asked");
      for (int probes = 0; probes < 3; ) {
        probes += put(store).cause().getMessage().contains("is not asked") ? 0 : 1;
      }
    }
    assertThat(lines.all()).hasSize(1);
    assertThat(lines.all().get(0)).contains(what).contains(remedy).doesNotContain("secret");
  }

  @Test
  void serverThatGoesAndComes_isLoggedTwice() {
    try (RedisNodeStore store = store("evenkeel:secret", right)) {
      put(store).value();
      redis.kill();
      for (int i = 0; i < 20; i++) {
        assertThat(put(store).succeeded()).isFalse();
      }
      redis.start();
      Answer.until("a probe closes the breaker", () -> put(store).succeeded());
      put(store).value();
    }
    assertThat(lines.with("left alone")).hasSize(1);
    assertThat(lines.with("answers again")).hasSize(1);
    assertThat(lines.all()).hasSize(2);
  }

  @Test
  void missingAuthoritiesFile_isNamedAtOnce() {
    assertThatThrownBy(() -> RedisSettings.of(List.of("a:1")).withAuthorities("/no/such.pem"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/no/such.pem");
  }
}
