package io.evenkeel.server;

import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.log.OthersText;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.redis.RedisFacts;
import io.evenkeel.redis.RedisNodeStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the Redis servers beside the manager: whether they answer, whether they are set up for a
 * cache that somebody else keeps within bounds, and whether another manager believes to be that.
 * Tells people, and changes nothing.
 */
final class CacheNodes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CacheNodes.class);
  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** How long a server stays its own that is not looked at: three looks. */
  private static final Duration OWNED_FOR = Duration.ofSeconds(60);

  /** Of what a server says. */
  private static final int SHOWN_CHARS = 200;

  private final RedisNodeStore store;
  private final long capacityBytes;
  private final String owner;
  private final long everyNanos;
  private final LoopScheduler loop = new LoopScheduler("evenkeel-manager-nodes");
  private final Map<NodeId, Look> looks = new LinkedHashMap<>();

  /** What is known of one of them. */
  private static final class Look {
    boolean ended;
    boolean answered;
    boolean told;
    String rival = "";
  }

  /**
   * Looks at them from now on.
   *
   * @param capacityBytes what the manager may store on each
   * @param owner names this manager, the same one after each of its starts
   */
  CacheNodes(RedisNodeStore store, long capacityBytes, String owner) {
    this(store, capacityBytes, owner, LOOK_EVERY_NANOS);
  }

  CacheNodes(RedisNodeStore store, long capacityBytes, String owner, long everyNanos) {
    this.store = store;
    this.capacityBytes = capacityBytes;
    this.owner = owner;
    this.everyNanos = everyNanos;
    store.nodes().forEach(node -> looks.put(node, new Look()));
    loop.serial().execute(this::look);
  }

  private void look() {
    loop.schedule(everyNanos, this::look);
    for (NodeId node : looks.keySet()) {
      store.facts(node, onLoop(facts -> described(node, facts), e -> silent(node, e)));
      store.own(node, owner, OWNED_FOR, onLoop(before -> owned(node, before), e -> {}));
    }
  }

  private <T> Completion<T> onLoop(Consumer<T> done, Consumer<Throwable> failed) {
    return new Completion<>() {
      @Override
      public void done(T value) {
        loop.serial().execute(() -> done.accept(value));
      }

      @Override
      public void failed(Throwable cause) {
        loop.serial().execute(() -> failed.accept(cause));
      }
    };
  }

  private void described(NodeId node, RedisFacts facts) {
    Look look = looks.get(node);
    if (!look.told) {
      look.told = true;
      LOG.info(
          "Cache node {} is Redis {}, maxmemory {}, {}",
          node,
          OthersText.oneLine(facts.version(), SHOWN_CHARS),
          facts.maxMemoryBytes() == 0 ? "none" : ByteText.of(facts.maxMemoryBytes()),
          OthersText.oneLine(facts.policy(), SHOWN_CHARS));
      facts.doubts(capacityBytes).forEach(doubt -> LOG.warn("Cache node {} {}", node, doubt));
    }
    ended(look, true);
  }

  private void silent(NodeId node, Throwable cause) {
    LOG.debug("Cache node {} does not say what it is: {}", node, cause.getMessage());
    ended(looks.get(node), false);
  }

  private void ended(Look look, boolean answered) {
    synchronized (looks) {
      look.ended = true;
      look.answered = answered;
      looks.notifyAll();
    }
  }

  private void owned(NodeId node, String before) {
    Look look = looks.get(node);
    if (!before.isEmpty() && !before.equals(owner) && !before.equals(look.rival)) {
      look.rival = before;
      LOG.warn(
          "Cache node {} is another manager's, too: {} has said so in the last {} s. If it runs, end"
              + " one of the two: each believes that all room there is its own",
          node,
          OthersText.oneLine(before, SHOWN_CHARS),
          OWNED_FOR.toSeconds());
    }
  }

  /**
   * Waits until each of them has answered, or is known not to.
   *
   * @return those that have not answered
   */
  Set<NodeId> awaitFirstLook(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (looks) {
      long left = patience.toNanos();
      while (left > 0 && !looks.values().stream().allMatch(look -> look.ended)) {
        looks.wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        left = deadline - System.nanoTime();
      }
      Set<NodeId> silent = new TreeSet<>();
      looks.forEach(
          (node, look) -> {
            if (!look.answered) {
              silent.add(node);
            }
          });
      return silent;
    }
  }

  @Override
  public void close() {
    loop.close();
  }
}
