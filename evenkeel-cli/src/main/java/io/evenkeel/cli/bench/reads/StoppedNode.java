package io.evenkeel.cli.bench.reads;

import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A DataNode that is stopped until this is closed, or for {@value #SECONDS_MAX} seconds: a read
 * that has not gone past it by then is not worth more of anybody's time.
 */
final class StoppedNode implements AutoCloseable {
  static final int SECONDS_MAX = 30;

  private final LocalCluster cluster;
  private final int node;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private volatile boolean givenUp;

  private StoppedNode(LocalCluster cluster, int node) {
    this.cluster = cluster;
    this.node = node;
  }

  static StoppedNode stop(LocalCluster cluster, int node) throws IOException {
    StoppedNode stopped = new StoppedNode(cluster, node);
    cluster.stop(node);
    stopped.timer.schedule(stopped::giveUp, SECONDS_MAX, TimeUnit.SECONDS);
    return stopped;
  }

  private void giveUp() {
    givenUp = true;
    try {
      cluster.resume(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the node runs again because it took too long. */
  boolean isGivenUp() {
    return givenUp;
  }

  @Override
  public void close() throws IOException {
    timer.shutdownNow();
    cluster.resume(node);
  }
}
