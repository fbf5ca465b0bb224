package io.evenkeel.redis;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.AllocatedBytes;
import io.evenkeel.core.store.FragmentCodec;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Independent Redis servers as cache nodes.
 *
 * <p>Connections are opened when first needed and never waited for; all threads are daemons. Reads
 * hold no buffer until their value is here. A request that is withdrawn or timed out before it was
 * written is not written any more; a server whose circuit breaker opens loses its connections and
 * with them whatever they still hold. After a put is cancelled its payload may still be looked at
 * until the request timeout: what is stored then under its key does not verify.
 */
public final class RedisNodeStore implements NodeStore {
  private static final String THREADS = "evenkeel-redis";
  private final ClientResources resources;
  private final RedisClient client;
  private final ScheduledThreadPoolExecutor timers;
  private final Map<NodeId, RedisNode> nodes = new LinkedHashMap<>();

  public RedisNodeStore(RedisSettings settings) {
    resources =
        DefaultClientResources.builder()
            .ioThreadPoolSize(settings.ioThreads())
            .computationThreadPoolSize(2)
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .threadFactoryProvider(pool -> new DefaultThreadFactory(THREADS + "-" + pool, true))
            .build();
    client = RedisClient.create(resources);
    SslOptions.Builder tls = SslOptions.builder().jdkSslProvider();
    if (!settings.authorities().isEmpty()) {
      tls.trustManager(new File(settings.authorities()));
    }
    client.setOptions(
        ClientOptions.builder()
            .sslOptions(tls.build())
            .autoReconnect(false)
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .protocolVersion(ProtocolVersion.RESP2)
            .socketOptions(
                SocketOptions.builder().connectTimeout(settings.connectTimeout()).build())
            .build());
    timers = new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory(THREADS + "-timer", true));
    timers.setRemoveOnCancelPolicy(true);
    for (String text : settings.uris()) {
      RedisURI uri = RedisSettings.parse(text);
      uri.setTimeout(settings.connectTimeout());
      NodeId id = RedisSettings.node(text);
      nodes.put(
          id,
          new RedisNode(
              id, settings, new RedisConnections(client, uri, settings.connections()), timers));
    }
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
    return call(node, id -> new Wires.Put(fragment, parts, timeToLive), then);
  }

  @Override
  public Pending get(
      NodeId node, FragmentKey key, BufferPool buffers, Completion<StoredFragment> then) {
    return call(node, id -> new Wires.Get(id, key, buffers), then);
  }

  @Override
  public Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then) {
    return keys.isEmpty() ? none(then) : call(node, id -> new Wires.Delete(keys), then);
  }

  @Override
  public Pending renew(
      NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then) {
    return keys.isEmpty() ? none(then) : call(node, id -> new Wires.Renew(keys, timeToLive), then);
  }

  private static Pending none(Completion<Integer> then) {
    then.done(0);
    return Pending.DONE;
  }

  @Override
  public Pending usedBytes(NodeId node, Completion<Long> then) {
    return call(node, id -> new Wires.UsedBytes(), then);
  }

  private <T> Pending call(NodeId id, Function<NodeId, Wire<T>> wire, Completion<T> then) {
    RedisNode node = nodes.get(id);
    if (node == null) {
      then.failed(new IOException("cache node " + id + " is not one of " + nodes.keySet()));
      return Pending.DONE;
    }
    return node.call(wire.apply(id), then);
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
    var unused =
        client
            .shutdownAsync(0, 1, TimeUnit.SECONDS)
            .whenComplete((done, error) -> resources.shutdown(0, 1, TimeUnit.SECONDS));
  }
}
