package io.evenkeel.core.engine;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * How a stream that the caller itself reads gets on with its node: bytes, and the time that it
 * waited for them. Late by the rule of a lane ({@link LaneTracker#lateAtNanos}), over slices of 256
 * KiB; what others got of the node meanwhile is counted rather than guessed. No clock; thread-safe,
 * for one thread reads and another judges.
 */
public final class StreamPace {
  private static final int SLICE_BYTES = 256 << 10;

  private final ReadLimits limits;
  private final List<NodeSample> left = new ArrayList<>();
  private NodeId node;
  private boolean opening = true;
  private long sliceBytes;
  private long sliceNanos;

  /** What the node has sent to others of this process during the slice's waits. */
  private long sliceToOthersBytes;

  /** What it had sent to all of this process when the present wait began. */
  private long sentBeforeBytes;

  private long nodeBytes;
  private long nodeNanos;

  /** What the node has sent to others of this process while this stream waited for it. */
  private long nodeToOthersBytes;

  private long receivedBytes;
  private long waitedNanos;

  /**
   * What else this process does.
   *
   * @param crowd how many times longer than alone a thread waits for a core
   * @param readers how many may share the node, this one included: for what others get nothing is
   *     late later than so many times
   * @param sentBytes what the node has sent to all of them by now: while it sends to others it is
   *     not idle
   */
  public record Meanwhile(double crowd, double readers, long sentBytes) {}

  public StreamPace(ReadLimits limits) {
    this.limits = limits;
  }

  /**
   * A wait begins.
   *
   * @param sentBytes what the node has sent to all of this process by now
   */
  public synchronized void waiting(long sentBytes) {
    sentBeforeBytes = sentBytes;
  }

  /**
   * A wait is over.
   *
   * @param bytes what came; 0 while the stream is being opened
   * @param sentBytes what the node has sent to all of this process by now
   */
  public synchronized void waited(NodeId at, long nanos, int bytes, long sentBytes) {
    if (!at.equals(node)) {
      turnTo(at);
    }
    long toOthers = Math.max(0, sentBytes - sentBeforeBytes - bytes);
    if (opening != (bytes == 0)) {
      // An opening is judged by itself, and so is what follows.
      sliceBytes = 0;
      sliceNanos = bytes == 0 ? nanos : 0;
      sliceToOthersBytes = bytes == 0 ? toOthers : 0;
    } else {
      sliceNanos += nanos;
      sliceToOthersBytes += toOthers;
    }
    sliceBytes += bytes;
    nodeNanos += nanos;
    nodeBytes += bytes;
    nodeToOthersBytes += toOthers;
    waitedNanos += nanos;
    receivedBytes += bytes;
    opening = bytes == 0;
    if (sliceBytes >= SLICE_BYTES) {
      sliceBytes = 0;
      sliceNanos = 0;
      sliceToOthersBytes = 0;
    }
  }

  private void turnTo(NodeId next) {
    leave(Outcome.FINISHED);
    node = next;
    opening = true;
    sliceBytes = 0;
    sliceNanos = 0;
    sliceToOthersBytes = 0;
    nodeBytes = 0;
    nodeNanos = 0;
    nodeToOthersBytes = 0;
  }

  /**
   * Whether a wait under way is too long.
   *
   * @param opening whether it is for a connection or an answer
   * @param expectedNanosPerByte the pace of healthy nodes; 0 when unknown
   */
  public synchronized boolean isLate(
      NodeId at,
      long waitingNanos,
      boolean opening,
      double expectedNanosPerByte,
      Meanwhile meanwhile) {
    boolean same = at.equals(node);
    long toOthers = Math.max(0, meanwhile.sentBytes - sentBeforeBytes);
    double slices = 1 + (double) (toOthers + (same ? sliceToOthersBytes : 0)) / SLICE_BYTES;
    double later = Math.max(meanwhile.crowd, Math.min(meanwhile.readers, slices));
    double pace = expectedNanosPerByte > 0 ? expectedNanosPerByte : limits.coldNanosPerByte();
    long slice = (long) (limits.lateFactor() * pace * SLICE_BYTES);
    long allowed = slice + (opening || !same || this.opening ? limits.openNanos() : 0);
    return waitingNanos + (same ? sliceNanos : 0)
        > later * Math.max(limits.lateFloorNanos(), allowed);
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
      // While it sent to others of this process it was not slow but shared.
      double share = nodeBytes == 0 ? 1 : (double) nodeBytes / (nodeBytes + nodeToOthersBytes);
      long nanos = Math.max(1, (long) (nodeNanos * share));
      left.add(new NodeSample(node, nodeBytes, nodeBytes, nanos, outcome));
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
