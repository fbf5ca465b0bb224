package io.evenkeel.core.engine;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lanes of one read that have not ended, by source and by node. */
final class OpenLanes {
  private final Map<Source, List<ReadLane>> bySource = new LinkedHashMap<>();
  private final Map<NodeId, List<ReadLane>> byNode = new HashMap<>();

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
    add(bySource, lane.source(), lane);
    add(byNode, lane.source().node(), lane);
  }

  private static <K> void add(Map<K, List<ReadLane>> lanes, K key, ReadLane lane) {
    List<ReadLane> siblings = lanes.get(key);
    if (siblings == null) {
      siblings = new ArrayList<>(2);
      lanes.put(key, siblings);
    }
    siblings.add(lane);
  }

  void remove(ReadLane lane) {
    remove(bySource, lane.source(), lane);
    remove(byNode, lane.source().node(), lane);
  }

  private static <K> void remove(Map<K, List<ReadLane>> lanes, K key, ReadLane lane) {
    List<ReadLane> siblings = lanes.get(key);
    siblings.remove(lane);
    if (siblings.isEmpty()) {
      lanes.remove(key);
    }
  }

  /**
   * Notes, for all lanes at this one's node, how many owe something now: a node that serves several
   * of one read is no slower for that.
   *
   * @return the most that there were while this one has owed the slice at its head
   */
  int noteSharing(ReadLane lane) {
    List<ReadLane> atNode = byNode.getOrDefault(lane.source().node(), List.of());
    if (atNode.size() <= 1) {
      return lane.noteSharedBy(1);
    }
    int now = 0;
    for (ReadLane other : atNode) {
      now += other == lane || other.owesLive() ? 1 : 0;
    }
    for (ReadLane other : atNode) {
      if (now > 1 && other.owesLive()) {
        other.noteSharedBy(now);
      }
    }
    return lane.noteSharedBy(now);
  }

  /** Whether a lane's node has sent any lane anything since this one owes the slice at its head. */
  boolean hasHeard(ReadLane lane) {
    for (ReadLane other : byNode.getOrDefault(lane.source().node(), List.of())) {
      if (other.hasReceivedSince(lane.headSinceNanos())) {
        return true;
      }
    }
    return false;
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
