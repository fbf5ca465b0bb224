package io.evenkeel.cli.bench;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What encoding costs a writer. Plain and encoded writes alternate, which one first by chance;
 * every ratio comes with a bootstrap confidence interval over the pairs. Times are compared by
 * their medians, CPU by its means, because the system counts it in ticks of 10 ms.
 *
 * <p>The stock client asks whether its last block is complete and, when the DataNode's word has not
 * reached the NameNode yet, asks again after 400 ms: whether a write of 64 MiB takes 150 or 550 ms
 * is a lottery. Both sides ask again after {@value #COMPLETE_RETRY_MILLIS} ms here.
 */
public final class WriteBench {
  private static final int PIECES = 64;
  private static final long CACHED_BYTES_PER_FILE = 20L << 20;
  private static final long SEED = 13;
  private static final int RESAMPLES = 2000;
  private static final int WARM_UP_PAIRS = 60;
  private static final int WARM_UP_PAIRS_OF_A_WARM_JVM = 5;
  private static final long RATE_BYTES_PER_SECOND = 64 << 20;
  private static final String COMPLETE_RETRY_KEY =
      "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";
  private static final int COMPLETE_RETRY_MILLIS = 5;

  private final int pairs;
  private final Consumer<String> progress;

  private record Cost(double wallNanos, CpuTimes cpu) {}

  private record Pair(Cost plain, Cost encoded) {}

  public WriteBench(int pairs, Consumer<String> progress) {
    this.pairs = pairs;
    this.progress = progress;
  }

  /** Runs it; the result for people. */
  public String run() throws IOException, InterruptedException {
    String unlimited = run(0, WARM_UP_PAIRS);
    String limited = run(RATE_BYTES_PER_SECOND, WARM_UP_PAIRS_OF_A_WARM_JVM);
    return String.format(
        Locale.ROOT,
        "64 MiB written, %d pairs of plain and encoded writes (xor-4-1, 1 MiB subblocks)%n"
            + "after %d to warm up; time as ratio of medians, CPU of means%n%n"
            + "DataNodes that take %d MiB/s%n%s%n"
            + "DataNodes without a limit, on the same cores as the client%n%s",
        pairs,
        WARM_UP_PAIRS,
        RATE_BYTES_PER_SECOND >> 20,
        limited,
        unlimited);
  }

  private String run(long writeRate, int warmUpPairs) throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    List<byte[]> content = new ArrayList<>();
    for (int i = 0; i < PIECES; i++) {
      content.add(BenchFiles.piece(SEED, i));
    }
    // Room for all of it: nothing is evicted for the sake of a write.
    long cacheBytes = (long) (pairs + warmUpPairs) * CACHED_BYTES_PER_FILE;
    ClusterSettings settings =
        ClusterSettings.builder().writeRateBytesPerSecond(writeRate).cacheBytes(cacheBytes).build();
    List<Pair> measured = new ArrayList<>();
    try (LocalCluster cluster = LocalCluster.start(settings);
        FileSystem plain = client(cluster.clientConfiguration());
        FileSystem encoded = client(cluster.evenkeelConfiguration())) {
      SplittableRandom random = new SplittableRandom(SEED);
      for (int i = 1; i <= pairs + warmUpPairs; i++) {
        progress.accept("pair " + i + "/" + (pairs + warmUpPairs));
        boolean plainFirst = random.nextBoolean();
        Cost first = cost(plainFirst ? plain : encoded, content);
        Cost second = cost(plainFirst ? encoded : plain, content);
        if (i > warmUpPairs) {
          measured.add(plainFirst ? new Pair(first, second) : new Pair(second, first));
        }
      }
    }
    return String.format(
        Locale.ROOT,
        "  time until closed                     %s%n"
            + "  client CPU until parity is published  %s%n"
            + "    of it the writer's own thread       %s%n"
            + "    of it Evenkeel's threads            %.1f ms%n",
        ratio(measured, Cost::wallNanos, WriteBench::median),
        ratio(measured, cost -> cost.cpu().processNanos(), WriteBench::mean),
        ratio(measured, cost -> cost.cpu().callerNanos(), WriteBench::mean),
        encoded(measured, cost -> cost.cpu().evenkeelNanos(), WriteBench::mean) / 1e6);
  }

  private static FileSystem client(Configuration conf) throws IOException {
    conf.setInt(COMPLETE_RETRY_KEY, COMPLETE_RETRY_MILLIS);
    return FileSystem.newInstance(conf);
  }

  private static Cost cost(FileSystem fs, List<byte[]> content)
      throws IOException, InterruptedException {
    CpuTimes before = CpuTimes.now();
    Path path = new Path("/written");
    long start = System.nanoTime();
    try (FSDataOutputStream out = fs.create(path, true)) {
      for (byte[] piece : content) {
        out.write(piece);
      }
    }
    long wall = System.nanoTime() - start;
    if (fs instanceof EvenkeelFileSystem evenkeel
        && !evenkeel.awaitPublished(Duration.ofSeconds(30))) {
      throw new IOException("the parity of " + path + " was not published within 30 s");
    }
    CpuTimes spent = CpuTimes.now().since(before);
    if (fs instanceof EvenkeelFileSystem evenkeel) {
      System.err.println(evenkeel.writeTotals() + " " + spent);
    }
    return new Cost(wall, spent);
  }

  /** The ratio of what is typical of both sides, with a bootstrap confidence interval. */
  private static String ratio(
      List<Pair> pairs, ToDoubleFunction<Cost> of, ToDoubleFunction<double[]> typical) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Double> ratios = new ArrayList<>();
    for (int r = 0; r < RESAMPLES; r++) {
      List<Pair> sample = new ArrayList<>();
      for (int i = 0; i < pairs.size(); i++) {
        sample.add(pairs.get(random.nextInt(pairs.size())));
      }
      ratios.add(encoded(sample, of, typical) / plain(sample, of, typical));
    }
    ratios.sort(null);
    return String.format(
        Locale.ROOT,
        "%+.1f %% (95 %% confidence %+.1f to %+.1f %%), %.1f ms instead of %.1f",
        100 * (encoded(pairs, of, typical) / plain(pairs, of, typical) - 1),
        100 * (ratios.get(RESAMPLES / 40) - 1),
        100 * (ratios.get(RESAMPLES - 1 - RESAMPLES / 40) - 1),
        encoded(pairs, of, typical) / 1e6,
        plain(pairs, of, typical) / 1e6);
  }

  private static double plain(
      List<Pair> pairs, ToDoubleFunction<Cost> of, ToDoubleFunction<double[]> typical) {
    return typical.applyAsDouble(pairs.stream().map(Pair::plain).mapToDouble(of).toArray());
  }

  private static double encoded(
      List<Pair> pairs, ToDoubleFunction<Cost> of, ToDoubleFunction<double[]> typical) {
    return typical.applyAsDouble(pairs.stream().map(Pair::encoded).mapToDouble(of).toArray());
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}
