package io.evenkeel.redis;

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
import io.evenkeel.core.store.AllocatedBytes;
import io.evenkeel.core.store.FragmentCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Independent Redis servers as cache nodes.
 *
 * <p>Connections are opened when first needed and never waited for; all threads are daemons. Reads
 * hold no buffer until their value is here. A request that is withdrawn or timed out before it was
 * written is not written any more; a server whose circuit breaker opens loses its connections and
 * with them whatever they still hold. A connection is one daemon thread that takes one request
 * after the other. After a put is cancelled its payload may still be looked at until the request
 * timeout: what is stored then under its key does not verify.
 */
public final class RedisNodeStore implements NodeStore {
  private static final int UNKNOWN_TOLD_MAX = 16;
  private static final Logger LOG = LoggerFactory.getLogger(RedisNodeStore.class);
  private static final String THREADS = "evenkeel-redis";
  private final ScheduledThreadPoolExecutor timers;
  private final Map<NodeId, RedisNode> nodes = new LinkedHashMap<>();

  /** Those whose rights let us read whole values only. */
  private final Set<NodeId> refusingRanges = ConcurrentHashMap.newKeySet();

  /** Named by whoever asks, and not one of ours. */
  private final Set<NodeId> unknown = ConcurrentHashMap.newKeySet();

  /** Connects to nobody and starts no thread yet. */
  public RedisNodeStore(RedisSettings settings) {
    timers = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "timer"));
    timers.setRemoveOnCancelPolicy(true);
    RedisTls tls = new RedisTls(settings.authorities());
    for (String uri : settings.uris()) {
      RedisNode node = new RedisNode(RedisAddress.parse(uri), settings, tls, timers);
      nodes.put(node.id(), node);
    }
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, THREADS + "-" + name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public List<NodeId> nodes() {
    return List.copyOf(nodes.keySet());
  }

  @Override
  public Pending put(
      NodeId node, StoredFragment fragment, Duration timeToLive, Completion<Void> then) {
    FragmentCodec.Parts parts;
    try {
      parts = FragmentCodec.encode(fragment);
    } catch (IllegalArgumentException e) {
      then.failed(e);
      return Pending.DONE;
    }
    return call(node, new Wires.Put(fragment, parts, timeToLive), then);
  }

  @Override
  public Pending get(
      NodeId node, FragmentKey key, BufferPool buffers, Completion<StoredFragment> then) {
    return call(node, new Wires.Get(node, key, buffers), then);
  }

  @Override
  public Pending getRange(
      NodeId node,
      FragmentKey key,
      int offset,
      int lengthBytes,
      BufferPool buffers,
      Completion<StoredRange> then) {
    Wire<StoredRange> wire;
    try {
      wire = new Wires.GetRange(node, key, offset, lengthBytes, buffers);
    } catch (IllegalArgumentException | ArithmeticException e) {
      then.failed(e);
      return Pending.DONE;
    }
    RangeCall both =
        new RangeCall(
            this, node, key, offset, lengthBytes, buffers, then, e -> refusesRanges(node, e));
    if (refusingRanges.contains(node)) {
      both.readWhole();
    } else {
      both.startWith(call(node, wire, both));
    }
    return both;
  }

  @Override
  public Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then) {
    return each(keys, false, (some, part) -> call(node, new Wires.Delete(some), part), then);
  }

  @Override
  public Pending renew(
      NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then) {
    return each(
        keys, true, (some, part) -> call(node, new Wires.Renew(some, timeToLive), part), then);
  }

  private static Pending each(
      List<FragmentKey> keys, boolean untilMissing, KeysCall.Part part, Completion<Integer> then) {
    if (keys.isEmpty()) {
      then.done(0);
      return Pending.DONE;
    }
    if (keys.size() <= KeysCall.PART_KEYS) {
      return part.ask(keys, then);
    }
    KeysCall all = new KeysCall(keys, untilMissing, part, then);
    all.askNext();
    return all;
  }

  @Override
  public Pending enter(
      NodeId node, CatalogueEntry entry, Duration timeToLive, Completion<Void> then) {
    return call(node, new CatalogueWires.Enter(entry, timeToLive), then);
  }

  @Override
  public Pending strike(NodeId node, StripeId stripe, Completion<Void> then) {
    return call(node, new CatalogueWires.Strike(stripe), then);
  }

  @Override
  public Pending catalogue(NodeId node, String from, Completion<CataloguePage> then) {
    return call(node, new CatalogueWires.Read(from), then);
  }

  @Override
  public Pending usedBytes(NodeId node, Completion<Long> then) {
    return call(node, new Wires.UsedBytes(), then);
  }

  /** What a server says of itself. */
  public Pending facts(NodeId node, Completion<RedisFacts> then) {
    return call(node, new Wires.Facts(), then);
  }

  /**
   * Writes down on a server who decides what it holds; {@code done} gives who did before, empty for
   * nobody that has said so within its time to live.
   */
  public Pending own(NodeId node, String owner, Duration timeToLive, Completion<String> then) {
    return call(node, new Wires.Own(owner, timeToLive), then);
  }

  /** Whoever decides what is stored where knows a server by another name, or one more. */
  private void unknown(NodeId node) {
    if (unknown.size() < UNKNOWN_TOLD_MAX && unknown.add(node)) {
      LOG.warn(
          "Parity is on cache node {}, which is none of {}: name it among evenkeel.redis.nodes as the"
              + " manager's --redis does",
          node,
          nodes.keySet());
    }
  }

  private void refusesRanges(NodeId node, RangesRefusedException refusal) {
    if (refusingRanges.add(node)) {
      LOG.warn(
          "Cache node {} lets us read whole values only, which small reads pay for ({}){}",
          node,
          refusal.getMessage(),
          Remedy.of(refusal));
    }
  }

  private <T> Pending call(NodeId id, Wire<T> wire, Completion<T> then) {
    RedisNode node = nodes.get(id);
    if (node == null) {
      unknown(id);
      then.failed(new IOException("cache node " + id + " is not one of " + nodes.keySet()));
      return Pending.DONE;
    }
    return node.call(wire, then);
  }

  @Override
  public long allocatedBytes(int payloadBytes, int dataCount) {
    return AllocatedBytes.of(payloadBytes, dataCount);
  }

  /** Fails what is under way and lets the threads end; does not wait for them. */
  @Override
  public void close() {
    nodes.values().forEach(RedisNode::close);
    timers.shutdownNow();
  }
}
