package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.process.ExitHook;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.fill.FileVersion;
import io.evenkeel.core.fill.ParityEncoder;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.hadoop.HadoopExitHook;
import io.evenkeel.testing.Await;
import io.evenkeel.testing.store.ClockScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.util.ShutdownHookManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a process waits for parity that is on its way, not for who says nothing. */
class ExitWaitTest {
  private static final int SUBBLOCK = 64 * 1024;
  private static final NodeId CACHE = new NodeId("cache:1");
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration FOREVER = Duration.ofDays(1);
  private static final Duration SILENCE = Duration.ofMillis(300);

  private final ClockScheduler scheduler = new ClockScheduler();
  private final TestManager manager = new TestManager(List.of(CACHE));
  private final MemoryNodeStore store =
      new MemoryNodeStore(
          scheduler, Map.of(CACHE, 1L << 30), Duration.ofNanos(1000), Duration.ofSeconds(60));
  private final ParityWriters writers =
      new ParityWriters(
          TestWriters.ports(scheduler, manager, store, (path, published, not) -> {}),
          WriteLimits.of(CodeSpec.parse("xor-4-1"), SUBBLOCK),
          new WriteBudget(64L << 20));

  @AfterEach
  void close() {
    scheduler.close();
  }

  private void write() {
    ParityEncoder encoder = writers.encoder("a file", 4L * SUBBLOCK).orElseThrow();
    encoder.write(new byte[SUBBLOCK], 0, SUBBLOCK);
    assertThat(encoder.closed()).isTrue();
    encoder.finish(
        new FileVersion(
            "/file",
            SUBBLOCK,
            List.of(new BlockVersion("pool", 1, 1, SUBBLOCK)),
            List.of(List.of(new NodeId("dn:1")))));
  }

  private void assertWaitsLittle() throws InterruptedException {
    long start = System.nanoTime();
    assertThat(writers.awaitQuiet(LONG, SILENCE)).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG.dividedBy(6));
  }

  @Test
  void hungManager_isNotWaitedFor() throws Exception {
    manager.hung = true;
    write();
    assertWaitsLittle();
  }

  /** What the writer does meanwhile is no answer. */
  @Test
  void managerThatHasSaidNothingForLong_isNotWaitedForAtAll() throws Exception {
    manager.hung = true;
    write();
    Duration silence = Duration.ofSeconds(2);
    Await.until(() -> !manager.asked.isEmpty());
    scheduler.skip(silence.plusMillis(100));
    write();
    long start = System.nanoTime();
    assertThat(writers.awaitQuiet(LONG, silence)).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(silence.dividedBy(2));
  }

  @Test
  void hungCacheNode_isNotWaitedFor() throws Exception {
    store.setHung(CACHE, true);
    write();
    assertWaitsLittle();
  }

  @Test
  void parityOnItsWay_isWaitedFor() throws Exception {
    write();
    assertThat(writers.awaitQuiet(LONG, Duration.ofSeconds(20))).isTrue();
    assertThat(manager.published).hasSize(1);
  }

  /** Has the hook that Hadoop was given run here, as at the end of a process. */
  private static void end(ExitHook.Leaving leaving, Duration limit) {
    try (ExitHook.Installed installed = new HadoopExitHook().install(leaving, limit)) {
      assertThat(installed).isInstanceOf(Runnable.class);
      Runnable hook = (Runnable) installed;
      assertThat(ShutdownHookManager.get().hasShutdownHook(hook)).isTrue();
      hook.run();
    }
  }

  /** Whatever the limit is: that is for who answers. */
  @Test
  void whoSaysNothing_isWaitedForHalfASecondByTheHook() {
    AtomicReference<Duration> limited = new AtomicReference<>();
    AtomicReference<Duration> silence = new AtomicReference<>();
    end(
        (limit, silent) -> {
          limited.set(limit);
          silence.set(silent);
          return false;
        },
        FOREVER);
    assertThat(limited).hasValue(FOREVER);
    assertThat(silence).hasValue(Duration.ofMillis(500));
  }

  @Test
  @Timeout(60)
  void hungManager_letsTheProcessEnd() throws Exception {
    manager.hung = true;
    write();
    Await.until(() -> !manager.asked.isEmpty());
    end(writers::awaitQuiet, FOREVER);
    assertThat(writers.totals().filesInFlight()).as("files that were not waited for").isOne();
  }

  @Test
  @Timeout(60)
  void hungCacheNode_letsTheProcessEnd() throws Exception {
    store.setHung(CACHE, true);
    write();
    Await.until(() -> !manager.reserved.isEmpty());
    end(writers::awaitQuiet, FOREVER);
    assertThat(manager.published).isEmpty();
    assertThat(writers.totals().filesInFlight()).as("files that were not waited for").isOne();
  }

  @Test
  void hookThatIsClosed_isHadoopsNoMore() {
    ExitHook.Installed installed =
        new HadoopExitHook()
            .install(
                (limit, silent) -> {
                  throw new AssertionError("nobody asks");
                },
                LONG);
    assertThat(ShutdownHookManager.get().hasShutdownHook((Runnable) installed)).isTrue();
    installed.close();
    assertThat(ShutdownHookManager.get().hasShutdownHook((Runnable) installed)).isFalse();
  }
}
