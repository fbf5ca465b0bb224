package io.evenkeel.cli.bench;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.cache.CsacSettings;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What many files cost a manager: heap for each that is known and published, and ticket requests
 * per second. A file is one stripe of four blocks of 128 MiB with one parity, each block on three
 * of 60 DataNodes.
 */
public final class ManagerBench {
  private static final long BLOCK_BYTES = 128L << 20;
  private static final int SUBBLOCK_BYTES = 1 << 20;
  private static final CodeSpec CODE = CodeSpec.xor(4);
  private static final int DATA_NODES = 60;
  private static final int REPLICAS = 3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final StripeGeometry GEOMETRY =
      new StripeGeometry(CODE, SUBBLOCK_BYTES, Collections.nCopies(4, BLOCK_BYTES));

  // All files have one path: a path is as long as it is, whoever keeps it.
  private static final String PATH = "/warehouse/part";
  private final int files;
  private final Random random = new Random(1);
  private final List<NodeId> dataNodes = new ArrayList<>();
  private Manager manager;

  /** For so many files. */
  public ManagerBench(int files) {
    this.files = files;
    for (int i = 0; i < DATA_NODES; i++) {
      dataNodes.add(new NodeId("datanode-" + i + ":9866"));
    }
  }

  /** Runs it; the result for people. */
  public String run() {
    double heap = heapBytesPerFile();
    requestsPerSecond(100_000, 1);
    return String.format(
        Locale.ROOT,
        "a manager in this process with %,d files of one stripe, all known and published%n"
            + "  heap for each file, without its path   %.0f bytes%n"
            + "  decisions a second, all hits           %,.0f%n"
            + "  decisions a second, one in ten a hit   %,.0f%n",
        files,
        heap,
        requestsPerSecond(400_000, 1),
        requestsPerSecond(400_000, 10));
  }

  private ContentVersion version(int file) {
    List<BlockVersion> blocks = new ArrayList<>();
    for (int b = 0; b < 4; b++) {
      long id = (1L << 30) + 5L * file + b;
      blocks.add(new BlockVersion("BP-1-10.0.0.1-1", id, 1000 + 5L * file + b, BLOCK_BYTES));
    }
    return BlockContents.of(blocks);
  }

  private PlacedStripe placed(int file) {
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int b = 0; b < 4; b++) {
      List<NodeId> holders = new ArrayList<>();
      for (int r = 0; r < REPLICAS; r++) {
        holders.add(dataNodes.get((file * 7 + b * 13 + r * 17) % DATA_NODES));
      }
      replicas.add(holders);
    }
    return new PlacedStripe(PATH, new Stripe(file, 0, GEOMETRY, version(file), replicas));
  }

  /** Reads and writes all files once; the heap that is used more than before, over the files. */
  double heapBytesPerFile() {
    long before = usedHeapBytes();
    long capacity = files * (BLOCK_BYTES + 1000L * GEOMETRY.substripeCount());
    NodeId a = new NodeId("cache-a:6379");
    NodeId b = new NodeId("cache-b:6379");
    ManagerSettings settings =
        ManagerSettings.of(capacity / 2 + (1L << 30), Duration.ofHours(10))
            .withLimits(files, Duration.ofHours(1))
            .withPolicy(CsacSettings.DEFAULT);
    manager = new Manager(settings, List.of(a, b), (bytes, k) -> bytes + 100, random::nextLong);
    manager.sampled(a, 0);
    manager.sampled(b, 0);
    for (int file = 0; file < files; file++) {
      StripeId id = new StripeId(Epoch.next(random::nextLong), 0);
      require(manager.reserve(0, id, GEOMETRY).answer().granted());
      require(manager.publish(0, id, placed(file)).answer().accepted());
      require(manager.tickets(0, List.of(placed(file))).answer().tickets().size() == 1);
    }
    require(manager.status(0).publishedStripes() == files);
    return (double) (usedHeapBytes() - before) / files;
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new IllegalStateException("the manager did not take a file");
    }
  }

  private static long usedHeapBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /**
   * How many stripes a second the manager decides about, asked for one by one.
   *
   * @param spread over how many times as many files as are published the requests are spread
   */
  double requestsPerSecond(int requests, int spread) {
    List<List<PlacedStripe>> asked = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      asked.add(List.of(placed(random.nextInt(files * spread))));
    }
    long start = System.nanoTime();
    long tickets = 0;
    for (List<PlacedStripe> one : asked) {
      tickets += manager.tickets(0, one).answer().tickets().size();
    }
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    require(tickets <= (long) requests * ManagerApi.MAX_STRIPES_PER_REQUEST);
    return requests / seconds;
  }
}
