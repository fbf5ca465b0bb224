package io.evenkeel.manager;

import io.evenkeel.core.model.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which cache node gets each parity index: the one with the fewest indexes of this stripe, among
 * those the one with the most room, among those the first by name.
 */
final class Placement {
  private Placement() {}

  /**
   * A node for every index, or an empty list when there is no room for all of them.
   *
   * @param bytesEach what one index takes
   * @param freeBytes the room of each node that may be used
   */
  static List<NodeId> place(int count, long bytesEach, Map<NodeId, Long> freeBytes) {
    Map<NodeId, Long> free = new HashMap<>(freeBytes);
    Map<NodeId, Integer> uses = new HashMap<>();
    List<NodeId> placed = new ArrayList<>();
    Comparator<NodeId> best =
        Comparator.<NodeId>comparingInt(n -> uses.getOrDefault(n, 0))
            .thenComparing(Comparator.<NodeId>comparingLong(free::get).reversed())
            .thenComparing(Comparator.naturalOrder());
    for (int i = 0; i < count; i++) {
      NodeId node =
          free.keySet().stream().filter(n -> free.get(n) >= bytesEach).min(best).orElse(null);
      if (node == null) {
        return List.of();
      }
      placed.add(node);
      uses.merge(node, 1, Integer::sum);
      free.merge(node, -bytesEach, Long::sum);
    }
    return placed;
  }
}
