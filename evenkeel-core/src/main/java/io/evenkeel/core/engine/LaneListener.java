package io.evenkeel.core.engine;

import io.evenkeel.core.model.SubblockChecksums;
import java.nio.ByteBuffer;

/** What a read is told of its lanes, and asked for; in the read's serial context. */
interface LaneListener {
  /**
   * A slice arrived for a group.
   *
   * @return whether it is of use: only then does the receiver own the buffer, and is told to go on
   *     by {@link #kept}
   */
  boolean arrived(ReadLane.Owner owner, ByteBuffer bytes, SubblockChecksums proof);

  /** The slice that has just arrived was counted: the read may go on, and end by it. */
  void kept(ReadLane.Owner owner);

  /** A slice was given up with its lane, which lagged: the group can do without it for now. */
  void parked(ReadLane.Owner owner);

  /** A slice will not arrive. */
  void failed(ReadLane.Owner owner, Throwable cause);

  /** What a slice was to bring will not cross the wire any more. */
  void unread(ReadLane.Owner owner);

  /**
   * A slice is later than it should be.
   *
   * @param silentNanos for how long its lane has brought nothing at all
   * @param nanosPerByte what its lane takes, at least
   * @return false when nothing may be done about it now
   */
  boolean late(ReadLane.Owner owner, long silentNanos, double nanosPerByte);

  /** Whether the group can do without this read. */
  boolean canSpare(ReadLane.Owner owner);
}
