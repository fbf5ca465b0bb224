package io.evenkeel.client;

import io.evenkeel.client.nodes.SampleSender;
import io.evenkeel.client.read.TicketRequests;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.fill.WritePorts;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.core.store.CacheLaneSource;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where cached parity is: the manager and the cache nodes, who asks and tells them, and who writes.
 * Each is made when it is first needed, connects to nobody and starts no thread before something is
 * asked of it, and neither the manager nor a cache node needs to be up. Most processes are short,
 * and what they do not use is not even loaded. Thread-safe.
 */
final class ParityBackend implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ParityBackend.class);
  private static final Duration PROBE_DELAY = Duration.ofSeconds(1);

  private final ClientSettings settings;
  private final HttpClientSettings http;
  private final RedisSettings redis;
  private final WriteLimits limits;
  private final Scheduler scheduler;
  private final Executor background;
  private final Executor writeThreads;
  private ManagerApi manager;
  private TicketRequests tickets;
  private SampleSender samples;
  private NodeStore store;
  private LaneSource lanes;
  private WriteServices writers;
  private final ExitHook exitHook;
  private ExitHook.Installed atExit;
  private boolean closed;

  /**
   * @param settings that name a manager and a cache node
   * @param background where questions are sent; may reject
   * @param writeThreads where what is written is encoded and sent; may reject
   * @param exitHook how the end of the process is made to wait for what was written
   */
  ParityBackend(
      ClientSettings settings,
      Scheduler scheduler,
      Executor background,
      Executor writeThreads,
      ExitHook exitHook) {
    this.settings = settings;
    // Now, so that a read cannot fail for what is wrong with them.
    this.http =
        HttpClientSettings.of(URI.create(settings.managerUri()))
            .withTimes(settings.managerTimeout(), PROBE_DELAY);
    this.redis =
        RedisSettings.of(settings.redisNodes())
            .withAuthorities(settings.redisTlsCa())
            .withTimes(settings.redisTimeout(), settings.redisTimeout(), PROBE_DELAY)
            .withConnections(settings.redisConnections());
    this.limits =
        WriteLimits.of(settings.code(), settings.subblockBytes())
            .withProcessBytes(settings.writeProcessBytes())
            .withInFlight(settings.writeFiles(), settings.writeFragments());
    this.scheduler = scheduler;
    this.background = background;
    this.writeThreads = writeThreads;
    this.exitHook = exitHook;
  }

  synchronized ManagerApi manager() {
    if (manager == null) {
      manager = new HttpManagerClient(http);
      if (closed) {
        manager.close();
      }
    }
    return manager;
  }

  synchronized TicketRequests tickets() {
    if (tickets == null) {
      tickets = new TicketRequests(this::manager, scheduler, background);
    }
    return tickets;
  }

  /**
   * @param bornNanos when the process began to use Evenkeel, on the scheduler's clock
   */
  synchronized SampleSender samples(long bornNanos) {
    if (samples == null) {
      samples = new SampleSender(manager(), scheduler, bornNanos);
    }
    return samples;
  }

  synchronized LaneSource lanes() {
    if (lanes == null) {
      lanes = new CacheLaneSource(store());
    }
    return lanes;
  }

  private synchronized NodeStore store() {
    if (store == null) {
      store = new RedisNodeStore(redis);
      if (closed) {
        store.close();
      }
    }
    return store;
  }

  /** From the first call on the end of the process waits until what was written is published. */
  synchronized WriteServices writers() {
    if (writers == null) {
      WritePorts ports =
          new WritePorts(
              store(),
              manager(),
              scheduler,
              () -> Secure.RANDOM.nextLong(),
              writeThreads,
              LOG::warn);
      ParityWriters made = new ParityWriters(ports, limits, new WriteBudget(limits.processBytes()));
      writers = new WriteServices(made, writeThreads);
      if (!closed) {
        atExit = exitHook.install(made, settings.writeExitTimeout());
      }
    }
    return writers;
  }

  /** Made with the first number: gathering its seed takes a while. */
  private static final class Secure {
    private static final SecureRandom RANDOM = new SecureRandom();
  }

  /**
   * Waits until what was written and closed is published or given up; false when it takes longer.
   */
  boolean awaitPublished(Duration timeout) throws InterruptedException {
    WriteServices made = madeWriters();
    return made == null || made.writers().awaitQuiet(timeout);
  }

  /** Runs a task when what was written and closed is published or given up, or after the limit. */
  void whenPublished(Duration limit, Runnable task) {
    WriteServices made = madeWriters();
    if (made == null) {
      task.run();
    } else {
      made.writers().whenQuiet(limit, task);
    }
  }

  private synchronized WriteServices madeWriters() {
    return writers;
  }

  /** What ends with it is told outside the lock: it may ask for something here. */
  @Override
  public void close() {
    ExitHook.Installed hook;
    ManagerApi asked;
    NodeStore stored;
    synchronized (this) {
      closed = true;
      hook = atExit;
      asked = manager;
      stored = store;
    }
    if (hook != null) {
      hook.close();
    }
    if (asked != null) {
      asked.close();
    }
    if (stored != null) {
      stored.close();
    }
  }
}
