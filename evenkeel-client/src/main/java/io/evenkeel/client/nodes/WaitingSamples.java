package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Samples that wait to be told, in the order in which each was begun: those of one node that asked
 * for about as much, got about as much and took about as long are one, for the manager judges a sum
 * by its mean. What brought nothing stays by itself and in its place among the node's others, for a
 * node is judged by how long it has brought nothing since it last brought something. Bounded: the
 * oldest are dropped for new ones. Not thread-safe.
 */
final class WaitingSamples {
  /** What the manager takes of one is far more. */
  private static final long SUM_BYTES_MAX = 1L << 40;

  private static final long SUM_NANOS_MAX = TimeUnit.HOURS.toNanos(1);
  private static final int SUM_READS_MAX = 1 << 16;

  /** Sizes and time by their highest bit. */
  private record Alike(
      NodeId node, int vainBefore, int requestedBits, int receivedBits, int busyBits) {
    static Alike of(NodeSample sample, int vainBefore) {
      return new Alike(
          sample.node(),
          vainBefore,
          bits(sample.requestedBytes()),
          bits(sample.receivedBytes()),
          bits(sample.busyNanos()));
    }

    private static int bits(long number) {
      return Long.SIZE - Long.numberOfLeadingZeros(number);
    }
  }

  private final int most;
  private final Map<Object, NodeSample> waiting = new LinkedHashMap<>();

  /** How many samples of each node have brought nothing since nothing was waiting. */
  private final Map<NodeId, Integer> vain = new HashMap<>();

  WaitingSamples(int most) {
    this.most = most;
  }

  void add(NodeSample seen) {
    if (seen.receivedBytes() == 0) {
      vain.merge(seen.node(), 1, Integer::sum);
      put(new Object(), seen);
      return;
    }
    Alike alike = Alike.of(seen, vain.getOrDefault(seen.node(), 0));
    NodeSample before = waiting.get(alike);
    if (before == null) {
      put(alike, seen);
    } else if (isFull(before)) {
      put(new Object(), seen);
    } else {
      waiting.put(alike, before.plus(seen));
    }
  }

  private static boolean isFull(NodeSample sum) {
    return sum.readCount() >= SUM_READS_MAX
        || sum.busyNanos() > SUM_NANOS_MAX
        || Math.max(sum.requestedBytes(), sum.receivedBytes()) > SUM_BYTES_MAX;
  }

  private void put(Object key, NodeSample sample) {
    if (waiting.size() == most) {
      take(1);
    }
    waiting.put(key, sample);
  }

  /** Takes the oldest, so many at most. */
  List<NodeSample> take(int count) {
    List<NodeSample> taken = new ArrayList<>();
    Iterator<NodeSample> oldest = waiting.values().iterator();
    while (taken.size() < count && oldest.hasNext()) {
      taken.add(oldest.next());
      oldest.remove();
    }
    if (waiting.isEmpty()) {
      vain.clear();
    }
    return taken;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }
}
