package io.evenkeel.core.engine;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lanes of one read that have not ended, by source. */
final class OpenLanes {
  private final Map<Source, List<ReadLane>> bySource = new LinkedHashMap<>();

  /** One that takes this read as it is; null when there is none. */
  ReadLane accepting(FragmentRead read) {
    for (ReadLane lane : bySource.getOrDefault(read.source(), List.of())) {
      if (lane.accepts(read.slice())) {
        return lane;
      }
    }
    return null;
  }

  void add(ReadLane lane) {
    List<ReadLane> siblings = bySource.get(lane.source());
    if (siblings == null) {
      siblings = new ArrayList<>();
      bySource.put(lane.source(), siblings);
    }
    siblings.add(lane);
  }

  void remove(ReadLane lane) {
    List<ReadLane> siblings = bySource.get(lane.source());
    siblings.remove(lane);
    if (siblings.isEmpty()) {
      bySource.remove(lane.source());
    }
  }

  /**
   * Notes, for all lanes at this one's node, how many owe something now: a node that serves several
   * of one read is no slower for that.
   *
   * @return the most that there were while this one has owed the slice at its head
   */
  int noteSharing(ReadLane lane) {
    int now = 0;
    for (List<ReadLane> siblings : bySource.values()) {
      for (ReadLane other : siblings) {
        now += sharesNode(lane, other) ? 1 : 0;
      }
    }
    if (now > 1) {
      tellSharers(lane, now);
    }
    return lane.noteSharedBy(now);
  }

  private void tellSharers(ReadLane lane, int now) {
    for (List<ReadLane> siblings : bySource.values()) {
      for (ReadLane other : siblings) {
        if (sharesNode(lane, other)) {
          other.noteSharedBy(now);
        }
      }
    }
  }

  /** Whether a lane's node has sent any lane anything since this one owes the slice at its head. */
  boolean hasHeard(ReadLane lane) {
    for (List<ReadLane> siblings : bySource.values()) {
      for (ReadLane other : siblings) {
        if (other.source().node().equals(lane.source().node())
            && other.hasReceivedSince(lane.headSinceNanos())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean sharesNode(ReadLane lane, ReadLane other) {
    return other == lane
        || (other.source().node().equals(lane.source().node()) && other.owesLive());
  }

  /** A copy: they may end meanwhile. */
  List<ReadLane> all() {
    List<ReadLane> all = new ArrayList<>();
    for (List<ReadLane> siblings : bySource.values()) {
      all.addAll(siblings);
    }
    return all;
  }
}
