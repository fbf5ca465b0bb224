package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.SimulatedClient.Got;
import io.evenkeel.client.file.Around;
import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.SimulatedFile;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node says nothing, and what could be read instead is on another that is called slow. */
@Timeout(60)
class SilentNodeTest {
  private static final int BLOCKS = 16;
  private static final int BLOCK = SimulatedClient.BLOCK_BYTES;
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final long HOUR = Duration.ofHours(1).toNanos();
  private static final NodeId SILENT = SimulatedFile.dataNode(2);
  private static final NodeId SLOW = SimulatedFile.dataNode(3);

  private static LaneBehaviour opens(long nanos) {
    return LaneBehaviour.steady().open(nanos).pace(15);
  }

  @Test
  void itIsGoneAroundByTheSlowOne_andNotAskedFirst() {
    SimulatedClient world =
        new SimulatedClient(
            1, BLOCKS, source -> opens(source.node().equals(SILENT) ? HOUR : MILLI));
    world.encode();
    ContiguousFile open = world.open();
    open.needs(2 * BLOCK);
    world.scheduler.advance(Duration.ofSeconds(1).toNanos());
    world.client.nodes().lagged(SLOW);
    assertThat(open.waysAround().exist(2 * BLOCK, SILENT)).as("the precondition").isFalse();

    Around around = open.waysAround().around(2 * BLOCK, SILENT, true);
    assertThat(around.bySlowNodes()).isTrue();
    ByteRange range = ByteRange.of(2 * BLOCK, SimulatedClient.SUBBLOCK_BYTES);
    Got got = world.read(open, range, Optional.of(around));
    assertThat(got.plainBytes).isZero();
    assertThat(got.bytes)
        .isEqualTo(Arrays.copyOfRange(world.file.bytes(), (int) range.start(), (int) range.end()));
    assertThat(got.report.lanes()).noneMatch(lane -> lane.source().node().equals(SILENT));
    assertThat(got.nanos).isLessThan(10 * MILLI);
  }
}
