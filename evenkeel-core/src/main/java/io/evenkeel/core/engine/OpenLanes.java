package io.evenkeel.core.engine;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lanes of one read that have not ended, by source. */
final class OpenLanes {
  private final Map<Source, List<LaneRun>> bySource = new LinkedHashMap<>();

  /** One that takes this read as it is; null when there is none. */
  LaneRun accepting(FragmentRead read) {
    for (LaneRun lane : bySource.getOrDefault(read.source(), List.of())) {
      if (lane.accepts(read.slice())) {
        return lane;
      }
    }
    return null;
  }

  void add(LaneRun lane) {
    List<LaneRun> siblings = bySource.get(lane.source);
    if (siblings == null) {
      siblings = new ArrayList<>();
      bySource.put(lane.source, siblings);
    }
    siblings.add(lane);
  }

  void remove(LaneRun lane) {
    List<LaneRun> siblings = bySource.get(lane.source);
    siblings.remove(lane);
    if (siblings.isEmpty()) {
      bySource.remove(lane.source);
    }
  }

  /**
   * Notes, for all lanes at this one's node, how many owe something now: a node that serves several
   * of one read is no slower for that.
   *
   * @return the most that there were while this one has owed the slice at its head
   */
  int noteSharing(LaneRun lane) {
    int now = 0;
    for (LaneRun other : all()) {
      now += sharesNode(lane, other) ? 1 : 0;
    }
    for (LaneRun other : all()) {
      if (sharesNode(lane, other)) {
        other.sharedBy = Math.max(other.sharedBy, now);
      }
    }
    return lane.sharedBy;
  }

  private static boolean sharesNode(LaneRun lane, LaneRun other) {
    return other == lane
        || (other.source.node().equals(lane.source.node()) && other.tracker.owesLive());
  }

  /** A copy: they may end meanwhile. */
  List<LaneRun> all() {
    List<LaneRun> all = new ArrayList<>();
    for (List<LaneRun> siblings : bySource.values()) {
      all.addAll(siblings);
    }
    return all;
  }
}
