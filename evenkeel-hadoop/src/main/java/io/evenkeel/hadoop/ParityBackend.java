package io.evenkeel.hadoop;

import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.fill.WritePorts;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.store.CacheLaneSource;
import io.evenkeel.hadoop.write.WriteServices;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where cached parity is: the manager and the cache nodes, and who writes to them. */
final class ParityBackend implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ParityBackend.class);
  private static final Duration PROBE_DELAY = Duration.ofSeconds(1);

  private final NodeStore store;
  private final LaneSource lanes;
  private final ManagerApi manager;
  private final WriteServices writers;

  private ParityBackend(NodeStore store, ManagerApi manager, WriteServices writers) {
    this.store = store;
    this.lanes = new CacheLaneSource(store);
    this.manager = manager;
    this.writers = writers;
  }

  /**
   * Connects to nobody and starts no thread before something is asked or written; neither the
   * manager nor a cache node needs to be up. Most processes are short and need neither.
   */
  private static ParityBackend connect(
      EvenkeelSettings settings, Scheduler scheduler, Executor background) {
    NodeStore store =
        new RedisNodeStore(
            RedisSettings.of(settings.redisNodes())
                .withAuthorities(settings.redisTlsCa())
                .withTimes(settings.redisTimeout(), settings.redisTimeout(), PROBE_DELAY)
                .withConnections(settings.redisConnections()));
    ManagerApi manager =
        new HttpManagerClient(
            HttpClientSettings.of(URI.create(settings.managerUri()))
                .withTimes(settings.managerTimeout(), PROBE_DELAY));
    WriteLimits limits =
        WriteLimits.of(settings.code(), settings.subblockBytes())
            .withProcessBytes(settings.writeProcessBytes())
            .withInFlight(settings.writeFiles(), settings.writeFragments());
    ParityWriters writers =
        new ParityWriters(
            new WritePorts(
                store, manager, scheduler, () -> Secure.RANDOM.nextLong(), background, LOG::warn),
            limits,
            new WriteBudget(limits.processBytes()));
    return new ParityBackend(store, manager, new WriteServices(writers, background));
  }

  /** Made with the first number: gathering its seed takes a while. */
  private static final class Secure {
    private static final SecureRandom RANDOM = new SecureRandom();
  }

  LaneSource lanes() {
    return lanes;
  }

  ManagerApi manager() {
    return manager;
  }

  WriteServices writers() {
    return writers;
  }

  /**
   * Waits until what was written and closed is published or given up; false when it takes longer.
   */
  boolean awaitPublished(Duration timeout) throws InterruptedException {
    return writers.writers().awaitQuiet(timeout);
  }

  /**
   * The same, for the end of the process: also false as soon as neither the manager nor a cache
   * node has said anything for so long.
   */
  boolean awaitPublished(Duration timeout, Duration silence) throws InterruptedException {
    return writers.writers().awaitQuiet(timeout, silence);
  }

  /** Runs a task when what was written and closed is published or given up, or after the limit. */
  void whenPublished(Duration limit, Runnable task) {
    writers.writers().whenQuiet(limit, task);
  }

  /** The parity backend of these settings; empty when they name no manager or no cache node. */
  static Optional<ParityBackend> of(
      EvenkeelSettings settings, Scheduler scheduler, Executor background) {
    return settings.hasParity()
        ? Optional.of(connect(settings, scheduler, background))
        : Optional.empty();
  }

  @Override
  public void close() {
    manager.close();
    store.close();
  }
}
