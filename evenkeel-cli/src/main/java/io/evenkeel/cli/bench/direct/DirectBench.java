package io.evenkeel.cli.bench.direct;

import io.evenkeel.cli.bench.BenchFiles;
import io.evenkeel.cli.bench.Latencies;
import io.evenkeel.cli.bench.OpenLoop;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.nodes.LedgerStatistic;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.sim.chance.Shuffle;
import io.evenkeel.sim.chance.Weighted;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads of files that are not alike popular, at the times of a Poisson process, by the stock client
 * and by Evenkeel without and with load direction. Every byte is compared.
 */
final class DirectBench {
  private static final int NODES = 12;
  private static final int FILES = 16;
  private static final Path FOLDER = new Path("/direct");
  private static final long CONTENT_SEED = 77;
  private static final int THREADS = 256;
  private static final int WARM_UPS = 30;
  private static final long GRACE_NANOS = Duration.ofSeconds(60).toNanos();

  /** Processes share what they know between equal settings: each client has its own. */
  private static final long CLIENT_BYTES = 192L << 20;

  private static final List<String> CLIENTS = List.of("stock", "off", "directed");

  private final Settings settings;
  private final Consumer<String> progress;
  private final byte[][] content = new byte[FILES][];
  private final List<DirectResult> results = new ArrayList<>();

  /**
   * What is measured.
   *
   * @param utilisation of the hottest node, if all is read the normal way
   * @param zipf the exponent of popularity
   */
  record Settings(int seconds, double utilisation, double zipf, int clients, long seed) {}

  DirectBench(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
    for (int file = 0; file < FILES; file++) {
      content[file] = new byte[DirectRow.FILE_BYTES];
      for (int cell = 0; cell < DirectRow.DATA; cell++) {
        byte[] piece = BenchFiles.piece(CONTENT_SEED + file, cell);
        System.arraycopy(piece, 0, content[file], cell * DirectRow.CELL_BYTES, piece.length);
      }
    }
  }

  /** In the order in which they were measured. */
  List<DirectResult> results() {
    return results;
  }

  String setting() {
    return String.format(
        Locale.ROOT,
        "%d files of %s, %s, on %d DataNodes; Zipf %.2f, hottest node %.2f by popularity; %d s"
            + " a client, %d clients of Evenkeel",
        FILES,
        ByteText.of(DirectRow.FILE_BYTES),
        DirectRow.POLICY,
        NODES,
        settings.zipf(),
        settings.utilisation(),
        settings.seconds(),
        settings.clients());
  }

  /** Measures a row; everything it started is gone when it returns or throws. */
  void run(DirectRow row) throws IOException, InterruptedException {
    progress.accept(row.name() + ", starting " + NODES + " DataNodes");
    ClusterSettings cluster =
        ClusterSettings.builder()
            .dataNodes(NODES)
            .redisServers(0)
            .placementWidth(1)
            .rateBytesPerSecond(row.rateBytesPerSecond())
            .build();
    try (LocalCluster started = LocalCluster.start(cluster)) {
      new RowRun(started, row).run();
    }
  }

  private static Path path(int file) {
    return new Path(FOLDER, "file" + file);
  }

  private final class RowRun {
    private final LocalCluster cluster;
    private final DirectRow row;

    /** By rank, of files, or of the cells of all files. */
    private final Weighted popularity;

    /** Which of them has a rank. */
    private final int[] ofRank;

    private double readsPerSecond;

    RowRun(LocalCluster cluster, DirectRow row) {
      this.cluster = cluster;
      this.row = row;
      int count = row.isWhole() ? FILES : FILES * DirectRow.DATA;
      this.popularity = Weighted.zipf(count, settings.zipf());
      this.ofRank = Shuffle.permutation(count, new SplittableRandom(settings.seed()));
    }

    void run() throws IOException, InterruptedException {
      progress.accept(row.name() + ", writing");
      double hottestShare = hottestShare(write());
      readsPerSecond =
          settings.utilisation() * row.rateBytesPerSecond() / (hottestShare * row.nodeBytes());
      for (String client : CLIENTS) {
        progress.accept(row.name() + ", " + client);
        results.add(measure(client));
      }
    }

    /** The share of reads that ask the hottest node, if each is the normal one. */
    private double hottestShare(List<List<Integer>> holders) {
      double[] ofNodes = new double[NODES];
      for (int rank = 0; rank < ofRank.length; rank++) {
        int i = ofRank[rank];
        if (row.isWhole()) {
          for (int node : holders.get(i)) {
            ofNodes[node] += popularity.share(rank);
          }
        } else {
          ofNodes[holders.get(i / DirectRow.DATA).get(i % DirectRow.DATA)] +=
              popularity.share(rank);
        }
      }
      return Arrays.stream(ofNodes).max().orElseThrow();
    }

