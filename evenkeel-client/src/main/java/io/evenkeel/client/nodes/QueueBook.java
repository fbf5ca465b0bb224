package io.evenkeel.client.nodes;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.policy.direct.BlockDirector;
import io.evenkeel.policy.direct.NodeQueue;
import io.evenkeel.policy.layout.Direction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * What waits at the storage nodes, as far as this process knows: what it has asked of them itself
 * and not got, exactly; and what the manager has told of others, as it was when they told it. By
 * that it directs reads before anything is late. Without a manager it is the first alone.
 * Thread-safe.
 */
public final class QueueBook implements Direction {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * A cell, and what a slice is late after at the soonest; of parts of rows what a detour takes.
   */
  private static final BlockDirector.Gain LEAST_GAIN =
      new BlockDirector.Gain(
          1 << 20, TimeUnit.MILLISECONDS.toNanos(25), TimeUnit.MILLISECONDS.toNanos(2));

  /** A node at which so much time waits is full. */
  private static final double FULL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** As the manager forgets who says no more. */
  private static final long FORGET_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** So many full nodes are never most of them, however few are known. */
  private static final int FEW = 2;

  private static final long FULL_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Of what is not known yet. */
  private static final double COLD_NANOS_PER_BYTE = 30;

  /** Of parts of rows, which cost k times their bytes: as of all that is asked around nodes. */
  private static final double PART_SHARE = 0.25;

  private static final double PARTS_AT_ONCE = 16;

  private final LongSupplier nanoTime;

  /** Of healthy nodes; 0 while nobody knows. */
  private final DoubleSupplier nanosPerByte;

  private final NodeTraffics traffics;
  private final long byteScale;
  private volatile Runnable used = () -> {};

  /** What this process itself had outstanding when it last told. */
  private Map<NodeId, Long> reported = Map.of();

  /** What others had at that time. */
  private Map<NodeId, NodeQueue> others = Map.of();

  private long toldNanos;

  /** Whether any of them has more queued than is worth leaving a node for. */
  private volatile boolean isLongTold;

  /** How many more parts of rows may be directed now. */
  private double parts = PARTS_AT_ONCE;

  private boolean isMostFull;
  private long fullLookedNanos = Long.MIN_VALUE / 2;

  /**
   * @param nanosPerByte the pace of healthy nodes; 0 while nobody knows
   * @param byteScale for how many bytes one stands
   */
  QueueBook(
      LongSupplier nanoTime, DoubleSupplier nanosPerByte, NodeTraffics traffics, long byteScale) {
    this.nanoTime = nanoTime;
    this.nanosPerByte = nanosPerByte;
    this.traffics = traffics;
    this.byteScale = byteScale;
  }

  /** That of a process that has asked for nothing itself, and has just been told this. */
  public static QueueBook asTold(QueueAnswer answer) {
    QueueBook book = new QueueBook(() -> 0, () -> 0, new NodeTraffics(), 1);
    book.told(answer);
    return book;
  }

  /**
   * From now on this is run whenever something is asked of a node.
   *
   * @param task must be quick
   */
  public void whenUsed(Runnable task) {
    used = task;
  }

  /** Something was asked of a storage node. */
  void asked() {
    used.run();
  }

  /** What one stock read waits for, which waits for nothing yet. */
  public Awaited awaited() {
    return new Awaited();
  }

  /** What a stock read, or a stream, waits for at a node counts as outstanding while it does. */
  public final class Awaited {
    private NodeId node;
    private long bytes;

    private Awaited() {}

    /**
     * It waits.
     *
     * @param awaitedBytes for what
     * @param opening whether it has just asked for them
     */
    public synchronized void waits(NodeId at, long awaitedBytes, boolean opening) {
      came();
      node = at;
      bytes = awaitedBytes;
      traffics.outstanding(at, awaitedBytes);
      if (opening) {
        asked();
      }
    }

    /** It waits no more. */
    public synchronized void came() {
      if (node != null) {
        traffics.outstanding(node, -bytes);
        node = null;
      }
    }
  }

  // ---- what the manager is told, and tells ----

  /** What this process has outstanding now, the most first; the answer is to this. */
  synchronized List<Queued> beginReport() {
    reported = traffics.outstanding();
    List<Queued> own = new ArrayList<>();
    reported.forEach((node, bytes) -> own.add(new Queued(node, bytes, 0)));
    own.sort(Comparator.comparingLong(Queued::queuedBytes).reversed());
    return own.subList(0, Math.min(own.size(), ManagerApi.MAX_QUEUES_PER_REQUEST));
  }

  /** What all processes had outstanding, this one included, in answer to the report. */
  synchronized void told(QueueAnswer answer) {
    double usual = usualBytesPerSecond();
    Map<NodeId, NodeQueue> queues = new HashMap<>();
    boolean isAnyLong = false;
    for (Queued told : answer.nodes()) {
      long bytes = Math.max(0, told.queuedBytes() - reported.getOrDefault(told.node(), 0L));
      queues.put(told.node(), new NodeQueue(bytes, Math.max(usual, told.bytesPerSecond())));
      isAnyLong |= isLong(bytes);
    }
    others = queues;
    toldNanos = nanoTime.getAsLong();
    isLongTold = isAnyLong;
  }

