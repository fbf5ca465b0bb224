package io.evenkeel.redis;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.CircuitBreaker;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server: its connections, its circuit breaker and what is under way. */
final class RedisNode {
  private static final Logger LOG = LoggerFactory.getLogger(RedisNodeStore.class);

  private final NodeId id;
  private final RedisSettings settings;
  private final RedisConnections connections;
  private final ScheduledExecutorService timers;
  private final CircuitBreaker breaker;
  private final Set<RedisCall<?>> calls = ConcurrentHashMap.newKeySet();
  private int requests;
  private long putBytes;
  private volatile boolean closed;

  RedisNode(
      NodeId id,
      RedisSettings settings,
      RedisConnections connections,
      ScheduledExecutorService timers) {
    this.id = id;
    this.settings = settings;
    this.connections = connections;
    this.timers = timers;
    this.breaker = new CircuitBreaker(settings.failuresToOpen(), settings.probeDelay().toNanos());
  }

  NodeId id() {
    return id;
  }

  Duration requestTimeout() {
    return settings.requestTimeout();
  }

  <T> Pending call(Wire<T> wire, Completion<T> then) {
    Permit permit = closed ? Permit.REFUSED : breaker.request(System.nanoTime());
    if (permit == Permit.REFUSED) {
      String why = closed ? "the store is closed" : "it has not answered lately";
      then.failed(new IOException("cache node " + id + " is not asked, " + why));
      return Pending.DONE;
    }
    if (!begin(wire.putBytes())) {
      breaker.withdrawn(permit);
      then.failed(
          new IOException(
              "cache node %s is busy: %s would exceed %d requests or %d bytes of puts"
                  .formatted(id, wire.asked(), settings.maxRequests(), settings.maxPutBytes())));
      return Pending.DONE;
    }
    RedisCall<T> call = new RedisCall<>(this, wire, permit, then);
    calls.add(call);
    if (closed) {
      call.closed();
      return Pending.DONE;
    }
    try {
      call.timer(
          timers.schedule(
              call::timedOut, settings.requestTimeout().toNanos(), TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException e) {
      call.closed();
      return Pending.DONE;
    }
    connections.next().whenComplete(call::connected);
    return call;
  }

  private synchronized boolean begin(long bytes) {
    if (requests >= settings.maxRequests() || putBytes + bytes > settings.maxPutBytes()) {
      return false;
    }
    requests++;
    putBytes += bytes;
    return true;
  }

  void ended(RedisCall<?> call, long bytes) {
    calls.remove(call);
    synchronized (this) {
      requests--;
      putBytes -= bytes;
    }
  }

  void answered(Permit permit) {
    if (breaker.answered(permit) == CircuitBreaker.Change.CLOSED) {
      LOG.info("cache node {} answers again", id);
    }
  }

  void withdrawn(Permit permit) {
    breaker.withdrawn(permit);
  }

  /**
   * An unanswered server keeps nothing of ours: connections and what they still hold are dropped.
   */
  void failed(Permit permit, String what) {
    boolean opened = breaker.failed(permit, System.nanoTime()) == CircuitBreaker.Change.OPENED;
    if (opened) {
      LOG.warn(
          "cache node {} {}, {} times in a row: it is left alone and probed every {} ms",
          id,
          what,
          settings.failuresToOpen(),
          settings.probeDelay().toMillis());
    }
    if (opened || permit == Permit.PROBE) {
      connections.reset();
    }
  }

  /** Fails what is under way; the client that made the connections closes them. */
  void close() {
    closed = true;
    calls.forEach(RedisCall::closed);
  }
}
