package io.evenkeel.client.nodes;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.SplittableRandom;

/** A {@link NodeBook} in virtual time, and what happens to it. */
final class BookScene {
  static final long MILLI = 1_000_000;
  static final int SIZE = 64 << 10;
  static final ReadKind KIND = ReadKind.of(SIZE);
  static final NodeId SLOW = node(0);

  /** Twice 64 KiB. */
  static final ProbeRule PROBE = new ProbeRule(SIZE, KIND, false, false);

  /** One that was granted at some time. */
  static final GrantedProbe GRANTED = new GrantedProbe(SLOW, PROBE, false);

  final ManualScheduler time = new ManualScheduler();
  final NodeBook book =
      new NodeBook(time, new SplittableRandom(26)::nextLong, ReadLimits.defaults(), 1, entry -> {});

  static NodeId node(int number) {
    return new NodeId("datanode-" + number + ":9866");
  }

  /** Small reads of six nodes, each of which has taken so long. */
  void took(ReadKind kind, long nanos) {
    for (int i = 0; i < 300; i++) {
      book.shortRead(node(i % 6), kind, SmallReads.ALONE, nanos, false);
    }
  }

  /** A stock stream has read so much of a node that nobody asks about. */
  void bring(int mebibytes) {
    stretchEnded(99, (long) mebibytes << 20, Outcome.ABORTED);
  }

  /** A little was read of the first nodes, so that it is known that there are so many. */
  void meet(int nodes) {
    for (int i = 0; i < nodes; i++) {
      stretchEnded(i, SIZE, Outcome.FINISHED);
    }
  }

  void stretchEnded(int node, long bytes, Outcome outcome) {
    book.stretchEnded(new NodeSample(node(node), bytes, bytes, MILLI, outcome));
  }

  /** A lane that was asked for 64 KiB was left. */
  void laneLeft(NodeId node, int lateSlices, long receivedBytes, long busyNanos) {
    BlockReplica source = new BlockReplica(new BlockVersion("pool", 1, 1, SIZE), node);
    book.laneEnded(
        new LaneReport(
            source, 1, SIZE, receivedBytes, lateSlices, 0, 0, busyNanos, Outcome.ABORTED, ""),
        false);
  }
}
