package io.evenkeel.cli.bench.reads;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * {@code close()} in mid-read while a connection to a stopped DataNode is open. Each time by a file
 * system of its own without a manager, so that nobody knows the node and avoids it.
 */
final class CloseBench {
  private static final int RUNS = 21;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int LOOK_EVERY_MILLIS = 1;

  private final LocalCluster cluster;
  private final Path path;

  CloseBench(LocalCluster cluster, Path path) {
    this.cluster = cluster;
    this.path = path;
  }

  /**
   * What came out.
   *
   * @param nanos of each close
   * @param withOpenConnection of how many the stopped DataNode's connection was open
   */
  record Result(List<Long> nanos, int withOpenConnection) {
    static final double MILLIS_MAX = 50;

    double maxMillis() {
      return nanos.stream().mapToLong(Long::longValue).max().orElseThrow() / 1e6;
    }

    boolean holds() {
      return withOpenConnection == nanos.size() && maxMillis() <= MILLIS_MAX;
    }
  }

  Result run(int node) throws IOException, InterruptedException {
    String address = cluster.dataNodeAddresses().get(node);
    int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
    Configuration conf = cluster.evenkeelConfiguration();
    conf.set(EvenkeelKeys.SCHEME.name(), "parallel");
    conf.unset(EvenkeelKeys.MANAGER_URI.name());
    conf.unset(EvenkeelKeys.REDIS_NODES.name());
    List<Long> nanos = new ArrayList<>();
    int open = 0;
    cluster.stop(node);
    try {
      for (int i = 0; i < RUNS; i++) {
        // Idle connections of earlier reads would look like the one that is meant.
        await(port, false);
        try (FileSystem fs = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf)) {
          FSDataInputStream in = fs.open(path);
          in.readFully(new byte[1 << 20]);
          open += await(port, true) ? 1 : 0;
          long start = System.nanoTime();
          in.close();
          nanos.add(System.nanoTime() - start);
        }
      }
    } finally {
      cluster.resume(node);
    }
    return new Result(List.copyOf(nanos), open);
  }

  private static boolean await(int port, boolean open) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (Connections.to(port) > 0 != open) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
    return true;
  }
}
