package io.evenkeel.cli.bench.hedged;

import io.evenkeel.cli.bench.hedged.HedgedRow.Size;
import io.evenkeel.cli.bench.hedged.ReadingMain.How;
import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The clients that are compared, each a process of its own, all on the same file. */
final class HedgedClients implements AutoCloseable {
  static final List<Integer> THRESHOLDS_MILLIS = List.of(1, 10, 50, 500);
  static final String STOCK = "stock";
  static final String OWN = "Evenkeel";
  static final String HEDGED = "hedged";

  /** More than ever hang at once, so that no hedged read waits for a thread. */
  private static final int HEDGING_THREADS = 512;

  private final Map<String, ReadingProcess> processes = new LinkedHashMap<>();
  private final LocalCluster cluster;
  private final Path folder;
  private final org.apache.hadoop.fs.Path file;
  private final ByteBuffer content;

  /** Starts them all. */
  HedgedClients(
      LocalCluster cluster,
      Path folder,
      org.apache.hadoop.fs.Path file,
      ByteBuffer content,
      Size size)
      throws IOException {
    this.cluster = cluster;
    this.folder = folder;
    this.file = file;
    this.content = content;
    boolean started = false;
    try {
      start(size);
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  /** HDFS hedges positional reads and no others; Evenkeel protects streams too. */
  private void start(Size size) throws IOException {
    How positional = size == Size.SMALL ? How.SMALL : How.PIECES;
    start(STOCK, Map.of(), positional);
    for (int millis : THRESHOLDS_MILLIS) {
      Map<String, String> keys =
          Map.of(
              "dfs.client.hedged.read.threadpool.size", Integer.toString(HEDGING_THREADS),
              "dfs.client.hedged.read.threshold.millis", Integer.toString(millis));
      start(HEDGED + " " + millis + " ms", keys, positional);
    }
    start(OWN, Map.of(), positional);
    if (size == Size.WHOLE) {
      start(OWN + " stream", Map.of(), How.STREAM);
    }
  }

  private void start(String name, Map<String, String> keys, How how) throws IOException {
    ClientProperties properties = cluster.clientProperties();
    Path own = Files.createTempDirectory(folder, "client-");
    Installation installation;
    if (name.startsWith(OWN)) {
      installation = Installation.twoKeys(properties, Installation.clientJar(), own);
    } else {
      Map<String, String> stock = new LinkedHashMap<>(properties.stock());
      stock.putAll(keys);
      installation = Installation.stock(new ClientProperties(stock, properties.evenkeel()), own);
    }
    processes.put(
        name,
        new ReadingProcess(
            name, installation.with(Installation.ownClasses()), own, file, content, how));
  }

  /** In the order of the table. */
  List<String> names() {
    return List.copyOf(processes.keySet());
  }

  ReadingProcess named(String name) {
    return processes.get(name);
  }

  @Override
  public void close() {
    processes.values().forEach(ReadingProcess::close);
  }
}
