package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.cache.CsacSettings;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/**
 * What many files cost a manager: heap for each that is known and published, ticket requests per
 * second, and what it takes to find those that are told to be gone. A file is one stripe of four
 * blocks of 128 MiB with one parity ({@link BenchStripes}).
 */
public final class ManagerBench {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int LOOKS = 11;
  private static final int REQUESTS = 400_000;

  /** As many as it remembers where nobody lists them. */
  private static final int DATA_NODES = 4096;

  private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(10).toNanos();

  private final int files;
  private final int requests;
  private final int dataNodes;
  private final Random random = new Random(1);
  private final BenchStripes stripes = new BenchStripes(3);
  private Manager manager;

  /** For so many files. */
  public ManagerBench(int files) {
    this(files, REQUESTS, DATA_NODES);
  }

  /** For so many files, so many requests and so many DataNodes that are judged. */
  ManagerBench(int files, int requests, int dataNodes) {
    this.files = files;
    this.requests = requests;
    this.dataNodes = dataNodes;
  }

  /**
   * Runs it.
   *
   * @param progress is told what goes on
   */
  public BenchResult run(Consumer<String> progress) {
    progress.accept("a manager takes " + files + " files");
    double heap = heapBytesPerFile();
    progress.accept("asking for what all of it is cached");
    requestsPerSecond(requests / 4);
    double perSecond = requestsPerSecond(requests);
    String known =
        String.format(
            Locale.ROOT,
            "a manager in this process with %,d files of one stripe, all known and published%n"
                + "  heap for each file, without its path   %.0f bytes%n"
                + "  decisions a second, all hits           %,.0f%n",
            files,
            heap,
            perSecond);
    progress.accept("looking for what is said to be gone");
    double look = lookMillis();
    known +=
        String.format(
            Locale.ROOT,
            "  one is told to be gone, another renamed: looking through all   %.0f ms%n",
            look);
    manager = null;
    ObjectNode figures = BenchResult.tree();
    figures.put("files", files).put("heapBytesPerFile", heap).put("hitsPerSecond", perSecond);
    figures.put("lookMillis", look);
    progress.accept("a full cache");
    BenchResult full = new FullCacheBench(files / 4, requests).run();
    progress.accept("judging all DataNodes");
    BenchResult judgement = new JudgementBench(dataNodes).run();
    progress.accept("queues of a thousand processes");
    BenchResult queues = new QueuesBench().run();
    figures.set("fullCache", full.figures());
    figures.set("judgement", judgement.figures());
    figures.set("queues", queues.figures());
    return new BenchResult(known + full.text() + judgement.text() + queues.text(), figures);
  }

  /** Reads and writes all files once; the heap that is used more than before, over the files. */
  double heapBytesPerFile() {
    long before = usedHeapBytes();
    long capacity = files * BenchStripes.PARITY_BYTES;
    NodeId a = new NodeId("cache-a:6379");
    NodeId b = new NodeId("cache-b:6379");
    ManagerSettings settings =
        ManagerSettings.of(capacity / 2 + (2L << 30), Duration.ofHours(10))
            .withLimits(files, Duration.ofHours(1))
            .withPolicy(CsacSettings.DEFAULT);
    manager = new Manager(settings, List.of(a, b), (bytes, k) -> bytes + 100, random::nextLong);
    manager.toldUsedBytes(a, 0);
    manager.toldUsedBytes(b, 0);
    for (int file = 0; file < files; file++) {
      StripeId id = new StripeId(Epoch.next(random::nextLong), 0);
      require(manager.reserve(0, id, BenchStripes.GEOMETRY).answer().granted());
      require(manager.publish(0, id, stripes.placed(file)).answer().accepted());
      require(manager.tickets(0, List.of(stripes.placed(file))).answer().tickets().size() == 1);
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

  /** How many stripes a second the manager decides about, asked for one by one; all are hits. */
  private double requestsPerSecond(int count) {
    List<List<PlacedStripe>> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asked.add(List.of(stripes.placed(random.nextInt(files))));
    }
    long start = System.nanoTime();
    long tickets = 0;
    for (List<PlacedStripe> one : asked) {
      tickets += manager.tickets(0, one).answer().tickets().size();
    }
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    require(tickets == count);
    return count / seconds;
  }

  /** The median time of a tick that looks which of all files are what was told of. */
  private double lookMillis() {
    for (int file = 0; file < files; file++) {
      manager.tickets(0, List.of(stripes.inFolder(file)));
    }
    // What was published has paths that wait, too.
    manager.tick(LOOK_EVERY_NANOS);
    List<Double> millis = new ArrayList<>();
    for (int look = 1; look <= LOOKS; look++) {
      String name = BenchStripes.TABLE + "/_temporary/" + look;
      require(
          manager
              .changed(0, List.of(PathChange.gone(name), PathChange.moved(name + "0", name + "1")))
              .answer()
              .accepted());
      long start = System.nanoTime();
      manager.tick((look + 1) * LOOK_EVERY_NANOS);
      millis.add((System.nanoTime() - start) / NANOS_PER_MILLI);
    }
    require(manager.status(0).publishedStripes() == files);
    return millis.stream().sorted().toList().get(LOOKS / 2);
  }

  /** A manager of one cache node that is asked for no parity. */
  static Manager withoutStripes() {
    return new Manager(
        ManagerSettings.of(1L << 30, Duration.ofHours(1)),
        List.of(new NodeId("cache:6379")),
        (bytes, k) -> bytes,
        () -> 42);
  }
}
