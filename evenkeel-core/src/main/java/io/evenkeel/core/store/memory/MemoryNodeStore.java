package io.evenkeel.core.store.memory;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.store.AllocatedBytes;
import io.evenkeel.core.store.FragmentAssembly;
import io.evenkeel.core.store.FragmentCodec;
import io.evenkeel.core.store.FragmentKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * Cache nodes in this process's memory, in the same value format as remote ones: for tests, for
 * simulation and for one-process use. Time is the scheduler's. Every node has fault hooks: {@link
 * #setDown}, {@link #setHung}, {@link #corrupt}, {@link #replace} and {@link #drop}.
 */
public final class MemoryNodeStore implements NodeStore {
  private final Scheduler scheduler;
  private final long latencyNanos;
  private final long timeoutNanos;
  private final Map<NodeId, MemoryNode> nodes = new TreeMap<>();
  private volatile boolean closed;

  /**
   * @param capacityBytes the allocated bytes that each node may hold, by node
   * @param latency how long every operation takes
   * @param timeout when an operation on a hung node fails
   */
  public MemoryNodeStore(
      Scheduler scheduler, Map<NodeId, Long> capacityBytes, Duration latency, Duration timeout) {
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler is null");
    this.latencyNanos = latency.toNanos();
    this.timeoutNanos = timeout.toNanos();
    capacityBytes.forEach((id, bytes) -> nodes.put(id, new MemoryNode(id, bytes)));
  }

  @Override
  public List<NodeId> nodes() {
    return List.copyOf(nodes.keySet());
  }

  @Override
  public Pending put(
      NodeId node, StoredFragment fragment, Duration timeToLive, Completion<Void> then) {
    return run(
        node,
        n -> {
          n.put(FragmentCodec.encode(fragment), fragment.key(), deadline(timeToLive), now());
          return null;
        },
        then);
  }

  @Override
  public Pending get(
      NodeId node, FragmentKey key, BufferPool buffers, Completion<StoredFragment> then) {
    return run(node, n -> read(n, key, buffers), then);
  }

  private StoredFragment read(MemoryNode node, FragmentKey key, BufferPool buffers)
      throws IOException {
    FragmentAssembly assembly = new FragmentAssembly(node.id(), key, buffers);
    try {
      assembly.head(node.view(FragmentKeys.head(key), now()));
      assembly.body(node.view(FragmentKeys.body(key), now()));
      return assembly.fragment();
    } finally {
      assembly.release();
    }
  }

  @Override
  public Pending getRange(
      NodeId node,
      FragmentKey key,
      int offset,
      int lengthBytes,
      BufferPool buffers,
      Completion<StoredRange> then) {
    return run(node, n -> readRange(n, key, offset, lengthBytes, buffers), then);
  }

  private StoredRange readRange(
      MemoryNode node, FragmentKey key, int offset, int lengthBytes, BufferPool buffers)
      throws IOException {
    FragmentAssembly assembly =
        FragmentAssembly.ofRange(node.id(), key, buffers, offset, lengthBytes);
    try {
      assembly.head(node.view(FragmentKeys.head(key), now()));
      ByteBuffer body = node.view(FragmentKeys.body(key), now());
      if (body != null && offset < body.remaining()) {
        assembly.body(body.slice(offset, Math.min(lengthBytes, body.remaining() - offset)));
      }
      return assembly.range();
    } finally {
      assembly.release();
    }
  }

  @Override
  public Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then) {
    return run(node, n -> n.delete(keys, now()), then);
  }

  @Override
  public Pending renew(
      NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then) {
    return run(node, n -> n.renew(keys, deadline(timeToLive), now()), then);
  }

  @Override
  public Pending enter(
      NodeId node, CatalogueEntry entry, Duration timeToLive, Completion<Void> then) {
    return run(
        node,
        n -> {
          n.enter(entry, deadline(timeToLive));
          return null;
        },
        then);
  }

  @Override
  public Pending strike(NodeId node, StripeId stripe, Completion<Void> then) {
    return run(
        node,
        n -> {
          n.strike(stripe);
          return null;
        },
        then);
  }

  @Override
  public Pending catalogue(NodeId node, String from, Completion<CataloguePage> then) {
    return run(node, n -> n.catalogue(from, now()), then);
  }

  @Override
  public Pending usedBytes(NodeId node, Completion<Long> then) {
    return run(node, n -> n.usedBytes(now()), then);
  }

  @Override
  public long allocatedBytes(int payloadBytes, int dataCount) {
    return AllocatedBytes.of(payloadBytes, dataCount);
  }

  @Override
  public void close() {
    closed = true;
  }

  /** From now on the node refuses everything, or no longer does. */
  public void setDown(NodeId node, boolean down) {
    nodes.get(node).down = down;
  }

  /** From now on the node answers nothing, or does again. */
  public void setHung(NodeId node, boolean hung) {
    nodes.get(node).hung = hung;
  }

  /** Flips one bit of a stored head or body; false when there is no such part. */
  public boolean corrupt(NodeId node, FragmentKey key, boolean body, int atByte) {
    return nodes.get(node).flip(body ? FragmentKeys.body(key) : FragmentKeys.head(key), atByte);
  }

  /** Stores something else in place of a stored head or body; false when there is no such part. */
  public boolean replace(NodeId node, FragmentKey key, boolean body, UnaryOperator<byte[]> change) {
    return nodes.get(node).replace(body ? FragmentKeys.body(key) : FragmentKeys.head(key), change);
  }

  /** Removes one part of a stored fragment, as an eviction would; false when there is none. */
  public boolean drop(NodeId node, FragmentKey key, boolean body) {
    return nodes.get(node).drop(body ? FragmentKeys.body(key) : FragmentKeys.head(key));
  }

  /** The length of one stored part; -1 when there is none. */
  public int storedBytes(NodeId node, FragmentKey key, boolean body) {
    var value = nodes.get(node).view(body ? FragmentKeys.body(key) : FragmentKeys.head(key), now());
    return value == null ? -1 : value.remaining();
  }

  private long now() {
    return scheduler.nanoTime();
  }

  private long deadline(Duration timeToLive) {
    return now() + timeToLive.toNanos();
  }

  private interface Operation<T> {
    T on(MemoryNode node) throws IOException;
  }

  private <T> Pending run(NodeId id, Operation<T> operation, Completion<T> then) {
    MemoryNode node = nodes.get(id);
    AtomicBoolean ended = new AtomicBoolean();
    boolean hung = node != null && node.hung;
    Callable<T> work =
        () -> {
          if (closed || node == null || node.down || hung) {
            throw new IOException("cache node " + id + " " + trouble(node, hung));
          }
          return operation.on(node);
        };
    Pending timer =
        scheduler.schedule(
            hung ? timeoutNanos : latencyNanos,
            () -> {
              if (ended.compareAndSet(false, true)) {
                finish(work, then);
              }
            });
    return () -> {
      if (ended.compareAndSet(false, true)) {
        timer.cancel();
      }
    };
  }

  private String trouble(MemoryNode node, boolean hung) {
    if (closed) {
      return "is closed";
    }
    return node == null
        ? "is not one of " + nodes.keySet()
        : hung ? "did not answer within " + timeoutNanos / 1_000_000 + " ms" : "is down";
  }

  private static <T> void finish(Callable<T> work, Completion<T> then) {
    T value;
    try {
      value = work.call();
    } catch (Exception e) {
      then.failed(e);
      return;
    }
    then.done(value);
  }
}
