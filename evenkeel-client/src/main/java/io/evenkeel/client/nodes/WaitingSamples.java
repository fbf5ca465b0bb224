package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Samples that wait to be told, in the order in which something was added to each: those of one
 * node that asked for about as much and got about as much are one. What brought nothing stays by
 * itself, for a node is judged by how long it has brought nothing since it last brought something.
 * Bounded: the oldest are dropped for new ones. Not thread-safe.
 */
final class WaitingSamples {
  /** What the manager takes of one is far more. */
  private static final long SUM_BYTES_MAX = 1L << 40;

  private static final long SUM_NANOS_MAX = TimeUnit.HOURS.toNanos(1);
  private static final int SUM_READS_MAX = 1 << 16;

  /** Sizes by their highest bit: the manager tells short from long at powers of two. */
  private record Alike(NodeId node, int requestedBits, int receivedBits, boolean hasTime) {
    static Alike of(NodeSample sample) {
      return new Alike(
          sample.node(),
          bits(sample.requestedBytes()),
          bits(sample.receivedBytes()),
          sample.busyNanos() > 0);
    }

    private static int bits(long bytes) {
      return Long.SIZE - Long.numberOfLeadingZeros(bytes);
    }
  }

  private final int most;
  private final Map<Object, NodeSample> waiting = new LinkedHashMap<>();

  WaitingSamples(int most) {
    this.most = most;
  }

  void add(NodeSample seen) {
    Object alike = new Object();
    NodeSample sum = seen;
    if (seen.receivedBytes() > 0) {
      alike = Alike.of(seen);
      NodeSample before = waiting.remove(alike);
      if (before != null && isFull(before)) {
        put(new Object(), before);
      } else if (before != null) {
        sum = before.plus(seen);
      }
    }
    put(alike, sum);
  }

  private static boolean isFull(NodeSample sum) {
    return sum.readCount() >= SUM_READS_MAX
        || sum.busyNanos() > SUM_NANOS_MAX
        || Math.max(sum.requestedBytes(), sum.receivedBytes()) > SUM_BYTES_MAX;
  }

  private void put(Object key, NodeSample sample) {
    if (waiting.size() == most) {
      Iterator<Object> oldest = waiting.keySet().iterator();
      oldest.next();
      oldest.remove();
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
    return taken;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }
}
