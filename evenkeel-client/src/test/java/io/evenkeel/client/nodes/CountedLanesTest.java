package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Lane;
import io.evenkeel.core.port.LaneSource.Receiver;
import io.evenkeel.core.port.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountedLanesTest {
  private static final NodeId NODE = new NodeId("datanode-1:9866");
  private final NodeTraffics traffics = new NodeTraffics();
  private final Company company = new Company();
  private final List<NodeId> heard = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final Lane inner =
      new Lane() {
        @Override
        public void request(Slice slice) {
          events.add("request " + slice.offset());
        }

        @Override
        public void abort() {
          events.add("abort");
        }
      };
  private final Receiver reader =
      new Receiver() {
        @Override
        public void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof) {
          events.add("arrived " + slice.offset());
        }

        @Override
        public void missed(Slice slice, Throwable cause) {
          events.add("missed " + slice.offset());
        }

        @Override
        public void failed(Throwable cause) {
          events.add("failed");
        }

        @Override
        public void received(int bytes) {
          events.add("received " + bytes);
        }
      };

  private long nowNanos;
  private final QueueBook queues = new QueueBook(() -> nowNanos, () -> 1, traffics);

  /** What the lane tells. */
  private Receiver teller;

  private final CountedLanes lanes =
      new CountedLanes(
          (source, end, buffers, receiver) -> {
            teller = receiver;
            return inner;
          },
          traffics,
          queues,
          company,
          heard::add,
          (node, nanos) -> {});

  private Lane open() {
    return lanes.open(new Place(), 100, new BufferPool(100, 1), reader);
  }

  /** 100 ns a lane, at 1 ns a byte: of 10 bytes it waits 90. What comes after that is no wait. */
  @Test
  void whatTheFirstSliceTook_beyondItsBytes_isWhatReadsWaitThere() {
    for (int i = 0; i < 80; i++) {
      Lane lane = open();
      lane.request(new Slice(1, 0, 10));
      lane.request(new Slice(2, 10, 10));
      nowNanos += 100;
      teller.arrived(new Slice(1, 0, 10), ByteBuffer.allocate(10), null);
      nowNanos += 5000;
      teller.arrived(new Slice(2, 10, 10), ByteBuffer.allocate(10), null);
    }
    assertThat(queues.usualNanos(NODE)).isBetween(89.9, 90.1);
  }

  /** Whoever is left would otherwise seem to have no queue. */
  @Test
  void whatIsLate_hasWaitedSoLongAtLeast() {
    for (int i = 0; i < 80; i++) {
      Lane lane = open();
      lane.request(new Slice(1, 0, 10));
      nowNanos += 100;
      lane.late();
      nowNanos += 100;
      lane.abort();
    }
    assertThat(queues.usualNanos(NODE)).isBetween(99.9, 100.1);
  }

  private record Place() implements Source {
    @Override
    public NodeId node() {
      return NODE;
    }

    @Override
    public SourceKind kind() {
      return SourceKind.STORAGE;
    }
  }

  private long outstandingBytes() {
    return traffics.of(NODE).outstandingBytes();
  }

  @Test
  void sliceIsOutstanding_untilItHasArrivedOrWasMissed() {
    Lane lane = open();
    Slice first = new Slice(0, 0, 10);
    Slice second = new Slice(1, 10, 30);
    lane.request(first);
    lane.request(second);
    assertThat(outstandingBytes()).isEqualTo(40);
    assertThat(company.now()).as("one lane waits").isEqualTo(1);
    assertThat(heard).isEmpty();
    teller.received(7);
    assertThat(heard).containsExactly(NODE);
    assertThat(outstandingBytes()).isEqualTo(40);
    teller.arrived(first, ByteBuffer.allocate(10), null);
    assertThat(outstandingBytes()).isEqualTo(30);
    teller.missed(second, new IOException("not there"));
    assertThat(outstandingBytes()).isZero();
    assertThat(company.now()).isZero();
    assertThat(events)
        .containsExactly("request 0", "request 10", "received 7", "arrived 0", "missed 10");
  }

  /** Or 32 that hang would make everybody patient. */
  @Test
  void aLaneThatIsLate_waitsForItsNodeAlone_untilItBringsSomething() {
    Lane lane = open();
    Slice first = new Slice(0, 0, 10);
    lane.request(first);
    lane.request(new Slice(1, 10, 10));
    lane.late();
    assertThat(company.now()).isZero();
    assertThat(outstandingBytes()).isEqualTo(20);
    lane.request(new Slice(2, 20, 10));
    assertThat(company.now()).isZero();
    teller.arrived(first, ByteBuffer.allocate(10), null);
    assertThat(company.now()).isEqualTo(1);
  }

  @Test
  void besidesARead_isWhatOthersRead() {
    Lane lane = open();
    Slice slice = new Slice(0, 0, 10);
    lane.request(slice);
    assertThat(lanes.besides(NODE)).isEqualTo(NodeTraffic.NONE);
    traffics.addOutstanding(NODE, 5);
    assertThat(lanes.besides(NODE)).isEqualTo(new NodeTraffic(0, 5));
    teller.arrived(slice, ByteBuffer.allocate(10), null);
    assertThat(lanes.besides(NODE)).as("others' stays").isEqualTo(new NodeTraffic(0, 5));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lanesEnd_takesBackWhatIsOutstanding_once(boolean aborted) {
    Lane lane = open();
    Slice slice = new Slice(0, 0, 10);
    lane.request(slice);
    open().request(new Slice(0, 0, 5));
    Receiver latest = teller;
    if (aborted) {
      lane.abort();
      lane.abort();
    } else {
      latest.failed(new IOException("gone"));
      latest.failed(new IOException("gone"));
    }
    assertThat(outstandingBytes()).isEqualTo(aborted ? 5 : 10);
    assertThat(company.now()).as("the other").isEqualTo(1);
    if (!aborted) {
      latest.arrived(slice, ByteBuffer.allocate(5), null);
      assertThat(outstandingBytes()).isEqualTo(10);
    }
  }

  @Test
  void rate_isThatOfTheLatestStretches() {
    assertThat(traffics.of(NODE).bytesPerSecond()).isZero();
    traffics.sampled(sample(1 << 20, 1_000_000_000, Outcome.FINISHED));
    assertThat(traffics.of(NODE).bytesPerSecond()).isEqualTo(1 << 20);
    traffics.sampled(sample(1 << 20, 1_000_000_000, Outcome.ABORTED));
    traffics.sampled(sample(1000, 1_000_000_000, Outcome.FINISHED));
    traffics.sampled(sample(1 << 20, 0, Outcome.FINISHED));
    assertThat(traffics.of(NODE).bytesPerSecond()).as("say nothing").isEqualTo(1 << 20);
    // A fifth of the way to 6 MiB a second.
    traffics.sampled(sample(6 << 20, 1_000_000_000, Outcome.FINISHED));
    assertThat(traffics.of(NODE).bytesPerSecond()).isEqualTo(2 << 20);
  }

  private static NodeSample sample(long bytes, long nanos, Outcome outcome) {
    return new NodeSample(NODE, bytes, bytes, nanos, outcome);
  }

  @Test
  void forgetsNodes_butNotWhatIsOutstanding() {
    traffics.addOutstanding(NODE, 10);
    for (int i = 0; i < 10_000; i++) {
      traffics.sampled(
          new NodeSample(new NodeId("node-" + i + ":1"), 1 << 20, 1 << 20, 1000, Outcome.FINISHED));
    }
    assertThat(outstandingBytes()).isEqualTo(10);
    traffics.addOutstanding(NODE, -10);
    assertThat(outstandingBytes()).isZero();
    assertThat(traffics.of(new NodeId("node-1:1"))).isEqualTo(NodeTraffic.NONE);
  }

  private record Cache() implements Source {
    @Override
    public NodeId node() {
      return new NodeId("redis-1:6379");
    }

    @Override
    public SourceKind kind() {
      return SourceKind.CACHE;
    }
  }

  @Test
  void whatIsAskedOfACacheNode_isNotReportedAsAStorageNodes() {
    QueueBook book = new QueueBook(() -> 0, () -> 1, traffics);
    new CountedLanes(
            (source, end, buffers, receiver) -> inner,
            traffics,
            book,
            company,
            heard::add,
            (node, nanos) -> {})
        .open(new Cache(), 100, new BufferPool(100, 1), reader)
        .request(new Slice(0, 0, 100));
    assertThat(book.beginReport()).isEmpty();
  }
}
