package io.evenkeel.testing.store;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import java.time.Duration;
import java.util.Map;

/** A memory store of one empty node, with its clock: what the contracts of stores run over. */
final class MemoryNode implements AutoCloseable {
  static final NodeId ID = new NodeId("memory:1");
  private static final Duration LATENCY = Duration.ofNanos(1000);
  private static final Duration TIMEOUT = Duration.ofMillis(50);

  private final ClockScheduler clock = new ClockScheduler();
  final MemoryNodeStore store;

  MemoryNode(long capacityBytes) {
    store = new MemoryNodeStore(clock, Map.of(ID, capacityBytes), LATENCY, TIMEOUT);
  }

  @Override
  public void close() {
    store.close();
    clock.close();
  }
}
