package io.evenkeel.client.nodes;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeTraffic;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.policy.direct.NodeQueue;
import io.evenkeel.policy.direct.UsualWaits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits at the storage nodes, as far as this process knows: what it has asked of them itself
 * and not got, at this moment; and what others had outstanding when they last told the manager.
 * Without a manager it is the first alone. Thread-safe.
 */
public final class QueueBook {
  private static final Logger LOG = LoggerFactory.getLogger(QueueBook.class);
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Sooner than it is told anew: what waits is served meanwhile, and others, who were told it too,
   * keep off.
   */
  private static final double HALF_LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final LongSupplier nanoTime;
  private final DoubleSupplier nanosPerByte;
  private final NodeTraffics traffics;
  private final UsualWaits waits = new UsualWaits();
  private volatile Runnable whenAsked = () -> {};

  /** What this process has last told that it had outstanding itself. */
  private Map<NodeId, Long> reported = Map.of();

  /** What others had at that time. */
  private Map<NodeId, NodeQueue> others = Map.of();

  /** What a node may have at most that was not named, for there was no room. */
  private double unnamedBytes;

  private volatile long toldNanos;

  /** The longest queue of others. */
  private volatile double longestBytes;

  /**
   * @param nanosPerByte what a byte takes a healthy node, as far as is known
   */
  QueueBook(LongSupplier nanoTime, DoubleSupplier nanosPerByte, NodeTraffics traffics) {
    this.nanoTime = nanoTime;
    this.nanosPerByte = nanosPerByte;
    this.traffics = traffics;
  }

  /**
   * That of a process that reads all of these nodes, asks for nothing now, and has just been told
   * this.
   *
   * @param nanosPerByte what a byte takes a healthy node
   */
  public static QueueBook asTold(QueueAnswer answer, double nanosPerByte) {
    NodeTraffics read = new NodeTraffics();
    answer.nodes().forEach(queued -> read.addOutstanding(queued.node(), 0));
    QueueBook book = new QueueBook(() -> 0, () -> nanosPerByte, read);
    book.told(answer);
    return book;
  }

  /**
   * From now on this is run whenever something is asked of a node.
   *
   * @param task must be quick
   */
  public void whenAsked(Runnable task) {
    whenAsked = task;
  }

  /** Something was asked of a storage node. */
  void asked() {
    try {
      whenAsked.run();
    } catch (Throwable e) {
      // Nobody's read is to fail because nobody can be told of it.
      LOG.debug("Nobody is told what this process has outstanding", e);
    }
  }

  /** What one stock read waits for, which waits for nothing yet. */
  public AwaitedBytes awaited() {
    return new AwaitedBytes(traffics, this);
  }

  /** What this process has outstanding now, the most first; the next answer is to this. */
  synchronized List<Queued> beginReport() {
    List<Queued> own = new ArrayList<>();
    traffics
        .outstanding()
        .forEach(
            (node, bytes) ->
                own.add(new Queued(node, Math.min(bytes, ManagerApi.QUEUED_BYTES_MAX), 0)));
    own.sort(Comparator.comparingLong(Queued::queuedBytes).reversed());
    List<Queued> report = own.subList(0, Math.min(own.size(), ManagerApi.QUEUES_PER_REQUEST_MAX));
    reported = new HashMap<>();
    report.forEach(queued -> reported.put(queued.node(), queued.queuedBytes()));
    return report;
  }

  /**
   * What all processes had outstanding, this one included, in answer to the report: of the first
   * {@value ManagerApi#QUEUES_PER_REQUEST_MAX} nodes, which have the longest queues.
   */
  synchronized void told(QueueAnswer answer) {
    double usual = usualBytesPerSecond();
    Map<NodeId, NodeQueue> queues = new HashMap<>();
    double longest = 0;
    int count = Math.min(answer.nodes().size(), ManagerApi.QUEUES_PER_REQUEST_MAX);
    for (Queued queued : answer.nodes().subList(0, count)) {
      double bytes = Math.max(0, queued.queuedBytes() - reported.getOrDefault(queued.node(), 0L));
      // What a busy node brings to one lane says how long its queue is, which is counted already.
      queues.put(queued.node(), new NodeQueue(bytes, Math.max(usual, queued.bytesPerSecond())));
      longest = Math.max(longest, bytes);
    }
    boolean isFull = count == ManagerApi.QUEUES_PER_REQUEST_MAX;
    unnamedBytes = isFull ? answer.nodes().get(count - 1).queuedBytes() : 0;
    others = queues;
    toldNanos = nanoTime.getAsLong();
    longestBytes = longest;
  }

  /**
   * What is believed to wait at a node.
   *
   * @param view who is slow, which is not waited for anyway; and what this process reads from the
   *     node, but for the read that looks
   */
  synchronized NodeQueue queue(NodeId node, ClusterView view) {
    if (view.isSlow(node)) {
      return NodeQueue.UNREACHABLE;
    }
    NodeTraffic own = view.traffic(node);
    double rate = Math.max(usualBytesPerSecond(), own.bytesPerSecond());
    NodeQueue ofOthers = isFresh() ? others.get(node) : null;
    return ofOthers == null
        ? new NodeQueue(own.outstandingBytes(), rate)
        : new NodeQueue(
            own.outstandingBytes() + ofOthers.queuedBytes() * shareLeft(),
            Math.max(rate, ofOthers.bytesPerSecond()));
  }

  /**
   * A read has waited for a node.
   *
   * @param bytes what has come; 0 where it is late, and waits on or leaves
   * @param nanos after so long
   */
  synchronized void waited(NodeId node, long bytes, long nanos) {
    double rate = Math.max(usualBytesPerSecond(), traffics.of(node).bytesPerSecond());
    waits.add(node, Math.max(0, nanos - bytes / rate * NANOS_PER_SECOND), nanoTime.getAsLong());
  }

  /** How long reads wait at a node as a rule; 0 while that is not known of any. */
  synchronized double usualNanos(NodeId node) {
    return waits.nanos(node, nanoTime.getAsLong());
  }

  /** Of what was told. */
  private double shareLeft() {
    return Math.pow(0.5, (nanoTime.getAsLong() - toldNanos) / HALF_LIFE_NANOS);
  }

  private boolean isFresh() {
    return nanoTime.getAsLong() - toldNanos < ManagerApi.QUEUE_MEMORY_NANOS;
  }

  private double usualBytesPerSecond() {
    return NANOS_PER_SECOND / nanosPerByte.getAsDouble();
  }

  /** Only more than this is a queue: nobody leaves a replica for less. */
  long queueMinBytes() {
    return traffics.queueMinBytes();
  }

  /** Whether any node may have more than that queued: quick, where as a rule none has. */
  boolean isAnyQueue() {
    return (longestBytes > queueMinBytes() && isFresh()) || traffics.isAnyQueue();
  }

  /**
   * What is believed to wait at each of the nodes that this process has read lately, whoever waits;
   * at those that were not named because others have longer queues as much as may be.
   *
   * @param view who is slow, which is not waited for
   */
  synchronized List<NodeQueue> queuesOfRead(ClusterView view) {
    ClusterView all = view.withTraffic(traffics::of);
    double mostUnnamed = isFresh() ? unnamedBytes * shareLeft() : 0;
    return traffics.metLately().stream()
        .map(node -> atLeast(others.containsKey(node) ? 0 : mostUnnamed, queue(node, all)))
        .toList();
  }

  private static NodeQueue atLeast(double bytes, NodeQueue queue) {
    return queue.with(Math.max(bytes, queue.queuedBytes()));
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }
}
