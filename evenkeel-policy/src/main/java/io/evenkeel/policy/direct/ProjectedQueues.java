package io.evenkeel.policy.direct;

import io.evenkeel.core.model.NodeId;
import java.util.HashMap;
import java.util.Map;

/**
 * The queues of the last report, carried on to now: a node is believed to have
 *
 * <pre>max(0, reported + own x clients - rate x age)</pre>
 *
 * bytes before it, where <i>own</i> is what this client has directed to it since the report was
 * begun. Other clients see the same report and do the same, hence the factor: without it each of
 * them thinks that the relief is its alone, and all go to the same node. No node is probed for a
 * read. Not in Hu et al. (SoCC 2017), whose <i>LMLF Lazy</i> is this without own bytes and age.
 *
 * <p>When reports stop, ages grow, and in the end every queue is empty: then reads are directed to
 * the originals. Nodes that are not in the report cannot be reached. Times are of one clock of the
 * caller's. Not thread-safe.
 */
public final class ProjectedQueues {
  private static final double NANOS_PER_SECOND = 1e9;

  private Map<NodeId, NodeQueue> reported = Map.of();
  private long reportedNanos;
  private int clients = 1;

  /** What was directed since the last report was begun, and may be in the one that is under way. */
  private Map<NodeId, Double> before = new HashMap<>();

  /** What was directed since the report under way was begun. */
  private Map<NodeId, Double> since = new HashMap<>();

  private boolean underWay;

  /**
   * A report is being asked for: what is directed from now on is not in it. One is under way at a
   * time; when it is begun anew, the one before is given up.
   */
  public void beginReport() {
    underWay = true;
    since.forEach((node, bytes) -> before.merge(node, bytes, Double::sum));
    since = new HashMap<>();
  }

  /**
   * The report has come; what was directed before it was begun is in it. In one that nobody has
   * begun is all that was directed so far.
   *
   * @param takenNanos as of when
   * @param clientCount how many clients direct reads by such reports, this one included; at least 1
   * @param queues of all nodes that can be reached
   */
  public void report(long takenNanos, int clientCount, Map<NodeId, NodeQueue> queues) {
    if (clientCount < 1) {
      throw new IllegalArgumentException(
          "this client counts, so there is one at least, got " + clientCount);
    }
    reported = Map.copyOf(queues);
    reportedNanos = takenNanos;
    clients = clientCount;
    before = new HashMap<>();
    if (!underWay) {
      since = new HashMap<>();
    }
    underWay = false;
  }

  /** This client has given a node a read task of so many bytes. */
  public void directed(NodeId node, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "a read task has bytes >= 0, got " + bytes + " for " + node);
    }
    if (reported.containsKey(node)) {
      since.merge(node, (double) bytes, Double::sum);
    }
  }

  /** What is believed at this time. Later calls to this object show in it. */
  public QueueView at(long nowNanos) {
    return node -> queue(node, nowNanos);
  }

  private NodeQueue queue(NodeId node, long nowNanos) {
    NodeQueue last = reported.get(node);
    if (last == null) {
      return NodeQueue.UNREACHABLE;
    }
    double own = before.getOrDefault(node, 0.0) + since.getOrDefault(node, 0.0);
    double ageSeconds = Math.max(0, nowNanos - reportedNanos) / NANOS_PER_SECOND;
    double served = last.bytesPerSecond() * ageSeconds;
    return last.with(Math.max(0, last.queuedBytes() + own * clients - served));
  }
}
