package io.evenkeel.testing.store;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

class MemoryCacheLaneTest extends CacheLaneContract {
  private static final NodeId NODE = new NodeId("memory:1");
  private final ClockScheduler clock = new ClockScheduler();
  private final MemoryNodeStore store =
      new MemoryNodeStore(
          clock, Map.of(NODE, 32L << 20), Duration.ofNanos(1000), Duration.ofMillis(50));

  @AfterEach
  void stop() {
    store.close();
    clock.close();
  }

  @Override
  protected NodeStore store() {
    return store;
  }

  @Override
  protected NodeId node() {
    return NODE;
  }

  @Override
  protected void corrupt(FragmentKey key) {
    store.corrupt(NODE, key, true, 5);
  }

  @Override
  protected void setHung(boolean hung) {
    store.setHung(NODE, hung);
  }
}
