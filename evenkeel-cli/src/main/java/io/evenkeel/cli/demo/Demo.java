package io.evenkeel.cli.demo;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The main job, end to end: a file written through Evenkeel to a real HDFS with its parity in real
 * Redis servers, read whole by every scheme, healthy and then with slow DataNodes.
 */
public final class Demo {
  private static final Path PATH = new Path("/demo");
  private static final Path HEDGED_PATH = new Path("/demo-two-replicas");

  private final DemoSettings settings;
  private final Optional<java.nio.file.Path> source;
  private final Consumer<String> progress;

  /**
   * A demo of a file, or of seeded pseudo-random bytes.
   *
   * @param progress is told what goes on
   */
  public Demo(
      DemoSettings settings, Optional<java.nio.file.Path> source, Consumer<String> progress) {
    this.settings = settings;
    this.source = source;
    this.progress = progress;
  }

  /** Runs it; everything it started is gone when it returns or throws. */
  public DemoReport run() throws IOException, InterruptedException {
    byte[] file = content();
    ClusterSettings cluster =
        ClusterSettings.builder()
            .blockSizeBytes(settings.blockSizeBytes())
            .dataNodes(settings.dataNodes())
            .placementWidth(settings.code().dataCount())
            .rateBytesPerSecond(settings.rateBytesPerSecond())
            .redisServers(settings.redisServers())
            .cacheBytes(settings.cacheBytes())
            .build();
    progress.accept(
        "starting %d DataNodes, %d Redis servers and the manager"
            .formatted(cluster.dataNodes(), cluster.redisServers()));
    try (LocalCluster local = LocalCluster.start(cluster)) {
      local.checkRates();
      progress.accept("writing " + ByteText.of(file.length) + " through Evenkeel");
      write(local, file);
      return measure(local, file);
    }
  }

  private byte[] content() throws IOException {
    if (source.isPresent()) {
      return Files.readAllBytes(source.get());
    }
    byte[] bytes = new byte[(int) settings.fileBytes()];
    new SplittableRandom(settings.seed()).nextBytes(bytes);
    return bytes;
  }

  /** Of clients with Evenkeel that write and read by the demo's code. */
  private Configuration evenkeel(LocalCluster local) {
    Configuration conf = local.evenkeelConfiguration();
    conf.set(EvenkeelKeys.CODE.name(), settings.code().toString());
    conf.setLong(EvenkeelKeys.SUBBLOCK_BYTES.name(), settings.subblockBytes());
    return conf;
  }

  private void write(LocalCluster local, byte[] file) throws IOException, InterruptedException {
    try (EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(evenkeel(local))) {
      try (FSDataOutputStream out = fs.create(PATH, true)) {
        out.write(file);
      }
      if (!fs.awaitPublished(Duration.ofSeconds(30))) {
        throw new IOException("the parity of " + PATH + " was not published within 30 s");
      }
    }
    try (FileSystem fs = local.newStockFileSystem();
        FSDataOutputStream out =
            fs.create(HEDGED_PATH, true, 4096, (short) 2, local.settings().blockSizeBytes())) {
      out.write(file);
    }
  }

  private DemoReport measure(LocalCluster local, byte[] file)
      throws IOException, InterruptedException {
    List<DemoRow> rows = new ArrayList<>();
    List<FileReader> readers = new ArrayList<>();
    try {
      openReaders(local, file.length, readers);
      progress.accept("warming up");
      round(local, readers, file, new LinkedHashMap<>());
      rows.addAll(phase(local, readers, file, false));
      for (int node : stragglersOf(local)) {
        local.slow(node, settings.slowFactor());
      }
      rows.addAll(phase(local, readers, file, true));
    } finally {
      for (FileReader reader : readers) {
        reader.close();
      }
    }
    return new DemoReport(settings, rows);
  }

  private void openReaders(LocalCluster local, int length, List<FileReader> readers)
      throws IOException {
    readers.add(new StreamReader("plain", local.clientConfiguration(), PATH));
    readers.add(
        new HedgedReader(
            local.defaultFs(), HEDGED_PATH, length, local.folder().resolve("hedged-reader.log")));
    for (String scheme : Schemes.names()) {
      Configuration conf = evenkeel(local);
      conf.set(EvenkeelKeys.SCHEME.name(), scheme);
      readers.add(new StreamReader(scheme, conf, PATH));
    }
  }

  /** The DataNodes that hold the file's second block and those after it, or whichever there are. */
  private Set<Integer> stragglersOf(LocalCluster local) throws IOException {
    Set<Integer> nodes = new LinkedHashSet<>();
    try (FileSystem fs = local.newStockFileSystem()) {
      BlockLocation[] blocks = fs.getFileBlockLocations(PATH, 0, Long.MAX_VALUE);
      for (int i = 1; i <= blocks.length; i++) {
        nodes.add(local.dataNodeAt(blocks[i % blocks.length].getNames()[0]));
      }
    }
    for (int node = 0; node < settings.dataNodes(); node++) {
      nodes.add(node);
    }
    return nodes.stream().limit(settings.stragglers()).collect(Collectors.toSet());
  }

  private List<DemoRow> phase(
      LocalCluster local, List<FileReader> readers, byte[] file, boolean straggler)
      throws IOException, InterruptedException {
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    for (int run = 1; run <= settings.runs(); run++) {
      progress.accept(
          (straggler ? "with " + settings.slowOnes() : "healthy")
              + ", round "
              + run
              + "/"
              + settings.runs());
      round(local, readers, file, samples);
    }
    return samples.entrySet().stream()
        .map(e -> new DemoRow(e.getKey(), straggler, e.getValue(), file.length))
        .toList();
  }

  private static void round(
      LocalCluster local, List<FileReader> readers, byte[] file, Map<String, List<Sample>> samples)
      throws IOException, InterruptedException {
    byte[] expected = sha256(file);
    for (FileReader reader : readers) {
      byte[] target = new byte[file.length];
      long before = local.sentBytes();
      long nanos = reader.read(target);
      long sent = local.sentBytesOnceQuiet() - before;
      long payload = reader.receivedBytes() >= 0 ? reader.receivedBytes() : sent;
      boolean verified = MessageDigest.isEqual(expected, sha256(target));
      samples
          .computeIfAbsent(reader.scheme(), s -> new ArrayList<>())
          .add(new Sample(nanos, payload, verified));
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
