package io.evenkeel.testing.store;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.NodeStore;
import org.junit.jupiter.api.AfterEach;

class MemoryCacheLaneTest extends CacheLaneContract {
  private final MemoryNode memory = new MemoryNode(NodeStoreContract.CAPACITY_BYTES);

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
  protected void corrupt(FragmentKey key) {
    memory.store.corrupt(MemoryNode.ID, key, true, 5);
  }

  @Override
  protected void makeForeign(FragmentKey key) {
    memory.store.replace(MemoryNode.ID, key, false, CacheLaneContract::ofAnotherVersion);
  }

  @Override
  protected void setHung(boolean hung) {
    memory.store.setHung(MemoryNode.ID, hung);
  }
}
