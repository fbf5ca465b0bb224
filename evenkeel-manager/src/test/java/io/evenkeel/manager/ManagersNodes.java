package io.evenkeel.manager;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import java.time.Duration;
import java.util.List;

/** Cache nodes as a manager uses them, which neither stores fragments nor reads them. */
abstract class ManagersNodes implements NodeStore {
  private final List<NodeId> nodes;

  ManagersNodes(List<NodeId> nodes) {
    this.nodes = nodes;
  }

  @Override
  public final List<NodeId> nodes() {
    return nodes;
  }

  @Override
  public final Pending put(
      NodeId node, StoredFragment fragment, Duration timeToLive, Completion<Void> then) {
    throw new AssertionError("a manager stores nothing");
  }

  @Override
  public final Pending get(
      NodeId node, FragmentKey key, BufferPool buffers, Completion<StoredFragment> then) {
    throw new AssertionError("a manager reads nothing");
  }

  @Override
  public final Pending getRange(
      NodeId node,
      FragmentKey key,
      int offset,
      int lengthBytes,
      BufferPool buffers,
      Completion<StoredRange> then) {
    throw new AssertionError("a manager reads nothing");
  }

  @Override
  public final long allocatedBytes(int payloadBytes, int dataCount) {
    return payloadBytes;
  }

  @Override
  public final void close() {}
}
