package io.evenkeel.server;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.testing.store.ClockScheduler;
import java.time.Duration;
import java.util.Map;

/** A cache node in memory, and the clock that it goes by. */
final class OneCacheNode implements AutoCloseable {
  static final long CAPACITY_BYTES = 64L << 20;

  private final ClockScheduler clock = new ClockScheduler();
  final MemoryNodeStore store =
      new MemoryNodeStore(
          clock, Map.of(new NodeId("a:1"), CAPACITY_BYTES), Duration.ZERO, Duration.ofSeconds(1));

  @Override
  public void close() {
    store.close();
    clock.close();
  }
}
