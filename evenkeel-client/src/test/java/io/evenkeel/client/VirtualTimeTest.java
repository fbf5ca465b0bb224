package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.SimulatedClient.Got;
import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.read.CallbackRead;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Source;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.SimulatedFile;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Client, manager and cache nodes as they are in production, in virtual time and on one thread:
 * whatever would wait by a thread or look at the real clock would hang here, or differ from run to
 * run.
 */
@Timeout(60)
class VirtualTimeTest {
  private static final int BLOCKS = 8;
  private static final ByteRange ALL =
      new ByteRange(0, (long) BLOCKS * SimulatedClient.BLOCK_BYTES);

  private static LaneBehaviour usual() {
    return LaneBehaviour.steady().open(1_000_000).pace(15).jitter(.1);
  }

  private static Function<Source, LaneBehaviour> slow(int node, double factor) {
    return source ->
        source.node().equals(SimulatedFile.dataNode(node)) ? usual().pace(15 * factor) : usual();
  }

  private static Got read(SimulatedClient world, ContiguousFile open, ByteRange range) {
    Got got = world.read(open, range);
    byte[] expected =
        Arrays.copyOfRange(world.file.bytes(), (int) range.start(), (int) range.end());
    assertThat(got.plainBytes).isZero();
    assertThat(got.bytes).isEqualTo(expected);
    assertThat(world.lanes.violations()).isEmpty();
    return got;
  }

  @Test
  void wholeFile_pastANodeAHundredTimesSlower_isReadByParity_asFastAsByHealthyNodes() {
    SimulatedClient healthy = new SimulatedClient(1, BLOCKS, source -> usual());
    healthy.encode();
    SimulatedClient slow = new SimulatedClient(1, BLOCKS, slow(2, 100));
    slow.encode();
    Got usual = read(healthy, healthy.open(), ALL);
    Got late = read(slow, slow.open(), ALL);
    Got known = read(slow, slow.open(), ALL);
    assertThat(usual.report.decodedBytes()).isZero();
    assertThat(late.report.decodedBytes()).isPositive();
    assertThat(known.report.decodedBytes()).isEqualTo(SimulatedClient.BLOCK_BYTES);
    assertThat(known.nanos).isLessThan(usual.nanos * 3 / 2);
    assertThat(slow.client.view().isSlow(SimulatedFile.dataNode(2))).isTrue();
    assertThat(slow.client.nodes().ledgers().totals().decodedBytes())
        .isEqualTo(late.report.decodedBytes() + known.report.decodedBytes());
  }

  @Test
  void smallRead_ofABlockWhoseNodeIsSlow_isDecodedFromTheSameRangeOfOthers() {
    SimulatedClient world = new SimulatedClient(2, BLOCKS, slow(1, 1000));
    world.encode();
    ContiguousFile open = world.open();
    read(world, open, ALL);
    int before = world.lanes.requests().size();
    Got got = read(world, open, ByteRange.of(SimulatedClient.BLOCK_BYTES + 5000, 4096));
    assertThat(got.report.decodedBytes()).as("two chunks of parity").isEqualTo(16 << 10);
    assertThat(got.nanos).isLessThan(20_000_000);
    assertThat(world.lanes.requests().size() - before).as("of the other blocks").isEqualTo(3);
  }

  @Test
  void nodeThatALongReadHasGivenUp_isAvoidedByOthersMeanwhile() {
    SimulatedClient world = new SimulatedClient(3, BLOCKS, slow(2, 100));
    world.encode();
    // Its caller takes nothing, so that it goes on.
    try (CallbackRead idle = world.idle(world.open(), ALL)) {
      world.scheduler.advance(Duration.ofMillis(200).toNanos());
      assertThat(idle.isFinished()).isFalse();
      assertThat(world.client.view().isSlow(SimulatedFile.dataNode(2))).isTrue();
      int before = world.lanes.requests().size();
      read(world, world.open(), new ByteRange(0, 4L * SimulatedClient.BLOCK_BYTES));
      assertThat(world.lanes.requests().stream().skip(before))
          .noneMatch(asked -> asked.source().node().equals(SimulatedFile.dataNode(2)));
    }
  }

  @Test
  void nodeThatIsLate_whereNobodyElseBringsIt_isNotCalledSlowMeanwhile() {
    SimulatedClient world = new SimulatedClient(3, BLOCKS, slow(2, 100));
    try (CallbackRead idle = world.idle(world.open(), ALL)) {
      world.scheduler.advance(Duration.ofMillis(200).toNanos());
      assertThat(idle.isFinished()).isFalse();
      assertThat(world.client.view().isSlow(SimulatedFile.dataNode(2))).isFalse();
    }
  }

  @Test
  void sameSeed_givesTheSameEvents() {
    assertThat(events(7)).isEqualTo(events(7)).isNotEqualTo(events(8));
  }

  private static String events(long seed) {
    SimulatedClient world = new SimulatedClient(seed, BLOCKS, slow(3, 20));
    world.encode();
    ContiguousFile open = world.open();
    read(world, open, ALL);
    read(world, open, new ByteRange(1000, 3L * SimulatedClient.BLOCK_BYTES + 77));
    return world.log.hash();
  }
}
