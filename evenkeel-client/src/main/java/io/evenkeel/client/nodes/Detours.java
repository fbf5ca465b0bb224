package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.SourceKind;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether reads of parts of stripes go around nodes that are slow, which costs several times their
 * bytes: as long as it helps. Where all nodes have too much to do, whoever goes around one waits
 * for the others, and makes all of them wait for longer; so no more than one read in twenty-five
 * may go a way around that is late itself, besides sixteen at once, and after more nobody goes
 * around anything but a node that is silent. Thread-safe; no clock.
 */
final class Detours {
  private static final double LATE_SHARE = 0.04;
  private static final double LATE_AT_ONCE = 16;

  /** Of what was begun before it was known: after so many reads in vain one is tried again. */
  private static final double DEBT_MOST = 16;

  private double left = LATE_AT_ONCE;

  /** Whether a read may go around a slow node now. */
  synchronized boolean isOpen() {
    return left > 0;
  }

  /** A small read, of whatever kind, has ended. */
  synchronized void ended() {
    left = Math.min(LATE_AT_ONCE, left + LATE_SHARE);
  }

  /** A read of a part of a stripe has ended. */
  void ended(ReadReport report) {
    ended();
    if (isLateDetour(report)) {
      late();
    }
  }

  private synchronized void late() {
    left = Math.max(-DEBT_MOST, left - 1);
  }

  /** Whether it went around a node, and was kept waiting by another one. */
  private static boolean isLateDetour(ReadReport report) {
    if (report.ledgers().isEmpty()) {
      return false;
    }
    Set<NodeId> around = new HashSet<>();
    for (NodeLedgers each : report.ledgers()) {
      around.add(each.node());
    }
    boolean isLate = false;
    for (LaneReport lane : report.lanes()) {
      boolean isHelper =
          lane.source().kind() == SourceKind.STORAGE && !around.contains(lane.source().node());
      isLate |= isHelper && lane.lateSlices() > 0;
    }
    return isLate;
  }
}
