package io.evenkeel.client.nodes;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.policy.load.Statistics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/**
 * What the reads of this process have lately seen of the storage nodes. Paces of lanes that lagged
 * never feed the expectation: else one straggler would make lateness look normal. Thread-safe.
 */
final class RecentReads {
  private static final int PACES_KEPT = 32;
  private static final double SLOW_FACTOR = 2;

  /** What slices take that are so many times longer does not compare. */
  private static final int COMPARABLE_TIMES = 4;

  private final Deque<Double> paces = new ArrayDeque<>();
  private final Deque<Double> cachePaces = new ArrayDeque<>();
  private final Map<NodeId, Long> slowUntilNanos = new HashMap<>();

  private final Function<NodeId, NodeTraffic> traffic;
  private final long pacedBytesMin;

  /** The view while no node is slow; its pace is the median of those kept. */
  private ClusterView calm;

  /**
   * @param traffic what its views say of the nodes' traffic
   * @param pacedBytesMin a lane whose longest slice is shorter says nothing of its node's pace
   */
  RecentReads(Function<NodeId, NodeTraffic> traffic, long pacedBytesMin) {
    this.traffic = traffic;
    this.pacedBytesMin = pacedBytesMin;
    this.calm = ClusterView.unknown().withTraffic(traffic);
  }

  /** The pace of healthy storage nodes; 0 while it is not known. */
  synchronized double storageNanosPerByte() {
    return calm.expectedNanosPerByte(SourceKind.STORAGE);
  }

  /** Takes how fast lanes were; answers whom they found lagging. */
  synchronized List<NodeId> add(ReadReport report) {
    List<NodeId> lagging = new ArrayList<>();
    for (LaneReport lane : report.lanes()) {
      if (lane.source().kind() == SourceKind.CACHE) {
        addCache(lane);
      } else if (hasLagged(lane, report)) {
        lagging.add(lane.source().node());
      } else if (saysPace(lane)) {
        paced(lane.nanosPerByte());
      }
    }
    return lagging;
  }

  /**
   * The median pace of the lanes that were never late, at slices about as long; 0 when there is
   * none.
   */
  private static double paceInTime(ReadReport report, int pacedBytes) {
    return median(
        report.lanes().stream()
            .filter(lane -> lane.source().kind() == SourceKind.STORAGE && lane.lateSlices() == 0)
            .filter(lane -> isComparable(lane.pacedBytes(), pacedBytes))
            .filter(lane -> lane.outcome() != Outcome.FAILED && lane.outcome() != Outcome.PARKED)
            .map(LaneReport::nanosPerByte)
            .filter(pace -> pace > 0)
            .toList());
  }

  /** Without a stream: every stream that is closed asks for it. */
  private static double median(Collection<Double> paces) {
    double[] values = new double[paces.size()];
    int count = 0;
    for (double pace : paces) {
      values[count++] = pace;
    }
    return Statistics.median(values);
  }

  /** A node is to be avoided for so long, or longer if it is already. */
  synchronized void lagged(NodeId node, long avoidNanos, long nowNanos) {
    slowUntilNanos.merge(
        node, nowNanos + avoidNanos, (one, other) -> one - other > 0 ? one : other);
  }

  /** A node that did not lag was so fast. */
  synchronized void paced(double nanosPerByte) {
    keep(nanosPerByte, paces);
  }

  /** Of whom lags there is no memory: who does not find its parity in time reads without it. */
  private void addCache(LaneReport lane) {
    if (saysPace(lane) && lane.lateSlices() == 0) {
      keep(lane.nanosPerByte(), cachePaces);
    }
  }

  private boolean saysPace(LaneReport lane) {
    return lane.nanosPerByte() > 0
        && lane.pacedBytes() >= pacedBytesMin
        && lane.outcome() != Outcome.FAILED;
  }

  private void keep(double nanosPerByte, Deque<Double> latest) {
    latest.addLast(nanosPerByte);
    if (latest.size() > PACES_KEPT) {
      latest.removeFirst();
    }
    calm =
        ClusterView.of(List.of(), median(paces))
            .withCachePace(median(cachePaces))
            .withTraffic(traffic);
  }

  private static boolean isComparable(long one, long other) {
    return COMPARABLE_TIMES * Math.min(one, other) >= Math.max(one, other);
  }

  /** A lane that was late once and then kept the others' pace had a hiccup, no more. */
  private boolean hasLagged(LaneReport lane, ReadReport report) {
    if (lane.outcome() == Outcome.PARKED) {
      return true;
    }
    if (lane.lateSlices() == 0 || lane.nanosPerByte() == 0) {
      return lane.lateSlices() > 0;
    }
    boolean isLong = lane.pacedBytes() >= pacedBytesMin;
    double known = isLong ? storageNanosPerByte() : 0;
    double expected = known > 0 ? known : paceInTime(report, lane.pacedBytes());
    // Of a few bytes by themselves nothing says what they may take.
    return (isLong || expected > 0) && lane.nanosPerByte() > SLOW_FACTOR * expected;
  }

  /**
   * @param slowMost with more slow ones than so many, only those are that were before the others
   * @param before which these are, where so many can be slow at once
   */
  synchronized ClusterView view(
      long nowNanos, IntSupplier slowMost, IntFunction<Set<NodeId>> before) {
    if (slowUntilNanos.isEmpty()) {
      return calm;
    }
    slowUntilNanos.values().removeIf(until -> until - nowNanos <= 0);
    int most = slowMost.getAsInt();
    Set<NodeId> believed =
        slowUntilNanos.size() <= most ? slowUntilNanos.keySet() : before.apply(most);
    List<NodeView> slow =
        slowUntilNanos.keySet().stream()
            .filter(believed::contains)
            .map(n -> new NodeView(n, true, "lagged in a recent read of this process"))
            .toList();
    return slow.isEmpty() ? calm : calm.with(slow);
  }
}
