package io.evenkeel.client;

import io.evenkeel.client.process.ThreadScheduler;
import io.evenkeel.core.model.RandomSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A process of its own: real time, threads that end when they idle, a manager by HTTP and Redis
 * servers. Nothing of it starts a thread or connects before it is used.
 */
final class ProcessPorts implements ClientPorts {
  private static final Duration PROBE_DELAY = Duration.ofSeconds(1);
  private static final int BACKGROUND_THREADS_MAX = 16;
  private static final int CLOSING_THREADS_MAX = 16;
  private static final int RANGE_THREADS_MAX = 16;
  private static final int WRITE_THREADS = 4;
  private static final int WRITE_TASKS_WAITING_MAX = 4096;
  private static final int IDLE_SECONDS = 10;

  private final ThreadScheduler scheduler = new ThreadScheduler();
  private final ThreadPoolExecutor laneThreads;
  private final ThreadPoolExecutor rangeThreads;
  private final ThreadPoolExecutor background;
  private final ThreadPoolExecutor closing;
  private final ThreadPoolExecutor writeThreads;
  private final Optional<HttpClientSettings> http;
  private final Optional<RedisSettings> redis;

  /**
   * @throws IllegalArgumentException for settings by which nobody can be reached: now, so that a
   *     read cannot fail for what is wrong with them
   */
  ProcessPorts(ClientSettings settings) {
    this.http = settings.hasManager() ? Optional.of(http(settings)) : Optional.empty();
    this.redis = settings.hasParity() ? Optional.of(redis(settings)) : Optional.empty();
    this.laneThreads = pool("evenkeel-lane", settings.laneThreads());
    this.rangeThreads = pool("evenkeel-range", RANGE_THREADS_MAX);
    this.background = pool("evenkeel-background", BACKGROUND_THREADS_MAX);
    this.closing = pool("evenkeel-closing", CLOSING_THREADS_MAX);
    this.writeThreads = queued("evenkeel-write", WRITE_THREADS, WRITE_TASKS_WAITING_MAX);
  }

  private static HttpClientSettings http(ClientSettings settings) {
    return HttpClientSettings.of(URI.create(settings.managerUri()))
        .withTimes(settings.managerTimeout(), PROBE_DELAY);
  }

  private static RedisSettings redis(ClientSettings settings) {
    return RedisSettings.of(settings.redisNodes())
        .withAuthorities(settings.redisTlsCa())
        .withTimes(settings.redisTimeout(), settings.redisTimeout(), PROBE_DELAY)
        .withConnections(settings.redisConnections());
  }

  private static ThreadPoolExecutor pool(String name, int threads) {
    return new ThreadPoolExecutor(
        0,
        threads,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        ThreadScheduler.daemons(name));
  }

  private static ThreadPoolExecutor queued(String name, int threads, int waiting) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(waiting),
            ThreadScheduler.daemons(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public RandomSource random() {
    return () -> Secure.RANDOM.nextLong();
  }

  /** Made with the first number: gathering its seed takes a while. */
  private static final class Secure {
    private static final SecureRandom RANDOM = new SecureRandom();
  }

  @Override
  public Executor laneThreads() {
    return laneThreads;
  }

  @Override
  public Executor rangeThreads() {
    return rangeThreads;
  }

  @Override
  public Executor background() {
    return background;
  }

  /** Of their own: those that wait for a node that hangs must keep nothing else from being done. */
  @Override
  public Executor closing() {
    return closing;
  }

  @Override
  public Executor writeThreads() {
    return writeThreads;
  }

  @Override
  public ManagerApi manager() {
    return new HttpManagerClient(http.orElseThrow());
  }

  @Override
  public NodeStore store() {
    return new RedisNodeStore(redis.orElseThrow());
  }

  @Override
  public void close() {
    scheduler.close();
    laneThreads.shutdown();
    rangeThreads.shutdown();
    background.shutdown();
    closing.shutdown();
    writeThreads.shutdown();
  }
}
