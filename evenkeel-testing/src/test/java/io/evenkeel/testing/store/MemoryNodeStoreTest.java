package io.evenkeel.testing.store;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.NodeStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

class MemoryNodeStoreTest extends NodeStoreContract {
  private final MemoryNode memory = new MemoryNode(CAPACITY_BYTES);

  @AfterEach
  void stop() {
    memory.close();
  }

  @Override
  protected NodeStore store() {
    return memory.store;
  }

  @Override
  protected NodeId node() {
    return MemoryNode.ID;
  }

  @Override
  protected void corrupt(FragmentKey key, boolean body, int atByte) {
    memory.store.corrupt(MemoryNode.ID, key, body, atByte);
  }

  @Override
  protected void drop(FragmentKey key, boolean body) {
    memory.store.drop(MemoryNode.ID, key, body);
  }

  @Override
  protected int storedBytes(FragmentKey key, boolean body) {
    return memory.store.storedBytes(MemoryNode.ID, key, body);
  }

  @Override
  protected void setDown(boolean down) {
    memory.store.setDown(MemoryNode.ID, down);
  }

  @Override
  protected void setHung(boolean hung) {
    memory.store.setHung(MemoryNode.ID, hung);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(5);
  }
}
