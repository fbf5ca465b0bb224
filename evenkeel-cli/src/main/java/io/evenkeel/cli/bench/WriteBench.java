package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.sim.chance.Quantiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What encoding costs a writer. Plain and encoded writes, both in the packets of Evenkeel and in
 * those of the stock client, alternate in random order; every ratio comes with a bootstrap
 * confidence interval over the rounds. Times are compared by their medians, CPU by its means,
 * because the system counts it in ticks of 10 ms.
 *
 * <p>The stock client asks whether its last block is complete and, when the DataNode's word has not
 * reached the NameNode yet, asks again after 400 ms: whether a write of 64 MiB takes 150 or 550 ms
 * is a lottery. All ask again after {@value #COMPLETE_RETRY_MILLIS} ms here.
 */
public final class WriteBench {
  private static final int PIECES = 64;
  private static final long CACHED_BYTES_PER_FILE = 20L << 20;
  private static final long SEED = 13;
  private static final int RESAMPLES = 2000;

  /** Small ones of many subblocks, because code is compiled by how often it ran. */
  private static final int WARM_UP_FILES = 1000;

  private static final int WARM_UP_PIECES = 4;
  private static final String WARM_UP_SUBBLOCK = "64k";
  private static final int WARM_UP_ROUNDS = 100;
  private static final int WARM_UP_ROUNDS_OF_A_WARM_JVM = 30;
  private static final long RATE_BYTES_PER_SECOND = 64 << 20;
  private static final String COMPLETE_RETRY_KEY =
      "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";
  private static final int COMPLETE_RETRY_MILLIS = 5;

  private final int rounds;
  private final Consumer<String> progress;
  private final List<byte[]> content = new ArrayList<>();

  /** Who writes. */
  private enum Writer {
    PLAIN,
    PLAIN_IN_LARGE_PACKETS,
    ENCODED,
    ENCODED_IN_STOCK_PACKETS
  }

  private record Cost(double wallNanos, CpuTimes cpu) {}

  public WriteBench(int rounds, Consumer<String> progress) {
    this.rounds = rounds;
    this.progress = progress;
    for (int i = 0; i < PIECES; i++) {
      content.add(BenchFiles.piece(SEED, i));
    }
  }

  /** Runs it. */
  public BenchResult run() throws IOException, InterruptedException {
    List<Map<Writer, Cost>> unlimited = run(0, WARM_UP_FILES, WARM_UP_ROUNDS);
    List<Map<Writer, Cost>> limited = run(RATE_BYTES_PER_SECOND, 0, WARM_UP_ROUNDS_OF_A_WARM_JVM);
    ObjectNode figures = BenchResult.tree().put("writtenBytes", PIECES * BenchFiles.PIECE_BYTES);
    figures.put("limitBytesPerSecond", RATE_BYTES_PER_SECOND);
    figures(limited, figures.putObject("limited"));
    figures(unlimited, figures.putObject("unlimited"));
    double xorNanos = XorCost.nanos(content);
    figures.put("xorCpuMillis", xorNanos / 1e6);
    return new BenchResult(text(limited, unlimited, xorNanos), figures);
  }

  /** Each writer's writes, in their order. */
  private static void figures(List<Map<Writer, Cost>> measured, ObjectNode into) {
    for (Writer writer : Writer.values()) {
      ArrayNode writes = into.putArray(writer.name().toLowerCase(Locale.ROOT));
      for (Map<Writer, Cost> round : measured) {
        Cost cost = round.get(writer);
        ObjectNode write = writes.addObject().put("millis", cost.wallNanos() / 1e6);
        write.put("cpuMillis", cost.cpu().processNanos() / 1e6);
        write.put("callerCpuMillis", cost.cpu().callerNanos() / 1e6);
        write.put("evenkeelCpuMillis", cost.cpu().evenkeelNanos() / 1e6);
        write.put("compilingCpuMillis", cost.cpu().compilingNanos() / 1e6);
      }
    }
  }

  private String text(
      List<Map<Writer, Cost>> limited, List<Map<Writer, Cost>> unlimited, double xorNanos) {
    return String.format(
        Locale.ROOT,
        "64 MiB written, %d rounds (xor-4-1, 1 MiB subblocks) after %d small files and %d rounds to warm%n"
            + "up, beside plain HDFS; time as ratio of medians, CPU until parity is published, of means%n%n"
            + "DataNodes that take %s/s%n%s%n"
            + "DataNodes without a limit, on the same cores as the client%n%s%n"
            + "XOR of 64 MiB alone, of what the writer's thread takes more: %.1f ms%n",
        rounds,
        WARM_UP_FILES,
        WARM_UP_ROUNDS,
        ByteText.of(RATE_BYTES_PER_SECOND),
        table(limited),
        table(unlimited),
        xorNanos / 1e6);
  }

  private List<Map<Writer, Cost>> run(long writeRate, int warmUpFiles, int warmUpRounds)
      throws IOException, InterruptedException {
    progress.accept("starting a cluster");
    // Room for all of it: nothing is evicted for the sake of a write.
    long cached = 2L * (rounds + warmUpRounds) + warmUpFiles;
    ClusterSettings settings =
        ClusterSettings.builder()
            .writeRateBytesPerSecond(writeRate)
            .cacheBytes(cached * CACHED_BYTES_PER_FILE)
            .build();
    List<Map<Writer, Cost>> measured = new ArrayList<>();
    try (LocalCluster cluster = LocalCluster.start(settings);
        FileSystem plain = client(cluster.clientConfiguration());
        FileSystem plainInLarge = client(withLargePackets(cluster.clientConfiguration()));
        FileSystem encoded = client(cluster.evenkeelConfiguration());
        FileSystem inStockPackets = client(withStockPackets(cluster.evenkeelConfiguration()))) {
      Map<Writer, FileSystem> systems =
          Map.of(
              Writer.PLAIN,
              plain,
              Writer.PLAIN_IN_LARGE_PACKETS,
              plainInLarge,
              Writer.ENCODED,
              encoded,
              Writer.ENCODED_IN_STOCK_PACKETS,
              inStockPackets);
      warmUp(cluster, warmUpFiles);
      List<Writer> order = new ArrayList<>(List.of(Writer.values()));
      Random random = new Random(SEED);
      for (int i = 1; i <= warmUpRounds + rounds; i++) {
        progress.accept("round " + i + "/" + (warmUpRounds + rounds));
        Collections.shuffle(order, random);
        Map<Writer, Cost> round = new EnumMap<>(Writer.class);
        for (Writer writer : order) {
          round.put(writer, cost(systems.get(writer), path(writer)));
        }
        if (i > warmUpRounds) {
          measured.add(round);
        }
      }
      progress.accept("reading back");
      for (Writer writer : Writer.values()) {
        BenchFiles.read(plain, path(writer), PIECES, SEED);
      }
    }
    return measured;
  }

  private static String table(List<Map<Writer, Cost>> measured) {
    Comparison plain = new Comparison(measured, Writer.ENCODED, Writer.PLAIN);
    Comparison large = new Comparison(measured, Writer.ENCODED, Writer.PLAIN_IN_LARGE_PACKETS);
    Comparison stock = new Comparison(measured, Writer.ENCODED_IN_STOCK_PACKETS, Writer.PLAIN);
    return String.format(
        Locale.ROOT,
        "  time until closed               %s%n"
            + "  client CPU                      %s%n"
            + "  beside plain HDFS in packets as large%n"
            + "    time until closed             %s%n"
            + "    client CPU                    %s%n"
            + "      all but the JVM's compilers %s%n"
            + "      the writer's thread         %s%n"
            + "      Evenkeel's threads          %.1f ms%n"
            + "      the JVM's compilers         %.1f ms instead of %.1f%n"
            + "  both in the stock client's packets%n"
            + "    time until closed             %s%n"
            + "    client CPU                    %s%n",
        plain.wall(),
        plain.processCpu(),
        large.wall(),
        large.processCpu(),
        large.ratio(cost -> cost.cpu().withoutCompilingNanos(), WriteBench::mean),
        large.ratio(cost -> cost.cpu().callerNanos(), WriteBench::mean),
        of(measured, Writer.ENCODED, cost -> cost.cpu().evenkeelNanos(), WriteBench::mean) / 1e6,
        of(measured, Writer.ENCODED, cost -> cost.cpu().compilingNanos(), WriteBench::mean) / 1e6,
        of(
                measured,
                Writer.PLAIN_IN_LARGE_PACKETS,
                cost -> cost.cpu().compilingNanos(),
                WriteBench::mean)
            / 1e6,
        stock.wall(),
        stock.processCpu());
  }

  private static Path path(Writer writer) {
    return new Path("/written-" + writer);
  }

  private static FileSystem client(Configuration conf) throws IOException {
    conf.setInt(COMPLETE_RETRY_KEY, COMPLETE_RETRY_MILLIS);
    return FileSystem.newInstance(conf);
  }

  /** A plain client that is configured to what Evenkeel does by itself. */
  private static Configuration withLargePackets(Configuration conf) {
    conf.setLong(
        "dfs.client-write-packet-size", BenchFiles.defaultBytes(EvenkeelKeys.WRITE_PACKET_BYTES));
    return conf;
  }

  private static Configuration withStockPackets(Configuration conf) {
    conf.setInt(EvenkeelKeys.WRITE_PACKET_BYTES.name(), 1);
    return conf;
  }

  private void warmUp(LocalCluster cluster, int files) throws IOException, InterruptedException {
    Configuration conf = cluster.evenkeelConfiguration();
    conf.set(EvenkeelKeys.SUBBLOCK_BYTES.name(), WARM_UP_SUBBLOCK);
    try (FileSystem plain = client(cluster.clientConfiguration());
        FileSystem encoded = client(conf)) {
      for (int i = 1; i <= files; i++) {
        if (i % 20 == 0) {
          progress.accept("warming up " + i + "/" + files);
        }
        writeSmall(plain);
        writeSmall(encoded);
      }
    }
  }

  private void writeSmall(FileSystem fs) throws IOException, InterruptedException {
    try (FSDataOutputStream out =
        fs.create(new Path("/warm"), true, 4096, (short) 1, BenchFiles.PIECE_BYTES)) {
      for (int piece = 0; piece < WARM_UP_PIECES; piece++) {
        out.write(content.get(piece));
      }
    }
    awaitPublished(fs);
  }

  private Cost cost(FileSystem fs, Path path) throws IOException, InterruptedException {
    CpuTimes before = CpuTimes.now();
    long start = System.nanoTime();
    try (FSDataOutputStream out = fs.create(path, true)) {
      for (byte[] piece : content) {
        out.write(piece);
      }
    }
    long wall = System.nanoTime() - start;
    awaitPublished(fs);
    return new Cost(wall, CpuTimes.now().since(before));
  }

  /** A write whose parity was given up is cheap, and not what is measured. */
  private static void awaitPublished(FileSystem fs) throws IOException, InterruptedException {
    if (fs instanceof EvenkeelFileSystem evenkeel
        && (!evenkeel.awaitPublished(Duration.ofSeconds(30))
            || evenkeel.writeTotals().stripesUnprotected() > 0)) {
      throw new IOException(
          "parity was not published within 30 s, or given up: " + evenkeel.writeTotals());
    }
  }

  /** One writer beside another, with bootstrap confidence intervals. */
  private record Comparison(List<Map<Writer, Cost>> rounds, Writer writer, Writer base) {
    String wall() {
      return ratio(Cost::wallNanos, Quantiles::median);
    }

    String processCpu() {
      return ratio(cost -> cost.cpu().processNanos(), WriteBench::mean);
    }

    /** The ratio of what is typical of both. */
    String ratio(ToDoubleFunction<Cost> of, ToDoubleFunction<double[]> typical) {
      SplittableRandom random = new SplittableRandom(SEED);
      List<Double> ratios = new ArrayList<>();
      for (int r = 0; r < RESAMPLES; r++) {
        List<Map<Writer, Cost>> sample = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++) {
          sample.add(rounds.get(random.nextInt(rounds.size())));
        }
        ratios.add(of(sample, writer, of, typical) / of(sample, base, of, typical));
      }
      ratios.sort(null);
      double ours = of(rounds, writer, of, typical);
      double theirs = of(rounds, base, of, typical);
      return String.format(
          Locale.ROOT,
          "%+.1f %% (95 %% confidence %+.1f to %+.1f %%), %.1f ms instead of %.1f",
          100 * (ours / theirs - 1),
          100 * (ratios.get(RESAMPLES / 40) - 1),
          100 * (ratios.get(RESAMPLES - 1 - RESAMPLES / 40) - 1),
          ours / 1e6,
          theirs / 1e6);
    }
  }

  private static double of(
      List<Map<Writer, Cost>> rounds,
      Writer writer,
      ToDoubleFunction<Cost> of,
      ToDoubleFunction<double[]> typical) {
    return typical.applyAsDouble(
        rounds.stream().map(round -> round.get(writer)).mapToDouble(of).toArray());
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}
