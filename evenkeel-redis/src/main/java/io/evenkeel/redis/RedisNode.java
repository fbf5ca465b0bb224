package io.evenkeel.redis;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.CircuitBreaker;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server: its connections, its circuit breaker and what is under way. */
final class RedisNode {
  private static final Logger LOG = LoggerFactory.getLogger(RedisNodeStore.class);

  /** A process that has stopped asking keeps no connection. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** After so long it is tried whether its user may write by now. */
  private static final long WRITES_REFUSED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final NodeId id;
  private final RedisAddress address;
  private final RedisSettings settings;
  private final RedisTls tls;
  private final ScheduledExecutorService timers;
  private final CircuitBreaker breaker;
  private final Set<RedisCall<?>> calls = ConcurrentHashMap.newKeySet();
  private final Deque<RedisCall<?>> waiting = new ArrayDeque<>();
  private final Set<RedisWorker> workers = new HashSet<>();
  private int idle;
  private int requests;
  private long putBytes;
  private boolean refusingWrites;
  private boolean toldOfWrites;
  private long writesRefusedNanos;
  private final AtomicBoolean toldOfCatalogue = new AtomicBoolean();
  private volatile boolean closed;

  RedisNode(
      RedisAddress address, RedisSettings settings, RedisTls tls, ScheduledExecutorService timers) {
    this.id = address.node();
    this.address = address;
    this.settings = settings;
    this.tls = tls;
    this.timers = timers;
    this.breaker = new CircuitBreaker(settings.failuresToOpen(), settings.probeDelay().toNanos());
  }

  NodeId id() {
    return id;
  }

  RedisAddress address() {
    return address;
  }

  Duration connectTimeout() {
    return settings.connectTimeout();
  }

  Duration requestTimeout() {
    return settings.requestTimeout();
  }

  <T> Pending call(Wire<T> wire, Completion<T> then) {
    if (wire.isWrite() && isRefusingWrites()) {
      then.failed(writesRefused(wire.asked(), null));
      return Pending.DONE;
    }
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
    hand(call);
    return call;
  }

  private synchronized boolean isRefusingWrites() {
    refusingWrites &= System.nanoTime() - writesRefusedNanos < WRITES_REFUSED_NANOS;
    return refusingWrites;
  }

  /** Its user may read only: said once, and not tried with every fragment. */
  void refusesWrites(RefusedException refusal) {
    boolean told;
    synchronized (this) {
      told = toldOfWrites;
      toldOfWrites = true;
      refusingWrites = true;
      writesRefusedNanos = System.nanoTime();
    }
    if (!told) {
      LOG.warn(
          "Cache node {} does not let us store anything, so it is only read ({}){}",
          id,
          refusal.getMessage(),
          Remedy.of(refusal));
    }
  }

  /** Its user may not keep a catalogue: said once, and all else goes on. */
  IOException refusesCatalogue(String asked, RefusedException refusal) {
    String detail =
        "cache node %s does not let us keep a catalogue (%s)%s"
            .formatted(id, refusal.getMessage(), Remedy.of(refusal));
    if (toldOfCatalogue.compareAndSet(false, true)) {
      LOG.warn("{}: a manager that is started again will not find what is published", detail);
    }
    return new IOException(detail + ": " + asked, refusal);
  }

  /**
   * @param refusal null when it was not asked again
   */
  IOException writesRefused(String asked, RefusedException refusal) {
    String said = refusal == null ? "" : " (" + refusal.getMessage() + ")" + Remedy.of(refusal);
    return new IOException(
        "cache node " + id + " does not let us store anything" + said + ": " + asked, refusal);
  }

  private void hand(RedisCall<?> call) {
    RedisWorker another = null;
    synchronized (this) {
      waiting.addLast(call);
      if (waiting.size() > idle && workers.size() < settings.connections()) {
        another = newWorker();
      }
      // One call is for one of them; to wake the others would cost each a turn.
      notify();
    }
    if (another != null) {
      start(another);
    }
  }

  private RedisWorker newWorker() {
    RedisWorker worker = new RedisWorker(this, tls);
    workers.add(worker);
    return worker;
  }

  private void start(RedisWorker worker) {
    try {
      RedisNodeStore.daemon(worker, id.toString()).start();
    } catch (Throwable e) {
      synchronized (this) {
        workers.remove(worker);
      }
      for (RedisCall<?> call = pollUnserved(); call != null; call = pollUnserved()) {
        call.failed("cannot be asked", e);
      }
    }
  }

  /** What waits, when there is no connection to take it. */
  private synchronized RedisCall<?> pollUnserved() {
    return workers.isEmpty() ? waiting.pollFirst() : null;
  }

  /** The next call for a connection, waited for; null when that is to end. */
  synchronized RedisCall<?> next() {
    long idleSince = System.nanoTime();
    idle++;
    try {
      while (waiting.isEmpty()) {
        long left = IDLE_NANOS - (System.nanoTime() - idleSince);
        if (closed || left <= 0) {
          return null;
        }
        wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      }
      return waiting.removeFirst();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      idle--;
    }
  }

  /** A connection and its thread are no more. */
  void ended(RedisWorker worker) {
    RedisWorker next = null;
    synchronized (this) {
      workers.remove(worker);
      if (!waiting.isEmpty() && idle == 0 && !closed) {
        // What came as it ended, or what it would have taken next, had it not ended by an Error.
        next = newWorker();
      }
    }
    if (next != null) {
      start(next);
    }
  }

  boolean isClosed() {
    return closed;
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
      waiting.remove(call);
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
      cutAll();
    }
  }

  private void cutAll() {
    List<RedisWorker> all;
    synchronized (this) {
      all = List.copyOf(workers);
    }
    all.forEach(RedisWorker::cut);
  }

  /** Fails what is under way and lets the threads end; does not wait for them. */
  void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    calls.forEach(RedisCall::closed);
    cutAll();
  }
}
