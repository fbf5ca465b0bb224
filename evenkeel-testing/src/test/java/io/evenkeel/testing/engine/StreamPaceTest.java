package io.evenkeel.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.engine.StreamPace;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamPaceTest {
  private static final long MILLI = 1_000_000;
  private static final int PACKET = 64 << 10;
  private static final int READERS = 6;
  private static final NodeId A = new NodeId("a:1");
  private static final NodeId B = new NodeId("b:1");

  /** Of a node that brings 64 MiB a second: 256 KiB in 4 ms. */
  private static final double HEALTHY = 1e9 / (64 << 20);

  /** Late after three times the expected, not before 25 ms; opening may take 30 ms besides. */
  private final StreamPace pace = new StreamPace(ReadLimits.defaults());

  /** What both nodes have sent to this process. */
  private long sentBytes;

  private void waited(NodeId node, long nanos, int bytes) {
    pace.waiting(sentBytes);
    sentBytes += bytes;
    pace.waited(node, nanos, bytes, sentBytes);
    pace.waiting(sentBytes);
  }

  private StreamPace.Meanwhile meanwhile(double crowd) {
    return new StreamPace.Meanwhile(crowd, READERS, sentBytes);
  }

  private boolean late(long millis, boolean opening) {
    return pace.isLate(A, millis * MILLI, opening, HEALTHY, meanwhile(1));
  }

  @Test
  void connecting_mayTakeLonger() {
    assertThat(late(41, true)).isFalse();
    assertThat(late(42, true)).isTrue();
  }

  @Test
  void hangInTheMiddle_isLateAfterTheFloor() {
    waited(A, MILLI, PACKET);
    assertThat(late(25, false)).isFalse();
    assertThat(late(26, false)).isTrue();
  }

  @Test
  void nodeThatCrawls_isLateByTheSumOfItsWaits() {
    waited(A, MILLI, 1000);
    waited(A, 8 * MILLI, PACKET);
    waited(A, 8 * MILLI, PACKET);
    assertThat(late(9, false)).isFalse();
    assertThat(late(10, false)).isTrue();
  }

  @Test
  void healthyOpeningsInARow_areNotAddedUp() {
    for (int i = 0; i < 5; i++) {
      waited(A, 20 * MILLI, 0);
      waited(A, MILLI, 6);
      waited(A, MILLI, PACKET);
      assertThat(late(20, false)).isFalse();
      assertThat(late(40, true)).isFalse();
    }
  }

  @Test
  void sliceThatCame_isForgotten() {
    for (int i = 0; i < 4; i++) {
      waited(A, 6 * MILLI, PACKET);
    }
    assertThat(late(24, false)).isFalse();
  }

  @Test
  void firstBytesAfterAnAnswer_areStillOpening() {
    waited(A, 10 * MILLI, 0);
    assertThat(late(31, false)).isFalse();
    assertThat(late(32, false)).isTrue();
  }

  @Test
  void anotherNode_startsAnew_andBothAreSamples() {
    waited(A, 20 * MILLI, PACKET);
    assertThat(pace.isLate(B, 41 * MILLI, false, HEALTHY, meanwhile(1))).isFalse();
    waited(B, 3 * MILLI, PACKET);
    assertThat(pace.isLate(B, 21 * MILLI, false, HEALTHY, meanwhile(1))).isFalse();
    assertThat(pace.receivedBytes()).isEqualTo(2 * PACKET);
    assertThat(pace.waitedNanos()).isEqualTo(23 * MILLI);
    List<NodeSample> samples = pace.takeSamples(Outcome.ABORTED);
    assertThat(samples)
        .containsExactly(
            new NodeSample(A, PACKET, PACKET, 20 * MILLI, Outcome.FINISHED),
            new NodeSample(B, PACKET, PACKET, 3 * MILLI, Outcome.ABORTED));
    assertThat(pace.takeSamples(Outcome.FINISHED)).isEmpty();
  }

  @Test
  void unknownPace_isJudgedByTheColdOne() {
    waited(A, MILLI, PACKET);
    assertThat(pace.isLate(A, 25 * MILLI, false, 0, meanwhile(1))).isFalse();
    assertThat(pace.isLate(A, 26 * MILLI, false, 0, meanwhile(1))).isTrue();
  }

  @Test
  void waitInACrowdOfThreads_isLateThatManyTimesLater() {
    waited(A, MILLI, PACKET);
    assertThat(pace.isLate(A, 100 * MILLI, false, 0, meanwhile(4))).isFalse();
    assertThat(pace.isLate(A, 108 * MILLI, false, 0, meanwhile(4))).isTrue();
  }

  @Test
  void nodeThatSendsToOthersMeanwhile_isLateThatManyTimesLater() {
    waited(A, MILLI, PACKET);
    sentBytes += 3 * 4 * PACKET;
    assertThat(late(100, false)).as("three others got a slice each").isFalse();
    assertThat(late(101, false)).isTrue();
    sentBytes += 1 << 30;
    assertThat(late(150, false)).as("six readers, however much they get").isFalse();
    assertThat(late(151, false)).isTrue();
  }

  @Test
  void whatOthersGotInTheSlicesWaits_isAddedUp() {
    waited(A, MILLI, PACKET);
    pace.waiting(sentBytes);
    sentBytes += 5 * PACKET;
    pace.waited(A, 10 * MILLI, PACKET, sentBytes);
    pace.waiting(sentBytes);
    assertThat(late(40, false)).as("10 + 40 ms for two slices").isFalse();
    assertThat(late(41, false)).isTrue();
  }

  @Test
  void whatOthersGotWhileNobodyWaitedHere_isNoExcuse() {
    waited(A, MILLI, PACKET);
    sentBytes += 1 << 30;
    pace.waiting(sentBytes);
    assertThat(late(26, false)).isTrue();
  }

  @Test
  void nodeThatOthersShare_isNoSlowerForThat() {
    pace.waiting(sentBytes);
    sentBytes += 3L * PACKET;
    pace.waited(A, 30 * MILLI, PACKET, sentBytes);
    List<NodeSample> samples = pace.takeSamples(Outcome.FINISHED);
    assertThat(samples).extracting(NodeSample::receivedBytes).containsExactly((long) PACKET);
    assertThat(samples).extracting(NodeSample::busyNanos).containsExactly(10 * MILLI);
  }

  @Test
  void firstWaitAtANode_countsWhatOthersGet() {
    pace.waiting(sentBytes);
    sentBytes += 4 * PACKET;
    assertThat(late(83, true)).as("twice 12 + 30 ms").isFalse();
    assertThat(late(85, true)).isTrue();
  }
}
