package io.evenkeel.hadoop.fill;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.fill.FillJob;
import io.evenkeel.client.fill.FillReads;
import io.evenkeel.client.fill.RateLimit;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.hadoop.EvenkeelSettings;
import io.evenkeel.hadoop.PublishAtExit;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import io.evenkeel.hadoop.read.WholeStripe;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Takes the manager's orders for parity and carries them out, two at a time, within the rate that
 * it allows. Reads as the user that runs the process, who must be allowed to.
 */
public final class Filler implements AutoCloseable {
  private static final int JOBS_MAX = 2;
  private static final long READ_AHEAD_BYTES = 16L << 20;
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration CLOSE_AT_MOST = Duration.ofSeconds(5);

  private final ClientSettings settings;
  private final ClientRuntime runtime;
  private final ManagerApi manager;
  private final EvenkeelClient client;
  private final BlockConnector connector;
  private final Consumer<String> log;
  private final RateLimit rate = new RateLimit();
  private final Semaphore free = new Semaphore(JOBS_MAX);
  private final CountDownLatch ending = new CountDownLatch(1);
  private final ExecutorService jobs = Executors.newFixedThreadPool(JOBS_MAX, Filler::daemon);
  private final Thread polling = daemon(this::poll);
  private boolean away;

  private Filler(
      ClientSettings settings,
      ClientRuntime runtime,
      EvenkeelClient client,
      BlockConnector connector,
      Consumer<String> log) {
    this.settings = settings;
    this.runtime = runtime;
    this.manager = runtime.manager().orElseThrow();
    this.client = client;
    this.connector = connector;
    this.log = log;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "evenkeel-filler");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts taking orders. Neither the manager, nor HDFS, nor a cache node needs to be up.
   *
   * @param conf a client's configuration
   * @param log told one line at a time, by any thread, what became of each order
   * @throws IllegalArgumentException when the configuration lacks something; says what
   */
  public static Filler start(Configuration conf, Consumer<String> log) throws IOException {
    URI hdfs = FileSystem.getDefaultUri(conf);
    if (!"hdfs".equals(hdfs.getScheme())) {
      throw new IllegalArgumentException(
          "fs.defaultFS is '%s': set it to hdfs://HOST:PORT, the HDFS to read".formatted(hdfs));
    }
    ClientSettings settings = EvenkeelSettings.from(conf);
    if (!settings.hasParity()) {
      throw new IllegalArgumentException(
          "evenkeel.manager.uri is '%s' and evenkeel.redis.nodes is %s: set the manager to take"
                  .formatted(settings.managerUri(), settings.redisNodes())
              + " orders from (http://HOST:8460) and the cache nodes (HOST:PORT,...)");
    }
    EvenkeelClient client =
        new EvenkeelClient(
            hdfs,
            EvenkeelClient.configuration(conf, settings.code().dataCount()),
            null,
            node -> false);
    BlockConnector connector =
        new BlockConnector(client, conf, (int) settings.connectTimeout().toMillis());
    ClientRuntime runtime = ClientRuntime.acquire(settings, new PublishAtExit.AtExit());
    Filler filler = new Filler(settings, runtime, client, connector, log);
    filler.polling.start();
    return filler;
  }

  private void poll() {
    try {
      while (ending.getCount() > 0) {
        free.acquire();
        int most = 1 + free.drainPermits();
        int taken = 0;
        try {
          taken = runtime.isOn() ? take(most) : 0;
        } finally {
          free.release(most - taken);
        }
        if (taken == 0) {
          ending.await(IDLE.toNanos(), TimeUnit.NANOSECONDS);
        }
      }
    } catch (InterruptedException | RejectedExecutionException e) {
      // Only close() interrupts, and ends the jobs.
    }
  }

  /** Asks for orders and starts them; answers how many. */
  private int take(int most) throws InterruptedException {
    CompletableFuture<FillAnswer> asked = new CompletableFuture<>();
    FillAnswer answer;
    try {
      manager.fills(most, Completion.to(asked));
      answer = asked.get();
    } catch (ExecutionException | RuntimeException e) {
      // While the filler is being closed nobody waits for an answer.
      if (!away && ending.getCount() > 0) {
        log.accept("the manager at " + settings.managerUri() + " does not answer: " + e);
      }
      away = true;
      return 0;
    }
    if (away) {
      log.accept("the manager answers again");
    }
    away = false;
    if (answer.orders().isEmpty()) {
      return 0;
    }
    if (answer.bytesPerSecond() <= 0) {
      log.accept("the manager allows no bytes for its orders: they are left alone");
      return 0;
    }
    rate.set(answer.bytesPerSecond());
    int started = 0;
    for (FillOrder order : answer.orders().subList(0, Math.min(most, answer.orders().size()))) {
      jobs.execute(() -> carryOut(order, answer));
      started++;
    }
    return started;
  }

  private void carryOut(FillOrder order, FillAnswer answer) {
    String result;
    try {
      FillReads reads = new FillReads(runtime, limits(), answer.stragglers());
      FillJob job =
          new FillJob(order, runtime.writers().orElseThrow(), rate, ending, o -> open(o, reads));
      result = job.run();
    } catch (InterruptedException e) {
      result = "the process stops";
    } catch (RuntimeException | LinkageError e) {
      result = "internal error: " + e;
    } finally {
      free.release();
    }
    log.accept(
        "%s, stripe %d (%s): %s"
            .formatted(
                order.path(),
                order.stripe(),
                order.reason(),
                result.isEmpty() ? "published" : "not made, " + result));
  }

  private WholeStripe open(FillOrder order, FillReads reads) throws IOException {
    ReadLayout layout =
        new ReadLayout(settings.code(), settings.subblockBytes(), Schemes.named("parallel"));
    return WholeStripe.open(order, reads, layout, connector, client);
  }

  private ReadLimits limits() {
    long group =
        (long) settings.subblockBytes()
            * (settings.code().dataCount() + settings.code().parityCount());
    long ahead = Math.max(READ_AHEAD_BYTES, 2 * group);
    return settings.limits().withReservedBytes(Math.min(ahead, settings.limits().reservedBytes()));
  }

  /** Takes no more orders and gives up those under way; waits a little for what they left. */
  @Override
  public void close() {
    synchronized (ending) {
      if (ending.getCount() == 0) {
        return;
      }
      ending.countDown();
    }
    polling.interrupt();
    jobs.shutdownNow();
    try {
      jobs.awaitTermination(CLOSE_AT_MOST.toNanos(), TimeUnit.NANOSECONDS);
      runtime.awaitPublished(CLOSE_AT_MOST);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    runtime.release();
    try {
      client.close();
    } catch (IOException e) {
      log.accept("closing the HDFS client failed: " + e.getMessage());
    }
  }
}
