package io.evenkeel.testing.store;

import io.evenkeel.process.Deadline;
import io.evenkeel.process.Janitor;
import io.evenkeel.process.RedisProcess;
import io.evenkeel.process.RedisProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real server for a test, alone in a folder of its own: the one that {@code
 * EVENKEEL_REDIS_SERVER} names, of whatever release, else one on PATH, else the one that is brought
 * along. It ends with this process, however that ends.
 */
public final class TestRedis implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Janitor janitor;
  private final RedisProcess redis;

  /** A plain server with so much memory, which serves. */
  public TestRedis(long memoryBytes) {
    this(memoryBytes, false, List.of());
  }

  /**
   * @param tls whether clients connect by TLS; the options then name its certificate
   * @param options more of the server's command line
   */
  public TestRedis(long memoryBytes, boolean tls, List<String> options) {
    try {
      janitor = Janitor.start();
      Path folder = janitor.createTemporary("evenkeel-redis-");
      redis =
          RedisProcess.start(
              "redis",
              RedisProgram.find(folder),
              folder,
              new RedisProcess.Settings(memoryBytes, tls, options),
              janitor);
      redis.awaitReady(patience());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Deadline patience() {
    return Deadline.after(PATIENCE);
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void does(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it again, empty, on the same port. */
  public void start() {
    does(() -> redis.restart(patience()));
  }

  /** {@code host:port}. */
  public String address() {
    return redis.address();
  }

  /**
   * Stops it from running until {@link #resume}; the kernel still accepts connections for it.
   * Returns when it stands still: the signal takes a moment to arrive.
   */
  public void pause() {
    does(() -> redis.child().stop());
  }

  /** Lets it run on. */
  public void resume() {
    does(() -> redis.child().resume());
  }

  /** Ends it at once. */
  public void kill() {
    does(() -> redis.child().kill());
  }

  /** Ends it and removes its folder. */
  @Override
  public void close() {
    does(janitor::close);
  }
}
