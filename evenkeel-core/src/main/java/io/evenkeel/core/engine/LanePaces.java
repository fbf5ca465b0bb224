package io.evenkeel.core.engine;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** What one read has seen of the pace of its lanes, and which nodes lagged lately. */
final class LanePaces {
  /** The pace to expect is that of so many latest lanes. */
  private static final int PEERS_MAX = 64;

  /** Who is known to be slow, and not how slow, takes so many times as long as others. */
  private static final int SLOW_TIMES = 8;

  /** Nodes of which one is less than so many times slower than another are taken for alike. */
  private static final int SLOWNESS_STEP = 4;

  private final Scheduler scheduler;
  private final ReadLimits limits;
  private final Deque<ReadLane> latest = new ArrayDeque<>();
  private final Map<NodeId, Long> laggingUntilNanos = new HashMap<>();

  /** When a slice last came from a node. */
  private final Map<NodeId, Long> arrivedNanos = new HashMap<>();

  /** When the first slice came from a source of that kind. */
  private final Map<SourceKind, Long> firstNanos = new EnumMap<>(SourceKind.class);

  private ClusterView view = ClusterView.unknown();

  LanePaces(Scheduler scheduler, ReadLimits limits) {
    this.scheduler = scheduler;
    this.limits = limits;
  }

  /** What is known from outside this read. */
  void expect(ClusterView known) {
    view = known;
  }

  double crowd() {
    return view.crowd();
  }

  void opened(ReadLane lane) {
    latest.addLast(lane);
    if (latest.size() > PEERS_MAX) {
      latest.removeFirst();
    }
  }

  void lagged(NodeId node) {
    laggingUntilNanos.put(node, scheduler.nanoTime() + limits.lagMemoryNanos());
  }

  /** A slice has come: a hiccup must not make a healthy node one to avoid for seconds. */
  void arrived(Source source, long nanos, boolean wasInTime) {
    firstNanos.putIfAbsent(source.kind(), nanos);
    arrivedNanos.put(source.node(), nanos);
    if (wasInTime) {
      laggingUntilNanos.remove(source.node());
    }
  }

  /** Whether a slice has come from a node since then. */
  boolean hasArrivedSince(NodeId node, long nanos) {
    Long last = arrivedNanos.get(node);
    return last != null && last - nanos > 0;
  }

  /** Whether a node lagged lately. */
  boolean isLagging(NodeId node) {
    Long until = laggingUntilNanos.get(node);
    return until != null && until - scheduler.nanoTime() > 0;
  }

  /** The nodes that lagged lately. */
  Set<NodeId> lagging() {
    long now = scheduler.nanoTime();
    laggingUntilNanos.values().removeIf(until -> until - now <= 0);
    return new HashSet<>(laggingUntilNanos.keySet());
  }

  /**
   * When the slice at a lane's head is late; empty when it owes none.
   *
   * @param times as {@link LaneTracker#lateAtNanos}, and what follows
   */
  OptionalLong lateAt(ReadLane lane, LaneTracker tracker, double times, long headBytes) {
    double pace = expected(lane, tracker.headLengthBytes());
    OptionalLong usual = tracker.lateAtNanos(pace, times, headBytes);
    boolean knowsNone = view.expectedNanosPerByte(lane.source().kind()) == 0;
    if (usual.isEmpty() || limits.firstNanos() == 0 || !knowsNone || !tracker.isOpening()) {
      return usual;
    }
    // A new process: what lanes take is also the time in which it loads its code.
    Long first = firstNanos.get(lane.source().kind());
    long headSince = tracker.headSinceNanos();
    if (first == null) {
      return hasPeer(lane) ? later(usual, headSince + limits.firstNanos()) : usual;
    }
    long cold = tracker.lateAtNanos(0, times, headBytes).getAsLong();
    return sooner(usual, cold + Math.max(0, first - headSince));
  }

  private static OptionalLong later(OptionalLong one, long other) {
    return other - one.getAsLong() > 0 ? OptionalLong.of(other) : one;
  }

  private static OptionalLong sooner(OptionalLong one, long other) {
    return other - one.getAsLong() < 0 ? OptionalLong.of(other) : one;
  }

  private boolean hasPeer(ReadLane lane) {
    for (ReadLane peer : latest) {
      if (peer.source().kind() == lane.source().kind()
          && !peer.source().node().equals(lane.source().node())
          && peer.owesLive()) {
        return true;
      }
    }
    return false;
  }

  /** The pace that a node's latest lane has shown at slices not much shorter; 0 for none. */
  private double shown(NodeId node, int lengthBytes) {
    for (Iterator<ReadLane> newest = latest.descendingIterator(); newest.hasNext(); ) {
      ReadLane lane = newest.next();
      double pace = lane.source().node().equals(node) ? lane.nanosPerByteShown(lengthBytes) : 0;
      if (pace > 0) {
        return pace;
      }
    }
    return 0;
  }

  /** How long a source is likely to take for a slice. */
  double likelyNanos(Source source, int lengthBytes) {
    return limits.openNanos() + likely(source.node(), source.kind(), lengthBytes) * lengthBytes;
  }

  /** A node's pace as it has shown, or else as nodes have of that kind. */
  private double likely(NodeId node, SourceKind kind, int lengthBytes) {
    double pace = shown(node, lengthBytes);
    if (pace > 0) {
      return pace;
    }
    double usual = expected(null, kind, lengthBytes);
    double healthy = usual > 0 ? usual : limits.coldNanosPerByte();
    return view.isSlow(node) ? SLOW_TIMES * healthy : healthy;
  }

  /**
   * How slow the nodes to avoid are, in steps so large that they hardly change places: whoever is
   * asked by turns sends what nobody wants in between.
   */
  Map<NodeId, Integer> slowness() {
    Map<NodeId, Integer> slowness = new HashMap<>();
    Set<NodeId> avoided = lagging();
    view.nodes().stream().filter(NodeView::slow).forEach(slow -> avoided.add(slow.node()));
    for (NodeId node : avoided) {
      double pace = likely(node, SourceKind.STORAGE, 0);
      slowness.put(node, (int) Math.round(Math.log(pace) / Math.log(SLOWNESS_STEP)));
    }
    return slowness;
  }

  private double expected(ReadLane lane, int lengthBytes) {
    return expected(lane, lane.source().kind(), lengthBytes);
  }

  /**
   * The median pace of healthy lanes of one kind at slices not much shorter, of an even number the
   * slower of the two in the middle; else what is known outside.
   *
   * @param but one that is to be compared with it; null for none
   */
  private double expected(ReadLane but, SourceKind kind, int lengthBytes) {
    double[] paces = new double[latest.size()];
    int count = 0;
    for (ReadLane peer : latest) {
      boolean isPeer = peer != but && peer.source().kind() == kind;
      double pace = isPeer ? peer.nanosPerByteAlone(lengthBytes) : 0;
      if (pace > 0 && !laggingUntilNanos.containsKey(peer.source().node())) {
        paces[count++] = pace;
      }
    }
    Arrays.sort(paces, 0, count);
    return count == 0 ? view.expectedNanosPerByte(kind) : paces[count / 2];
  }
}
