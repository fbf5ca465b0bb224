package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An RS-3-2 group on nodes that take 30 ns for a byte: 31.5 ms for a MiB. */
class QueueDirectionTest {
  private static final long MIB = 1 << 20;
  private static final IndexSet NONE = IndexSet.empty();

  private final ManualScheduler time = new ManualScheduler();
  private final NodeTraffics traffics = new NodeTraffics(1, time::nanoTime);
  private final ClusterView view = ClusterView.of(List.of(), 30).withTraffic(traffics::of);
  private final QueueBook book = new QueueBook(time::nanoTime, () -> 30, traffics);
  private final QueueDirection direction =
      new QueueDirection(book, TimeUnit.MILLISECONDS.toNanos(25));

  private static NodeId node(int index) {
    return new NodeId("dn" + index + ":1");
  }

  private void outstanding(int index, long bytes) {
    traffics.addOutstanding(node(index), bytes);
  }

  private static Direction.Request request(long taskBytes, int... wanted) {
    CodeSpec code = CodeSpec.parse("rs-3-2");
    CellGeometry geometry = new CellGeometry(code, (int) MIB, 30 * MIB);
    List<BlockVersion> blocks = new ArrayList<>();
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      blocks.add(new BlockVersion("pool", i, 1, 10 * MIB));
      nodes.add(List.of(node(i)));
    }
    BlockGroup group = new BlockGroup(0, 0, geometry, blocks, nodes);
    return new Direction.Request(group, IndexSet.of(wanted), IndexSet.range(0, 3), taskBytes);
  }

  private IndexSet rows(ClusterView of) {
    return direction.avoided(request(MIB, 0, 1, 2), of);
  }

  private IndexSet small() {
    return direction.avoided(request(65536, 0), view);
  }

  @Test
  void nothingOutstanding_isNoReasonToGoElsewhere() {
    assertThat(rows(view)).isEqualTo(NONE);
    assertThat(small()).isEqualTo(NONE);
    assertThat(direction.mayAvoidReplicas()).isFalse();
  }

  @Test
  void ownReads_areKeptOffOwnQueues() {
    outstanding(0, 3 * MIB);
    assertThat(rows(view)).isEqualTo(IndexSet.of(0, 4));
    assertThat(small()).isEqualTo(IndexSet.of(0, 4));
    outstanding(0, -3 * MIB);
    assertThat(rows(view)).as("it has come").isEqualTo(NONE);
  }

  /** One block group is planned while the end of the last is still to come. */
  @Test
  void whatAReadHasAskedForItself_isNoReasonToGoElsewhere() {
    outstanding(0, 3 * MIB);
    NodeTraffic none = NodeTraffic.NONE;
    assertThat(rows(view.withTraffic(node -> none))).as("all is its own").isEqualTo(NONE);
  }

  @Test
  void whatOthersHaveOutstanding_counts_untilNobodyTellsOfIt() {
    outstanding(0, 2 * MIB);
    book.beginReport();
    // It came back in the meantime, and the answer was to what was told.
    outstanding(0, -MIB);
    book.told(new QueueAnswer(List.of(new Queued(node(0), 12 * MIB, 10 * MIB))));
    assertThat(queuedBytes(0)).as("1 of its own, 10 of the others").isEqualTo(11.0 * MIB);
    assertThat(direction.mayAvoidReplicas()).isTrue();
    assertThat(rows(view)).isEqualTo(IndexSet.of(0, 4));
    time.advance(TimeUnit.MILLISECONDS.toNanos(300));
    assertThat(queuedBytes(0)).as("half of the others' after .3 s").isEqualTo(6.0 * MIB);
    time.advance(TimeUnit.MILLISECONDS.toNanos(2700));
    assertThat(queuedBytes(0)).isEqualTo(MIB);
    assertThat(rows(view)).isEqualTo(NONE);
  }

  private double queuedBytes(int index) {
    return book.queue(node(index), view).queuedBytes();
  }

  @Test
  void whatWasToldLongAgo_keepsNobodyBusy() {
    book.beginReport();
    book.told(new QueueAnswer(List.of(new Queued(node(0), 12 * MIB, 10 * MIB))));
    assertThat(direction.mayAvoidReplicas()).isTrue();
    time.advance(TimeUnit.MINUTES.toNanos(10));
    assertThat(direction.mayAvoidReplicas()).isFalse();
  }

  @Test
  void aStockRead_isNobodysToFail_whenNobodyCanBeTold() {
    book.whenAsked(
        () -> {
          throw new IllegalStateException("no random numbers here");
        });
    AwaitedBytes read = book.awaited();
    read.waits(node(0), MIB);
    assertThat(queuedBytes(0)).isEqualTo(MIB);
  }

  @Test
  void aReport_isTheMostLoadedNodes() {
    for (int i = 0; i < 300; i++) {
      outstanding(i, i);
    }
    assertThat(book.beginReport())
        .hasSize(256)
        .startsWith(new Queued(node(299), 299, 0))
        .endsWith(new Queued(node(44), 44, 0));
  }

  @Test
  void partsOfRows_areDirectedForAQuarterOfTheReads() {
    outstanding(0, 3 * MIB);
    int directed = 0;
    for (int i = 0; i < 1000; i++) {
      directed += small().equals(NONE) ? 0 : 1;
    }
    assertThat(directed).as("and sixteen at once").isBetween(250, 266);
    assertThat(rows(view)).as("whole rows cost nothing").isNotEqualTo(NONE);
  }

  @Test
  void aSmallReadAroundASlowNode_isFromThoseThatHaveLeastToDo_howeverManyThereAre() {
    ClusterView slow = view.with(List.of(new NodeView(node(0), true, "late")));
    assertThat(direction.avoided(request(65536, 0), slow)).as("nobody waits").isEqualTo(NONE);
    outstanding(2, MIB);
    for (int i = 0; i < 1000; i++) {
      assertThat(direction.avoided(request(65536, 0), slow)).isEqualTo(IndexSet.of(0, 2));
    }
  }

  @Test
  void withMostNodesFull_nobodyIsKeptOff() {
    outstanding(0, 100 * MIB);
    outstanding(1, 60 * MIB);
    outstanding(2, 50 * MIB);
    outstanding(3, 10 * MIB);
    assertThat(rows(view)).as("three of four, and of others nothing is known").isNotEqualTo(NONE);
    outstanding(4, MIB);
    time.advance(TimeUnit.MILLISECONDS.toNanos(100));
    assertThat(rows(view)).as("three of five wait for more than a second").isEqualTo(NONE);
    outstanding(5, MIB);
    time.advance(TimeUnit.MILLISECONDS.toNanos(100));
    assertThat(rows(view)).as("three of six").isEqualTo(IndexSet.of(0, 1));
  }

  @Test
  void nodesThatWereReadLongAgo_doNotSayWhatMostAreLike() {
    for (int i = 5; i < 20; i++) {
      outstanding(i, MIB);
      outstanding(i, -MIB);
    }
    outstanding(0, 100 * MIB);
    outstanding(1, 60 * MIB);
    outstanding(2, 50 * MIB);
    outstanding(3, 10 * MIB);
    outstanding(4, MIB);
    assertThat(rows(view)).as("three of twenty").isNotEqualTo(NONE);
    time.advance(TimeUnit.MINUTES.toNanos(1));
    assertThat(rows(view)).as("three of the five that are read").isEqualTo(NONE);
  }

  @Test
  void whereAnAnswerIsFull_thoseThatItDoesNotNameMayBeAsFullAsTheLast() {
    for (int i = 0; i < 600; i++) {
      outstanding(i, 0);
    }
    List<Queued> longest = new ArrayList<>(List.of(new Queued(node(0), 101 * MIB, 0)));
    for (int i = 345; i < 600; i++) {
      longest.add(new Queued(node(i), 100 * MIB, 0));
    }
    book.beginReport();
    book.told(new QueueAnswer(longest.subList(0, 255)));
    assertThat(rows(view)).as("others have nothing").isNotEqualTo(NONE);
    time.advance(TimeUnit.MILLISECONDS.toNanos(100));
    book.told(new QueueAnswer(longest));
    assertThat(rows(view)).isEqualTo(NONE);
  }

  @Test
  void slowNodes_areWaitedForByNobody_andInACrowdAllTakesLonger() {
    outstanding(0, 3 * MIB);
    ClusterView slow = view.with(List.of(new NodeView(node(0), true, "late")));
    assertThat(rows(slow)).as("reads go around it anyway").isEqualTo(NONE);
    assertThat(rows(view.inCrowd(3))).isNotEqualTo(NONE);
    assertThat(rows(view.inCrowd(4))).as("94 ms, of 4 x 25").isEqualTo(NONE);
  }

  @Test
  void aStockRead_countsWhileItWaits() {
    AwaitedBytes first = book.awaited();
    AwaitedBytes second = book.awaited();
    first.waits(node(0), 2 * MIB);
    second.waits(node(0), MIB);
    assertThat(direction.mayAvoidReplicas()).isTrue();
    List<NodeId> replicas = List.of(node(0), node(1), node(2));
    assertThat(direction.avoidedReplicas(replicas, view)).isEqualTo(IndexSet.of(0));
    first.came();
    first.came();
    assertThat(queuedBytes(0)).isEqualTo(MIB);
    assertThat(direction.avoidedReplicas(replicas, view)).as("one cell").isEqualTo(NONE);
    second.waits(node(1), MIB);
    assertThat(queuedBytes(0)).isZero();
    second.came();
    assertThat(direction.mayAvoidReplicas()).isFalse();
  }

  @Test
  void twoStreamsAtTwoNodes_areNoQueue() {
    AwaitedBytes one = book.awaited();
    one.waits(node(0), MIB);
    book.awaited().waits(node(1), MIB);
    assertThat(direction.mayAvoidReplicas()).as("no node has more than a MiB").isFalse();
    book.awaited().waits(node(0), 1);
    assertThat(direction.mayAvoidReplicas()).isTrue();
    one.came();
    assertThat(direction.mayAvoidReplicas()).isFalse();
  }

  @Test
  void whatWasNotReported_isNotTakenFromOthers() {
    for (int i = 0; i < 300; i++) {
      outstanding(i, (i + 1) * MIB);
    }
    outstanding(299, 1000 * MIB);
    // Without node 0, and of the last one only what is believed.
    assertThat(book.beginReport()).hasSize(256).contains(new Queued(node(299), 256 * MIB, 0));
    book.told(
        new QueueAnswer(
            List.of(new Queued(node(0), MIB / 2, 0), new Queued(node(299), 257 * MIB, 0))));
    assertThat(queuedBytes(0)).isEqualTo(1.5 * MIB);
    assertThat(queuedBytes(299)).isEqualTo(1301.0 * MIB);
  }

  @Test
  void aNodeThatServesSmallReadsFast_isNotLeftForTwentyOfThem() {
    int size = 64 << 10;
    NodeBook own =
        new NodeBook(
            time, new SplittableRandom(26)::nextLong, ReadLimits.defaults(), 1, entry -> {});
    QueueDirection byOwn = new QueueDirection(own.queues(), TimeUnit.MILLISECONDS.toNanos(25));
    for (int i = 0; i < 100; i++) {
      own.stretchEnded(
          new NodeSample(
              node(0), size, size, TimeUnit.MICROSECONDS.toNanos(200), Outcome.FINISHED));
    }
    for (int i = 0; i < 20; i++) {
      own.queues().awaited().waits(node(0), size);
    }
    assertThat(byOwn.avoidedReplicas(List.of(node(0), node(1), node(2)), own.view()))
        .as("20 x 0.2 ms")
        .isEqualTo(IndexSet.empty());
  }
}
