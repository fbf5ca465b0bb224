package io.evenkeel.testing.store;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class MemoryNodeStoreTest extends NodeStoreContract {
  private static final NodeId NODE = new NodeId("memory:1");
  private ClockScheduler clock;
  private MemoryNodeStore store;

  @BeforeEach
  void start() {
    clock = new ClockScheduler();
    store =
        new MemoryNodeStore(
            clock, Map.of(NODE, CAPACITY_BYTES), Duration.ofNanos(1000), Duration.ofMillis(50));
  }

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
  protected void corrupt(FragmentKey key, boolean body, int atByte) {
    store.corrupt(NODE, key, body, atByte);
  }

  @Override
  protected void drop(FragmentKey key, boolean body) {
    store.drop(NODE, key, body);
  }

  @Override
  protected int storedBytes(FragmentKey key, boolean body) {
    return store.storedBytes(NODE, key, body);
  }

  @Override
  protected void setDown(boolean down) {
    store.setDown(NODE, down);
  }

  @Override
  protected void setHung(boolean hung) {
    store.setHung(NODE, hung);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(5);
  }
}
