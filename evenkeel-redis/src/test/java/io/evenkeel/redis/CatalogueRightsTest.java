package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.Fragments;
import io.evenkeel.testing.store.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user of Redis who may not keep a catalogue. */
class CatalogueRightsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  @TempDir static Path folder;

  /** Without it a manager that is started again finds nothing; all else goes on. */
  @Test
  void managerWithoutRightsToTheCatalogue_stillRenewsAndRemoves() throws Exception {
    SelfSigned right = SelfSigned.in(folder, "right");
    try (TestRedis redis =
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
                    "+info"));
        RedisNodeStore store =
            new RedisNodeStore(
                RedisSettings.of(List.of("rediss://evenkeel:secret@" + redis.address()))
                    .withTimes(PATIENCE, PATIENCE, Duration.ofMillis(200))
                    .withAuthorities(right.certificate().toString()))) {
      NodeId node = store.nodes().get(0);
      FragmentKey key = Fragments.key(1, 0, 4);
      StoredFragment fragment = Fragments.full(key, CodeSpec.xor(4), 65536);
      Answer.<Void>of(then -> store.put(node, fragment, Duration.ofMinutes(1), then)).value();
      assertThat(
              Answer.<Integer>of(then -> store.renew(node, List.of(key), PATIENCE, then)).value())
          .isOne();
      CatalogueEntry entry = new CatalogueEntry(key.stripe(), new byte[] {1});
      assertThat(Answer.<Void>of(then -> store.enter(node, entry, PATIENCE, then)).cause())
          .hasMessageContaining("+hset +hdel +hscan");
      assertThat(
              Answer.<Integer>of(then -> store.renew(node, List.of(key), PATIENCE, then)).value())
          .isOne();
      assertThat(Answer.<Integer>of(then -> store.delete(node, List.of(key), then)).value())
          .isOne();
    }
  }
}
