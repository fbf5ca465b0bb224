package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecentReadsTest {
  private static final int MIB = 1 << 20;
  private static final long MEMORY_NANOS = 1000;

  private final RecentReads recent = new RecentReads(node -> NodeTraffic.NONE, MIB);

  private static NodeId node(int number) {
    return new NodeId("node" + number + ":9866");
  }

  private static LaneReport lane(int number, int lateSlices, double nanosPerByte) {
    BlockReplica source =
        new BlockReplica(new BlockVersion("pool", number, 1, 16 * MIB), node(number));
    return new LaneReport(
        source, 1, MIB, MIB, lateSlices, nanosPerByte, MIB, 1, Outcome.FINISHED, "");
  }

  private void add(LaneReport... lanes) {
    recent
        .add(new ReadReport(new ByteRange(0, MIB), MIB, 0, "", 0, 0, 1, List.of(), List.of(lanes)))
        .forEach(lagged -> recent.lagged(lagged, MEMORY_NANOS, 0));
  }

  private boolean isSlow(int number) {
    return recent.view(1, () -> 9, most -> Set.of()).isSlow(node(number));
  }

  @Test
  void aHiccupInTheFirstReadOfAProcess_isForgiven() {
    add(lane(0, 1, 18), lane(1, 0, 15), lane(2, 0, 16), lane(3, 1, 40), lane(4, 1, 0));
    assertThat(isSlow(0)).as("late once, and then as fast as the others").isFalse();
    assertThat(isSlow(3)).as("late and slower").isTrue();
    assertThat(isSlow(4)).as("brought nothing").isTrue();
    assertThat(recent.view(1, () -> 9, most -> Set.of()).expectedNanosPerByte(SourceKind.STORAGE))
        .isEqualTo(16);
  }

  @Test
  void whereAllWereLate_allAreSlowForAWhile() {
    add(lane(0, 1, 18), lane(1, 2, 16));
    assertThat(isSlow(0)).isTrue();
    assertThat(isSlow(1)).isTrue();
    assertThat(recent.view(1 + MEMORY_NANOS, () -> 9, most -> Set.of()).isSlow(node(0)))
        .as("for a while")
        .isFalse();
  }

  @Test
  void whatIsKnown_isWhatALateLaneIsComparedWith() {
    add(lane(0, 0, 5), lane(1, 0, 5));
    add(lane(2, 1, 11), lane(3, 0, 10));
    assertThat(isSlow(2)).isTrue();
    assertThat(isSlow(3)).as("never late").isFalse();
  }

  @Test
  void cacheNodes_areComparedWithCacheNodes() {
    add(lane(0, 0, 5), cached(3), cached(4), cached(2));
    assertThat(recent.view(1, () -> 9, most -> Set.of()).expectedNanosPerByte(SourceKind.STORAGE))
        .isEqualTo(5);
    assertThat(recent.view(1, () -> 9, most -> Set.of()).expectedNanosPerByte(SourceKind.CACHE))
        .isEqualTo(3);
  }

  @Test
  void aFewBytesThatWereLateOnce_haveNotLagged() {
    add(lane(0, 0, 5), lane(1, 0, 5), shortened(lane(2, 1, 900)));
    assertThat(isSlow(2)).as("as slow as few bytes are").isFalse();
    add(shortened(lane(3, 0, 100)), shortened(lane(4, 0, 110)), shortened(lane(5, 1, 900)));
    assertThat(isSlow(5)).as("of the like").isTrue();
  }

  /** A MiB that waits by the pace of 64 bytes would wait for a second. */
  @Test
  void shortSlices_sayNothingOfThePace() {
    add(lane(0, 0, 5), cached(3));
    add(shortened(lane(1, 0, 900)), shortened(lane(2, 0, 900)), shortened(cached(900)));
    assertThat(recent.view(1, () -> 9, most -> Set.of()).expectedNanosPerByte(SourceKind.STORAGE))
        .isEqualTo(5);
    assertThat(recent.view(1, () -> 9, most -> Set.of()).expectedNanosPerByte(SourceKind.CACHE))
        .isEqualTo(3);
  }

  private static LaneReport shortened(LaneReport of) {
    return new LaneReport(
        of.source(), 1, MIB, MIB, of.lateSlices(), of.nanosPerByte(), 64, 1, Outcome.FINISHED, "");
  }

  private static LaneReport cached(double nanosPerByte) {
    StripeGeometry geometry = new StripeGeometry(CodeSpec.rs(2, 1), MIB, List.of((long) MIB));
    StripeId stripe = new StripeId(new Epoch("0".repeat(32)), 0);
    CachedFragments source = new CachedFragments(stripe, 2, geometry, new NodeId("redis:6379"));
    return new LaneReport(source, 1, MIB, MIB, 0, nanosPerByte, MIB, 1, Outcome.FINISHED, "");
  }
}