    /** Answers the nodes of each file's data, by index. */
    private List<List<Integer>> write() throws IOException, InterruptedException {
      List<List<Integer>> holders = new ArrayList<>();
      try (EvenkeelFileSystem fs =
          (EvenkeelFileSystem) FileSystem.newInstance(cluster.evenkeelConfiguration())) {
        fs.mkdirs(FOLDER);
        fs.enableErasureCodingPolicy(DirectRow.POLICY);
        fs.setErasureCodingPolicy(FOLDER, DirectRow.POLICY);
        for (int file = 0; file < FILES; file++) {
          try (OutputStream out = fs.create(path(file), true)) {
            out.write(content[file]);
          }
          holders.add(BenchFiles.holders(cluster, fs, path(file)).subList(0, DirectRow.DATA));
        }
      }
      return holders;
    }

    private DirectResult measure(String client) throws IOException, InterruptedException {
      List<Reader> readers = new ArrayList<>();
      try {
        for (int i = 0; i < settings.clients(); i++) {
          readers.add(new Reader(configuration(client, i), row));
        }
        read(readers, WARM_UPS, 0);
        return measure(client, readers);
      } finally {
        for (Reader reader : readers) {
          reader.close();
        }
      }
    }

    private Configuration configuration(String client, int number) {
      if (client.equals("stock")) {
        return cluster.clientConfiguration();
      }
      Configuration conf = cluster.evenkeelConfiguration();
      conf.setLong(EvenkeelKeys.PROCESS_BYTES.name(), CLIENT_BYTES + number);
      conf.set(EvenkeelKeys.DIRECTION.name(), client.equals("off") ? "off" : "projected");
      return conf;
    }

    private DirectResult measure(String client, List<Reader> readers)
        throws IOException, InterruptedException {
      long[] before = sent();
      double[] ledgers = {
        BenchFiles.counter(LedgerStatistic.REDIRECTED_BYTES.name()),
        BenchFiles.counter(LedgerStatistic.DUPLICATED_BYTES.name())
      };
      long start = System.nanoTime();
      int count = (int) Math.max(1, settings.seconds() * readsPerSecond);
      Latencies latencies = read(readers, count, settings.seed());
      double seconds = (System.nanoTime() - start) / 1e9;
      long[] after = sent();
      long hottest = 0;
      long all = 0;
      for (int node = 0; node < NODES; node++) {
        hottest = Math.max(hottest, after[node] - before[node]);
        all += after[node] - before[node];
      }
      double asked = (double) count * row.lengthBytes();
      return new DirectResult(
          row.name(),
          client,
          readsPerSecond,
          latencies,
          hottest / (seconds * row.rateBytesPerSecond()),
          all / asked,
          (BenchFiles.counter(LedgerStatistic.REDIRECTED_BYTES.name()) - ledgers[0]) / asked,
          (BenchFiles.counter(LedgerStatistic.DUPLICATED_BYTES.name()) - ledgers[1]) / asked);
    }

    private long[] sent() throws IOException {
      long[] sent = new long[NODES];
      for (int node = 0; node < NODES; node++) {
        sent[node] = cluster.sentBytes(node);
      }
      return sent;
    }

    /** The same files at the same places and times for the same seed. */
    private Latencies read(List<Reader> readers, int count, long seed)
        throws IOException, InterruptedException {
      SplittableRandom random = new SplittableRandom(seed);
      long[] due = new long[count];
      int[] files = new int[count];
      int[] offsets = new int[count];
      double at = 0;
      for (int i = 0; i < count; i++) {
        at += -Math.log(1 - random.nextDouble()) / readsPerSecond;
        due[i] = (long) (at * 1e9);
        int drawn = ofRank[popularity.next(random)];
        int inCell = random.nextInt(DirectRow.CELL_BYTES / row.nodeBytes()) * row.nodeBytes();
        files[i] = row.isWhole() ? drawn : drawn / DirectRow.DATA;
        offsets[i] = row.isWhole() ? 0 : drawn % DirectRow.DATA * DirectRow.CELL_BYTES + inCell;
      }
      return new OpenLoop(number -> due[number], THREADS, GRACE_NANOS)
          .run(count, i -> readers.get(i % readers.size()).read(files[i], offsets[i]));
    }
  }

  /** One client. Whole files are opened for each read, of small reads all are open. */
  private final class Reader implements AutoCloseable {
    private final FileSystem fs;
    private final DirectRow row;
    private final List<FSDataInputStream> open = new ArrayList<>();

    Reader(Configuration conf, DirectRow row) throws IOException {
      this.fs = FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
      this.row = row;
      for (int file = 0; file < FILES && !row.isWhole(); file++) {
        open.add(fs.open(path(file)));
      }
    }

    void read(int file, int offset) throws IOException {
      byte[] bytes = new byte[row.lengthBytes()];
      if (row.isWhole()) {
        try (FSDataInputStream in = fs.open(path(file))) {
          in.readFully(bytes);
        }
      } else {
        open.get(file).readFully(offset, bytes);
      }
      if (Arrays.mismatch(bytes, 0, bytes.length, content[file], offset, offset + bytes.length)
          >= 0) {
        throw new IOException("wrong bytes from " + offset + " on of " + path(file));
      }
    }

    @Override
    public void close() throws IOException {
      for (FSDataInputStream each : open) {
        each.close();
      }
      fs.close();
    }
  }
}
