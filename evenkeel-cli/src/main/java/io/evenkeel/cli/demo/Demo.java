package io.evenkeel.cli.demo;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The main job, end to end: a file written through Evenkeel to a real HDFS with its parity in real
 * Redis servers, read whole by every scheme, healthy and then with one slow DataNode.
 */
public final class Demo {
  private static final int BLOCKS_PER_STRIPE = 4;
  private static final long MIB = 1 << 20;
  private static final int DEFAULT_FILE_BYTES = 64 << 20;
  private static final int FILE_BYTES_MAX = 1 << 30;
  private static final long SEED = 20_220_101;
  private static final Path PATH = new Path("/demo");
  private static final Path HEDGED_PATH = new Path("/demo-two-replicas");

  private final DemoSettings settings;
  private final Progress progress;

  /** Where the demo says what it is doing. */
  @FunctionalInterface
  public interface Progress {
    void say(String what);
  }

  public Demo(DemoSettings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Runs it and prints what came out.
   *
   * @return the exit code: 0 when every byte of every run was right
   */
  public int print(PrintWriter out) throws IOException, InterruptedException {
    if (settings.json().isPresent()) {
      // Better now than after a minute of work.
      Files.writeString(settings.json().get(), "");
    }
    DemoReport report = run();
    progress.say("");
    out.printf(
        "%d MiB in %d blocks, %d DataNodes at 64 MiB/s, one of them %.0f x slower; %d rounds%n%n",
        report.fileBytes() / MIB,
        report.blocks(),
        report.dataNodes(),
        report.slowFactor(),
        settings.runs());
    out.print(report.table());
    out.println();
    out.println(report.sentence());
    if (!report.allVerified()) {
      out.println("WRONG BYTES: some runs did not give back what was written; see the table.");
    }
    out.flush();
    if (settings.json().isPresent()) {
      Files.writeString(settings.json().get(), report.json());
    }
    return report.allVerified() ? 0 : 1;
  }

  /** Runs it; everything it started is gone when it returns or throws. */
  DemoReport run() throws IOException, InterruptedException {
    byte[] file = content();
    long blockBytes = blockBytes(file.length);
    ClusterSettings cluster = ClusterSettings.builder().blockSizeBytes(blockBytes).build();
    progress.say("starting " + cluster.dataNodes() + " DataNodes, 2 Redis servers and the manager");
    try (LocalCluster local = LocalCluster.start(cluster)) {
      local.checkRates();
      progress.say("writing " + file.length / MIB + " MiB through Evenkeel");
      write(local, file);
      return measure(local, file);
    }
  }

  private byte[] content() throws IOException {
    if (settings.file().isPresent()) {
      long size = Files.size(settings.file().get());
      if (size == 0 || size > FILE_BYTES_MAX) {
        throw new IllegalArgumentException(
            "the demo takes a file of 1 byte to 1 GiB, "
                + settings.file().get()
                + " has "
                + size
                + " bytes");
      }
      return Files.readAllBytes(settings.file().get());
    }
    byte[] bytes = new byte[DEFAULT_FILE_BYTES];
    new SplittableRandom(SEED).nextBytes(bytes);
    return bytes;
  }

  /** A quarter of the file, rounded up to whole MiB: with k = 4 the file is one stripe. */
  private static long blockBytes(int length) {
    long quarter = ((long) length + BLOCKS_PER_STRIPE - 1) / BLOCKS_PER_STRIPE;
    return Math.max(1, (quarter + MIB - 1) / MIB) * MIB;
  }

  private static void write(LocalCluster local, byte[] file)
      throws IOException, InterruptedException {
    try (EvenkeelFileSystem fs =
        (EvenkeelFileSystem) FileSystem.newInstance(local.evenkeelConfiguration())) {
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

  private DemoReport measure(LocalCluster local, byte[] file) throws IOException {
    List<DemoRow> rows = new ArrayList<>();
    List<FileReader> readers = new ArrayList<>();
    try {
      openReaders(local, file.length, readers);
      progress.say("warming up");
      round(local, readers, file, new LinkedHashMap<>());
      rows.addAll(phase(local, readers, file, false));
      local.slow(stragglerOf(local), settings.slowFactor());
      rows.addAll(phase(local, readers, file, true));
    } finally {
      for (FileReader reader : readers) {
        reader.close();
      }
    }
    int blocks =
        (int)
            ((file.length + local.settings().blockSizeBytes() - 1)
                / local.settings().blockSizeBytes());
    return new DemoReport(
        file.length, blocks, local.settings().dataNodes(), settings.slowFactor(), rows);
  }

  private static void openReaders(LocalCluster local, int length, List<FileReader> readers)
      throws IOException {
    readers.add(new StreamReader("plain", local.clientConfiguration(), PATH));
    readers.add(
        new HedgedReader(
            local.defaultFs(), HEDGED_PATH, length, local.folder().resolve("hedged-reader.log")));
    for (String scheme : Schemes.names()) {
      Configuration conf = local.evenkeelConfiguration();
      conf.set("evenkeel.scheme", scheme);
      readers.add(new StreamReader(scheme, conf, PATH));
    }
  }

  /** The DataNode that holds the file's second block. */
  private static int stragglerOf(LocalCluster local) throws IOException {
    try (FileSystem fs = local.newStockFileSystem()) {
      BlockLocation[] blocks = fs.getFileBlockLocations(PATH, 0, Long.MAX_VALUE);
      return local.dataNodeAt(blocks[Math.min(1, blocks.length - 1)].getNames()[0]);
    }
  }

  private List<DemoRow> phase(
      LocalCluster local, List<FileReader> readers, byte[] file, boolean straggler)
      throws IOException {
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    for (int run = 1; run <= settings.runs(); run++) {
      progress.say(
          (straggler ? "with a straggler" : "healthy") + ", round " + run + "/" + settings.runs());
      round(local, readers, file, samples);
    }
    return samples.entrySet().stream()
        .map(e -> DemoRow.of(e.getKey(), straggler, e.getValue(), file.length))
        .toList();
  }

  private static void round(
      LocalCluster local, List<FileReader> readers, byte[] file, Map<String, List<Sample>> samples)
      throws IOException {
    byte[] expected = sha256(file);
    for (FileReader reader : readers) {
      byte[] target = new byte[file.length];
      long before = local.sentBytes();
      long nanos = reader.read(target);
      long payload =
          reader.receivedBytes() >= 0 ? reader.receivedBytes() : local.sentBytes() - before;
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
