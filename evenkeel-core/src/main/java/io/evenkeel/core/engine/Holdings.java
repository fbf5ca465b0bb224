package io.evenkeel.core.engine;

import io.evenkeel.core.port.BufferPool;

/** What one read holds in buffers, and how much it may. Of the read's serial context. */
final class Holdings {
  private final ReadLimits limits;
  private final BufferPool buffers;
  private long heldBytes;
  private int lentPieces;

  /** What the caller has read: pieces given back, and what it was left to read plainly. */
  private long takenBytes;

  private boolean awaitsLate;

  Holdings(ReadLimits limits, BufferPool buffers) {
    this.limits = limits;
    this.buffers = buffers;
  }

  BufferPool buffers() {
    return buffers;
  }

  void held(long bytes) {
    heldBytes += bytes;
  }

  void freed(long bytes) {
    heldBytes -= bytes;
  }

  void release(HeldBuffer buffer) {
    if (buffer.release(buffers)) {
      heldBytes -= buffer.capacityBytes();
    }
  }

  /** A delivery was handed to the caller. */
  void handedOut(Delivery delivery) {
    awaitsLate = false;
    if (delivery instanceof Delivery.Plain) {
      takenBytes += delivery.range().lengthBytes();
    } else {
      lentPieces++;
    }
  }

  /** The caller has read a piece. */
  void takenBack(Delivery.Piece piece) {
    lentPieces--;
    takenBytes += piece.range().lengthBytes();
    release(piece.held());
  }

  /**
   * What is to be handed out next is late. Unless the caller has something to read still, it takes
   * nothing until that comes, and the nodes that are in time would stand idle as well.
   */
  void awaitLate() {
    awaitsLate = true;
  }

  boolean lends() {
    return lentPieces > 0;
  }

  boolean isOverReserved() {
    return heldBytes > limits.reservedBytes();
  }

  private long committedBytes(ActiveGroups active) {
    return heldBytes + active.owedBytes(buffers);
  }

  /** Whether what is held and asked fits, with so much more. */
  boolean fits(ActiveGroups active, long moreBytes) {
    return committedBytes(active) + moreBytes <= limits.reservedBytes();
  }

  /**
   * Whether a group may be launched now: read-ahead follows what the caller takes, but two groups
   * are always under way, and all that the read may hold while it waits for what is late.
   */
  boolean mayLaunch(GroupRun next, ActiveGroups active) {
    long cost = next.costBytes(buffers);
    long ahead = limits.initialBytes() + (long) (limits.growth() * takenBytes);
    long wished = awaitsLate && !lends() ? limits.reservedBytes() : Math.max(2 * cost, ahead);
    long window = Math.min(limits.reservedBytes(), wished);
    return committedBytes(active) + cost <= window;
  }
}
