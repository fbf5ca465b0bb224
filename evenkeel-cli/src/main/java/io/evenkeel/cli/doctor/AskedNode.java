package io.evenkeel.cli.doctor;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.MissingFragmentException;
import io.evenkeel.redis.RedisFacts;
import io.evenkeel.redis.RedisNodeStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** One cache node and its answers: to a read, as clients ask it, and to what it is. */
final class AskedNode {
  private static final int BUFFER_BYTES = 1 << 20;

  private final NodeId id;

  /** A fragment that nobody has: it is the right to read it that counts. */
  private final FragmentKey key =
      new FragmentKey(new StripeId(Epoch.next(ThreadLocalRandom.current()::nextLong), 0), 0, 0);

  private final long startNanos = System.nanoTime();
  private final CompletableFuture<Long> read = new CompletableFuture<>();
  private final CompletableFuture<RedisFacts> facts = new CompletableFuture<>();
  private long millis;
  private Optional<String> failure = Optional.empty();
  private Optional<RedisFacts> told = Optional.empty();

  private AskedNode(NodeId id) {
    this.id = id;
  }

  /** Asks, and waits for nothing. */
  static AskedNode start(RedisNodeStore store, NodeId id) {
    AskedNode node = new AskedNode(id);
    BufferPool buffers = new BufferPool(BUFFER_BYTES, BUFFER_BYTES);
    store.get(id, node.key, buffers, Completion.to(node.fragment()));
    store.facts(id, Completion.to(node.facts));
    return node;
  }

  private CompletableFuture<StoredFragment> fragment() {
    CompletableFuture<StoredFragment> fragment = new CompletableFuture<>();
    fragment.whenComplete(
        (value, failed) -> {
          if (failed == null || failed instanceof MissingFragmentException) {
            read.complete(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
          } else {
            read.completeExceptionally(failed);
          }
        });
    return fragment;
  }

  NodeId id() {
    return id;
  }

  /** Returns when both answers are here, or known not to come. */
  void await() throws InterruptedException {
    try {
      millis = read.get();
    } catch (ExecutionException e) {
      // Which fragment it was says nothing to anybody.
      String said = Trouble.text(e.getCause());
      failure = Optional.of(said.replace(": reading fragment " + key, ""));
    }
    try {
      told = Optional.of(facts.get());
    } catch (ExecutionException e) {
      // A client needs no right to ask.
      told = Optional.empty();
    }
  }

  /** Whether clients can read from it. */
  boolean reads() {
    return failure.isEmpty();
  }

  /** In a line; of one that cannot be read from, why, and what to do where that is known. */
  String found() {
    if (failure.isPresent()) {
      return failure.get();
    }
    String what =
        told.map(f -> "Redis " + f.version() + ", " + memory(f) + ", " + f.policy())
            .orElse("its user may not ask what it is, and need not");
    return "%s answered in %d ms: %s".formatted(id, millis, what);
  }

  private static String memory(RedisFacts facts) {
    return facts.maxMemoryBytes() == 0
        ? "no maxmemory"
        : "maxmemory " + ByteText.of(facts.maxMemoryBytes());
  }

  /**
   * What is hardly meant so.
   *
   * @param capacityBytes what a manager may store there; 0 when that is not known
   * @param timeout how long clients wait for it
   */
  List<String> doubts(long capacityBytes, Duration timeout) {
    List<String> doubts = new ArrayList<>();
    told.ifPresent(
        f ->
            f.doubts(capacityBytes).forEach(doubt -> doubts.add("cache node " + id + " " + doubt)));
    if (millis > timeout.toMillis()) {
      doubts.add(
          "cache node %s is not waited for so long: %s is %d ms"
              .formatted(id, EvenkeelKeys.REDIS_TIMEOUT.name(), timeout.toMillis()));
    }
    return doubts;
  }
}
