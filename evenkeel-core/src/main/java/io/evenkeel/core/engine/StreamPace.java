package io.evenkeel.core.engine;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * How a stream that the caller itself reads gets on with its node: bytes, and the time that it
 * waited for them. Late by the same rule as a lane ({@link LaneTracker#lateAtNanos}), over slices
 * of 256 KiB. No clock; thread-safe, for one thread reads and another judges.
 */
public final class StreamPace {
  private static final int SLICE_BYTES = 256 << 10;

  /** However much others get, nothing is late later than so many times. */
  private static final int SHARERS_MAX = 16;

  private final ReadLimits limits;
  private final List<NodeSample> left = new ArrayList<>();
  private NodeId node;
  private boolean opening = true;
  private long sliceBytes;
  private long sliceNanos;

  /** What the node had sent to this process when the slice began. */
  private long nodeSentBefore;

  private long nodeBytes;
  private long nodeNanos;
  private long receivedBytes;
  private long waitedNanos;

  public StreamPace(ReadLimits limits) {
    this.limits = limits;
  }

  /**
   * A wait is over.
   *
   * @param bytes what came; 0 while the stream is being opened
   * @param nodeSentBytes what the node has sent to all of this process by now
   */
  public synchronized void waited(NodeId at, long nanos, int bytes, long nodeSentBytes) {
    if (!at.equals(node)) {
      turnTo(at);
      nodeSentBefore = nodeSentBytes - bytes;
    }
    if (opening != (bytes == 0)) {
      // An opening is judged by itself, and so is what follows.
      sliceBytes = 0;
      sliceNanos = bytes == 0 ? nanos : 0;
      nodeSentBefore = nodeSentBytes - bytes;
    } else {
      sliceNanos += nanos;
    }
    sliceBytes += bytes;
    nodeNanos += nanos;
    nodeBytes += bytes;
    waitedNanos += nanos;
    receivedBytes += bytes;
    opening = bytes == 0;
    if (sliceBytes >= SLICE_BYTES) {
      sliceBytes = 0;
      sliceNanos = 0;
      nodeSentBefore = nodeSentBytes;
    }
  }

  private void turnTo(NodeId next) {
    leave(Outcome.FINISHED);
    node = next;
    opening = true;
    sliceBytes = 0;
    sliceNanos = 0;
    nodeBytes = 0;
    nodeNanos = 0;
  }

  /**
   * Whether a wait under way is too long.
   *
   * @param opening whether it is for a connection or an answer
   * @param expectedNanosPerByte the pace of healthy nodes; 0 when unknown
   * @param crowd how many times longer than alone a thread of this process waits for a core
   * @param nodeSentBytes what the node has sent to all of this process by now: what others got
   *     meanwhile was no idleness
   */
  public synchronized boolean isLate(
      NodeId at,
      long waitingNanos,
      boolean opening,
      double expectedNanosPerByte,
      double crowd,
      long nodeSentBytes) {
    boolean same = at.equals(node);
    long toOthers = same ? Math.max(0, nodeSentBytes - nodeSentBefore - sliceBytes) : 0;
    double shared = Math.min(SHARERS_MAX, 1 + (double) toOthers / SLICE_BYTES);
    double pace = expectedNanosPerByte > 0 ? expectedNanosPerByte : limits.coldNanosPerByte();
    long slice = (long) (limits.lateFactor() * pace * SLICE_BYTES);
    long allowed = slice + (opening || !same || this.opening ? limits.openNanos() : 0);
    return waitingNanos + (same ? sliceNanos : 0)
        > Math.max(crowd, shared) * Math.max(limits.lateFloorNanos(), allowed);
  }

  /** All that came in. */
  public synchronized long receivedBytes() {
    return receivedBytes;
  }

  /** All that was waited for it. */
  public synchronized long waitedNanos() {
    return waitedNanos;
  }

  private void leave(Outcome outcome) {
    if (node != null && nodeNanos > 0) {
      left.add(new NodeSample(node, nodeBytes, nodeBytes, nodeNanos, outcome));
    }
  }

  /**
   * What there is to say of the nodes since the last call, once.
   *
   * @param outcome how the reading from the present one has ended
   */
  public synchronized List<NodeSample> takeSamples(Outcome outcome) {
    leave(outcome);
    List<NodeSample> samples = List.copyOf(left);
    left.clear();
    node = null;
    return samples;
  }
}
