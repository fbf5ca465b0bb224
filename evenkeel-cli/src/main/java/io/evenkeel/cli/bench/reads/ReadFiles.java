package io.evenkeel.cli.bench.reads;

import io.evenkeel.cli.bench.BenchFiles;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The files of a cluster: in HDFS, by replication, with their parity cached; and once more in a
 * local folder, which says what must be read.
 */
final class ReadFiles {
  private static final int BUFFER_BYTES = 4096;
  private static final Duration PUBLISHING_AT_MOST = Duration.ofMinutes(2);

  private final LocalCluster cluster;
  private final java.nio.file.Path localFolder;
  private final Set<String> written = new HashSet<>();

  ReadFiles(LocalCluster cluster) throws IOException {
    this.cluster = cluster;
    this.localFolder = Files.createDirectory(cluster.folder().resolve("content"));
  }

  Path folder(int replication) {
    return new Path("/replicas-" + replication);
  }

  /** Where the file is in HDFS. */
  Path path(ReadFile file, int replication) {
    return new Path(folder(replication), file.name());
  }

  /** Writes the file as if it had not been there, with new blocks and new parity. */
  void rewrite(ReadFile file, int replication) throws IOException, InterruptedException {
    written.remove(replication + "/" + file.name());
    write(List.of(file), replication);
  }

  /** Writes those of {@code files} that are not there yet. */
  void write(Collection<ReadFile> files, int replication) throws IOException, InterruptedException {
    try (EvenkeelFileSystem fs =
        (EvenkeelFileSystem) FileSystem.newInstance(cluster.evenkeelConfiguration())) {
      for (ReadFile file : files) {
        if (written.add(replication + "/" + file.name())) {
          Path path = path(file, replication);
          try (OutputStream out =
              fs.create(path, true, BUFFER_BYTES, (short) replication, file.blockBytes())) {
            fill(out, file);
          }
        }
        if (written.add(file.name())) {
          try (OutputStream out = Files.newOutputStream(localFolder.resolve(file.name()))) {
            fill(out, file);
          }
        }
      }
      if (!fs.awaitPublished(PUBLISHING_AT_MOST) || fs.writeTotals().stripesUnprotected() > 0) {
        throw new IOException(
            "the parity was not published within "
                + PUBLISHING_AT_MOST
                + ", or given up: "
                + fs.writeTotals());
      }
    }
  }

  private static void fill(OutputStream out, ReadFile file) throws IOException {
    for (int i = 0; i < file.pieces(); i++) {
      out.write(BenchFiles.piece(file.seed(), i));
    }
  }

  /** The file's content outside of HDFS. */
  java.nio.file.Path local(ReadFile file) {
    return localFolder.resolve(file.name());
  }

  /** The CRC32C of the file's content. */
  long crc(ReadFile file) throws IOException {
    try (InputStream in = Files.newInputStream(local(file))) {
      return ProcessBench.crc(in);
    }
  }

  /** What a row must read. */
  Reading expected(ReadRow row) throws IOException {
    return expected(row.reference());
  }

  /** What a pattern must read; it keeps to calls that every file system has. */
  Reading expected(ReadPattern pattern) throws IOException {
    try (FileSystem local = new RawLocalFileSystem()) {
      local.initialize(URI.create("file:///"), cluster.clientConfiguration());
      return pattern.read(local, new Path(localFolder.toUri()));
    }
  }
}
