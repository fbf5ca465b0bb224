package io.evenkeel.client.nodes;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import java.util.concurrent.TimeUnit;

/**
 * What is read of a node that was slow, to find out whether it is still (decision 17), and from
 * when on it is: as much as is read of others, for a node may send a little at once however slow it
 * is; or, where {@link NodeBook#isDoubtedByPace only its pace} shows that it is not slow, what
 * takes others 50 ms, 128 KiB to a MiB. It is read twice, over whatever connection and then over
 * one that is known to be there, and the second time counts.
 *
 * @param bytes how much, of which both times count as cost
 * @param kind what it is compared with
 * @param byPace whether it is late by how fast others are, and not by what reads like it take
 * @param besideParts whether parts of rows are read, of which some are read of the node that is
 *     slow ({@link Detours}) and try it for nothing, so that one is less worth
 */
public record ProbeRule(long bytes, ReadKind kind, boolean byPace, boolean besideParts) {
  /** What one is long that opens a stream: a packet. */
  private static final int OPENING_BYTES = 64 << 10;

  /** What one is long at most that is to show a pace. */
  private static final int PACE_BYTES_MAX = 1 << 20;

  /** And at least, read twice: a node that is held back sends a packet before it is. */
  private static final int PACE_BYTES_MIN = 2 * OPENING_BYTES;

  /** A healthy node is not kept from others for longer. */
  private static final long PACE_NANOS_USUAL = TimeUnit.MILLISECONDS.toNanos(50);

  /** What a healthy node may take for that, however fast the others are. */
  private static final long PACE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(8);

  /** So many times as long as usual is slow. */
  private static final double SLOW_FACTOR = 2;

  /**
   * Whether a node is tried by its pace at a block, from its beginning on: a short one shows none.
   */
  public static boolean isByPace(NodeBook nodes, NodeId node, long blockBytes) {
    return blockBytes >= paceBytes(nodes) && nodes.isDoubtedByPace(node);
  }

  /**
   * At the beginning of a block.
   *
   * @param readBytes how long the read is that keeps off the node
   * @param isAmplified whether going around the node costs it several times its bytes
   */
  public static ProbeRule ofBeginning(
      NodeBook nodes, NodeId node, long readBytes, boolean isAmplified, long blockBytes) {
    if (!isByPace(nodes, node, blockBytes)) {
      ProbeRule small = small(nodes, readBytes, blockBytes);
      return isAmplified ? new ProbeRule(small.bytes(), small.kind(), false, true) : small;
    }
    long bytes = paceBytes(nodes);
    return new ProbeRule(bytes, nodes.kind(bytes), true, false);
  }

  private static long paceBytes(NodeBook nodes) {
    long least = scaled(PACE_BYTES_MIN, nodes);
    long most = scaled(PACE_BYTES_MAX, nodes);
    return Math.max(least, Math.min(most, (long) (PACE_NANOS_USUAL / nodes.nanosPerByte())));
  }

  private static long scaled(long bytes, NodeBook nodes) {
    return Math.max(1, bytes / nodes.byteScale());
  }

  /**
   * For a node that is not tried by its pace.
   *
   * @param readBytes how long the read is that keeps off it
   * @param leftBytes how much there is where it is to be read
   */
  public static ProbeRule small(NodeBook nodes, long readBytes, long leftBytes) {
    long most = Math.min(leftBytes, scaled(SmallReads.BYTES_MAX, nodes));
    long bytes = Math.min(readBytes, most);
    return new ProbeRule(bytes, nodes.kind(bytes), false, false);
  }

  /** The same for a stream that opens there. */
  public static ProbeRule opening(NodeBook nodes, long readBytes, long leftBytes) {
    long most = Math.min(leftBytes, scaled(OPENING_BYTES, nodes));
    return new ProbeRule(Math.min(readBytes, most), ReadKind.OPENING, false, false);
  }

  /** What it costs. */
  public long costBytes() {
    return 2 * bytes;
  }

  /**
   * How long the second time may take: as long as reads like it, or a stream's opening; by the
   * others' pace if nothing is known of these; and a second at most.
   *
   * @param atOnce how many reads wait at once, this one included
   */
  public long lateNanos(NodeBook nodes, int atOnce) {
    SmallReads small = nodes.small();
    long known = byPace ? SmallReads.NEVER : small.lateNanos(kind, atOnce);
    if (known == SmallReads.NEVER && bytes * nodes.byteScale() <= OPENING_BYTES) {
      ReadKind other = kind == ReadKind.OPENING ? nodes.kind(bytes) : ReadKind.OPENING;
      known = small.lateNanos(other, atOnce);
    } else if (known == SmallReads.NEVER) {
      known = Math.max(PACE_NANOS_MIN, (long) (SLOW_FACTOR * nodes.nanosPerByte() * bytes));
    }
    return Math.min(ReadLimits.SILENT_NANOS, known);
  }
}