  /**
   * What is believed to wait at a node.
   *
   * @param view who is slow, which is not waited for anyway
   */
  public synchronized NodeQueue queue(NodeId node, ClusterView view) {
    if (view.isSlow(node)) {
      return NodeQueue.UNREACHABLE;
    }
    double own = traffics.of(node).outstandingBytes();
    boolean isFresh = nanoTime.getAsLong() - toldNanos < FORGET_NANOS;
    NodeQueue told = isFresh ? others.get(node) : null;
    return told == null
        ? new NodeQueue(own, usualBytesPerSecond())
        : told.with(own + told.queuedBytes());
  }

  /** What a busy node brings to one lane says how long its queue is, which is counted already. */
  private double usualBytesPerSecond() {
    double pace = nanosPerByte.getAsDouble();
    return NANOS_PER_SECOND / (pace > 0 ? pace : COLD_NANOS_PER_BYTE * byteScale);
  }

  // ---- directing ----

  @Override
  public IndexSet keptOff(Part part, ClusterView view) {
    BlockGroup group = part.group();
    IntFunction<NodeQueue> queues = index -> queue(group.nodes().get(index), view);
    BlockDirector director = new BlockDirector(leastGain(view));
    IndexSet off = IndexSet.empty();
    if (isLong(part.wanted(), queues, director.leastGain()) && !isMostFull(view)) {
      int total = group.geometry().code().totalCount();
      IndexSet parity = IndexSet.range(group.geometry().code().dataCount(), total);
      off =
          part.isWhole()
              ? director.keptOffByRows(part.present(), parity, queues)
              : director.keptOffByPart(
                  part.wanted(), part.present(), parity, part.taskBytes(), queues);
    }
    return part.isWhole() || mayDirectPart(!off.isEmpty()) ? off : IndexSet.empty();
  }

  /** Whether any node may have so much queued that another replica is to be read. */
  public boolean mayKeepOff() {
    return isLongTold || isLong(traffics.outstandingBytes());
  }

  private boolean isLong(long bytes) {
    return bytes > LEAST_GAIN.bytes() / byteScale;
  }

  /**
   * The replicas of a block that are to be read only where there is no other.
   *
   * @param nodes in the order in which they would be read
   * @return by their places in that order
   */
  public IndexSet keptOff(List<NodeId> nodes, ClusterView view) {
    BlockDirector director = new BlockDirector(leastGain(view));
    IntFunction<NodeQueue> queues = place -> queue(nodes.get(place), view);
    boolean isBusy = nodes.size() > 1 && isLong(IndexSet.of(0), queues, director.leastGain());
    return isBusy && !isMostFull(view)
        ? director.keptOffByReplicas(nodes.size(), queues)
        : IndexSet.empty();
  }

  /** In a crowd everything takes longer, decoding, too. */
  private BlockDirector.Gain leastGain(ClusterView view) {
    return new BlockDirector.Gain(
        LEAST_GAIN.bytes() / byteScale,
        (long) (LEAST_GAIN.nanos() * view.crowd()),
        (long) (LEAST_GAIN.partNanos() * view.crowd()));
  }

  /** Whether anything could be gained at all: as a rule nothing waits. */
  private static boolean isLong(
      IndexSet indexes, IntFunction<NodeQueue> queues, BlockDirector.Gain least) {
    for (int index : indexes.toArray()) {
      NodeQueue queue = queues.apply(index);
      if (queue.isReachable() && queue.waitNanos() > least.partNanos()) {
        return true;
      }
    }
    return false;
  }

  private NodeQueue queue(List<NodeId> holders, ClusterView view) {
    return holders.isEmpty() ? NodeQueue.UNREACHABLE : queue(holders.get(0), view);
  }

  /**
   * Counts a part of a row.
   *
   * @param isDirected whether it would be decoded from others
   * @return whether it may be
   */
  private synchronized boolean mayDirectPart(boolean isDirected) {
    parts = Math.min(PARTS_AT_ONCE, parts + PART_SHARE);
    if (isDirected && parts < 1) {
      return false;
    }
    parts -= isDirected ? 1 : 0;
    return true;
  }

  /** Whether most nodes are full: then what is decoded from several of them fills them further. */
  private synchronized boolean isMostFull(ClusterView view) {
    long now = nanoTime.getAsLong();
    if (now - fullLookedNanos >= FULL_LOOK_NANOS) {
      fullLookedNanos = now;
      int full = 0;
      List<NodeId> known = traffics.known();
      for (NodeId node : known) {
        full += queue(node, view).waitNanos() > FULL_NANOS ? 1 : 0;
      }
      isMostFull = full > FEW && 2 * full > known.size();
    }
    return isMostFull;
  }
}
