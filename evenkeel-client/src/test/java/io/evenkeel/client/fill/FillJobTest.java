package io.evenkeel.client.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.fill.BlockCut;
import io.evenkeel.core.fill.Cut;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.fill.WritePolicy;
import io.evenkeel.core.fill.WritePorts;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.manager.UnaskedManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FillJobTest {
  private static final CodeSpec CODE = CodeSpec.xor(2);
  private static final int SUBBLOCK = 4096;
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CODE, SUBBLOCK, SUBBLOCK);

  /** Its time stands still: nothing that is handed to the background is ever worked off. */
  private final ManualScheduler scheduler = new ManualScheduler();

  private final MemoryNodeStore store =
      new MemoryNodeStore(
          scheduler,
          Map.of(new NodeId("cache:6379"), 1L << 20),
          Duration.ofMillis(1),
          Duration.ofSeconds(1));
  private final WriteLimits limits = WriteLimits.of(CODE, SUBBLOCK);
  private final ParityWriters writers = writers(limits);

  private ParityWriters writers(WriteLimits limits) {
    return new ParityWriters(
        new WritePorts(
            store,
            new UnaskedManager(),
            scheduler,
            () -> 7,
            Runnable::run,
            (path, published, unprotected) -> {},
            line -> {}),
        limits,
        new WriteBudget(limits.processBytes()));
  }

  /** All of a stripe, at once. */
  private static final class Zeros implements VerifiedStripe {
    private final PlacedStripe content = Stripes.placed(1, GEOMETRY);

    @Override
    public PlacedStripe content() {
      return content;
    }

    @Override
    public Cut cut() {
      return BlockCut.of(GEOMETRY);
    }

    @Override
    public int read(byte[] target) {
      return SUBBLOCK;
    }

    @Override
    public void close() {}
  }

  /** Whoever has asked for it may not be allowed to read it, and this process is. */
  @Test
  void whatIsExcluded_isNotEvenOpened() throws Exception {
    WritePolicy elsewhere = new WritePolicy(0, true, List.of("/public"), List.of());
    FillOrder order =
        new FillOrder("/secret", 0, 0, Stripes.version(1, GEOMETRY), GEOMETRY, "it is wanted");
    FillJob job =
        new FillJob(
            order,
            writers(limits.withPolicy(elsewhere)),
            new RateLimit(),
            new CountDownLatch(1),
            o -> {
              throw new AssertionError("it is opened");
            });
    assertThat(job.run()).contains("evenkeel.write.include");
  }

  /** One job fewer for the life of the process, else. */
  @Test
  void whatIsNeverHeardOf_isGivenUp() throws Exception {
    FillOrder order =
        new FillOrder("/file", 0, 0, Stripes.version(1, GEOMETRY), GEOMETRY, "it is wanted");
    RateLimit rate = new RateLimit();
    rate.set(1 << 30);
    FillJob job = new FillJob(order, writers, rate, new CountDownLatch(1), o -> new Zeros());
    assertThat(job.run(Duration.ofMillis(50))).startsWith("what has become of it was not heard");
    assertThat(FillJob.ENDS_WITHIN)
        .as("longer than a stripe waits")
        .isGreaterThan(limits.timeouts().stripe());
  }
}
