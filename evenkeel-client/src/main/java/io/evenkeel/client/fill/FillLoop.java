package io.evenkeel.client.fill;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import java.io.IOException;
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

/**
 * Takes the manager's orders for parity and carries them out, two at a time, within the rate that
 * it allows. The manager need not be up.
 */
public final class FillLoop implements AutoCloseable {
  private static final int JOBS_MAX = 2;
  private static final long READ_AHEAD_BYTES = 16L << 20;
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration CLOSE_AT_MOST = Duration.ofSeconds(5);

  private final ClientSettings settings;
  private final ClientRuntime runtime;
  private final ManagerApi manager;
  private final StripeOpener opener;
  private final Consumer<String> log;
  private final RateLimit rate = new RateLimit();
  private final Semaphore free = new Semaphore(JOBS_MAX);
  private final CountDownLatch ending = new CountDownLatch(1);
  private final ExecutorService jobs = Executors.newFixedThreadPool(JOBS_MAX, FillLoop::daemon);
  private final Thread polling = daemon(this::poll);
  private boolean away;

  /** Whether orders can not be asked for, for a reason of this process. */
  private boolean broken;

  /** Opens the stripe of an order. */
  @FunctionalInterface
  public interface StripeOpener {
    /**
     * @param services of the reads of it
     */
    VerifiedStripe open(FillOrder order, ReadServices services) throws IOException;
  }

  /**
   * @param runtime with a manager and cache nodes; it stays the caller's
   * @param log told one line at a time, by any thread, what became of each order
   */
  public FillLoop(
      ClientSettings settings, ClientRuntime runtime, StripeOpener opener, Consumer<String> log) {
    this.settings = settings;
    this.runtime = runtime;
    this.manager = runtime.manager().orElseThrow();
    this.opener = opener;
    this.log = log;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "evenkeel-filler");
    thread.setDaemon(true);
    return thread;
  }

  /** Starts taking orders. */
  public void start() {
    polling.start();
  }

  private void poll() {
    try {
      while (ending.getCount() > 0) {
        free.acquire();
        int most = 1 + free.drainPermits();
        int taken = 0;
        try {
          taken = runtime.isOn() ? takeContained(most) : 0;
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

  /**
   * Nobody would see that this thread has ended, as when the jar of a running process is replaced.
   * Want of memory ends the process, if it is started as it should.
   */
  private int takeContained(int most) throws InterruptedException {
    try {
      int taken = take(most);
      broken = false;
      return taken;
    } catch (LinkageError e) {
      if (!broken) {
        log.accept("internal error while orders were asked for, which goes on: " + e);
      }
      broken = true;
      return 0;
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
        String why =
            e.getCause() == null ? e.toString() : String.valueOf(e.getCause().getMessage());
        log.accept("the manager at " + settings.managerUri() + " does not answer: " + why);
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
          new FillJob(
              order,
              runtime.parityWriters().orElseThrow(),
              rate,
              ending,
              o -> opener.open(o, reads));
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
                // What a NameNode refuses comes with its stack trace.
                result.lines().findFirst().map(why -> "not made, " + why).orElse("published")));
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
  }
}
