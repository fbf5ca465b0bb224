package io.evenkeel.cli.bench.reads;

import io.evenkeel.cli.bench.reads.ProcessResult.Run;
import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.LocalCluster;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;

/**
 * Commands in new processes on one cluster: the stock client, Evenkeel by two keys and by four, in
 * turns; every other round in the reverse order.
 */
final class ProcessBench {
  private static final String SHELL = "org.apache.hadoop.fs.FsShell";
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final int READS = 6;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final double SLOW_FACTOR = 8;

  private final LocalCluster cluster;
  private final ReadFiles files;
  private final int rounds;
  private final Consumer<String> progress;
  private final Path folder;
  private final List<Installation> installations;

  ProcessBench(LocalCluster cluster, ReadFiles files, int rounds, Consumer<String> progress)
      throws IOException {
    this.cluster = cluster;
    this.files = files;
    this.rounds = rounds;
    this.progress = progress;
    this.folder = Files.createDirectory(cluster.folder().resolve("clients"));
    ClientProperties properties = cluster.clientProperties();
    Path jar = Installation.clientJar();
    // The program that times reads is ours, and needs nothing but Hadoop.
    String own = Installation.ownClasses();
    this.installations =
        List.of(
            Installation.stock(properties, folder).with(own),
            Installation.twoKeys(properties, jar, folder).with(own),
            Installation.fourKeys(properties, jar, folder).with(own));
  }

  ProcessResult run(ProcessRow row, int replication) throws InterruptedException {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    installations.forEach(installation -> runs.put(installation.name(), new ArrayList<>()));
    Optional<Exception> failure = Optional.empty();
    try {
      measure(row, replication, runs);
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e);
    }
    int complete = runs.values().stream().mapToInt(List::size).min().orElse(0);
    runs.replaceAll((who, all) -> List.copyOf(all.subList(0, complete)));
    return new ProcessResult(row, replication, runs, failure);
  }

  private void measure(ProcessRow row, int replication, Map<String, List<Run>> runs)
      throws IOException, InterruptedException {
    int slow = row.slowNode() ? holderOfSecondBlock(row, replication) : -1;
    if (row.slowNode()) {
      cluster.slow(slow, SLOW_FACTOR);
    }
    try {
      List<Installation> order = new ArrayList<>(installations);
      for (int round = 1; round <= rounds; round++) {
        progress.accept(row.name() + ", replication " + replication + ", round " + round);
        for (Installation installation : order) {
          runs.get(installation.name()).add(run(row, installation, replication));
        }
        Collections.reverse(order);
      }
    } finally {
      if (row.slowNode()) {
        cluster.slow(slow, 1);
      }
    }
  }

  /** By its first replica, as the NameNode gives them now. */
  private int holderOfSecondBlock(ProcessRow row, int replication) throws IOException {
    try (FileSystem fs = cluster.newStockFileSystem()) {
      BlockLocation[] blocks =
          fs.getFileBlockLocations(files.path(row.file(), replication), 0, Long.MAX_VALUE);
      return cluster.dataNodeAt(blocks[1].getNames()[0]);
    }
  }

  private Run run(ProcessRow row, Installation installation, int replication)
      throws IOException, InterruptedException {
    String path = files.path(row.file(), replication).toString();
    // In memory: a disk that writes in the background would be measured too.
    Path output =
        Files.createTempFile(
            Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : folder, "evenkeel-bench-", ".out");
    try {
      return switch (row.kind()) {
        case LIST -> {
          Run run =
              run(installation, output, SHELL, List.of("-ls", files.folder(replication) + ""));
          check(Files.readString(output).contains(path), row, installation, "did not list it");
          yield run;
        }
        case CAT -> {
          Run run = run(installation, output, SHELL, List.of("-cat", path));
          try (InputStream read = new BufferedInputStream(Files.newInputStream(output))) {
            check(crc(read) == files.crc(row.file()), row, installation, "read wrong bytes");
          }
          yield run;
        }
        case PUT -> put(row, installation, output, replication);
        case READ -> {
          Run run =
              run(
                  installation,
                  output,
                  FirstReadsMain.class.getName(),
                  List.of(path, Integer.toString(BUFFER_BYTES), Integer.toString(READS)));
          yield withReads(run, row, Files.readAllLines(output));
        }
      };
    } finally {
      Files.delete(output);
    }
  }

  private Run put(ProcessRow row, Installation installation, Path output, int replication)
      throws IOException, InterruptedException {
    org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path("/put");
    Run run =
        run(
            installation,
            output,
            SHELL,
            List.of(
                "-D",
                "dfs.replication=" + replication,
                "-put",
                files.local(row.file()).toString(),
                target.toString()));
    try (FileSystem fs = cluster.newStockFileSystem()) {
      try (InputStream read = fs.open(target)) {
        check(crc(read) == files.crc(row.file()), row, installation, "wrote wrong bytes");
      }
      fs.delete(target, true);
    }
    return run;
  }

  private Run run(Installation installation, Path output, String main, List<String> arguments)
      throws IOException, InterruptedException {
    ChildJvm ended = ChildJvm.run(installation, folder, output, main, arguments);
    return new Run(ended.nanos(), ended.cpuNanos(), List.of());
  }

  private Run withReads(Run run, ProcessRow row, List<String> lines) throws IOException {
    List<Long> reads = FirstReadsMain.times(lines, files.crc(row.file()));
    return new Run(run.nanos(), run.cpuNanos(), reads);
  }

  private static void check(
      boolean right, ProcessRow row, Installation installation, String otherwise)
      throws IOException {
    if (!right) {
      throw new IOException(
          row.name() + " of " + installation.name() + " " + otherwise + ": " + row.file().name());
    }
  }

  static long crc(InputStream in) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
      crc.update(buffer, 0, got);
    }
    return crc.getValue();
  }
}
