package io.evenkeel.hadoop;

import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Where cached parity is: the manager and the cache nodes, or neither. */
record ParityBackend(
    Optional<NodeStore> store, Optional<LaneSource> lanes, Optional<ManagerApi> manager)
    implements AutoCloseable {

  /** Connects in the background; neither needs to be up. */
  static ParityBackend connect(
      EvenkeelSettings settings, Scheduler scheduler, Executor background) {
    return new ParityBackend(Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Override
  public void close() {
    manager.ifPresent(ManagerApi::close);
    store.ifPresent(NodeStore::close);
  }
}
