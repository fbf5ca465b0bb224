package io.evenkeel.cli.bench.reads;

import io.evenkeel.cli.bench.EvenkeelReads;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;

/** Runs a pattern and says what it cost; fails when bytes are wrong. */
final class Meter {
  private static final Path SELF_IO = Path.of("/proc/self/io");
  private static final String READ = "rchar: ";

  private final LocalCluster cluster;

  Meter(LocalCluster cluster) {
    this.cluster = cluster;
  }

  /** A read gave back other bytes than were written. */
  static final class WrongBytes extends IOException {
    private static final long serialVersionUID = 1;

    WrongBytes(String message) {
      super(message);
    }
  }

  Cost run(ReadRow row, FileSystem fs, org.apache.hadoop.fs.Path folder, Reading expected)
      throws IOException {
    final long sent = cluster.sentBytes();
    final long lanes = laneBytes(fs);
    final CountingRpcEngine.Counts calls = CountingRpcEngine.counts();
    final ProcessCpu cpu = ProcessCpu.now();
    final long received = receivedBytes();
    final long start = System.nanoTime();
    Reading reading = row.pattern().read(fs, folder);
    final long nanos = System.nanoTime() - start;
    final long lanesAfter = laneBytes(fs);
    final long receivedAfter = receivedBytes();
    final long cpuNanos = ProcessCpu.now().nanosSince(cpu);
    CountingRpcEngine.Counts called = CountingRpcEngine.counts().minus(calls);
    if (reading.bytes() != expected.bytes() || reading.digest() != expected.digest()) {
      throw new WrongBytes(
          String.format(
              "%s of %s read %d bytes with digest %x, written were %d with %x",
              row.name(),
              fs.getClass().getSimpleName(),
              reading.bytes(),
              reading.digest(),
              expected.bytes(),
              expected.digest()));
    }
    return new Cost(
        nanos,
        cpuNanos,
        receivedAfter - received,
        cluster.sentBytes() - sent,
        lanesAfter - lanes,
        called.calls(),
        called.locatedBlocks(),
        reading.localBytes());
  }

  /** Waits until the reads of this process have ended. */
  private static long laneBytes(FileSystem fs) throws IOException {
    return fs instanceof EvenkeelFileSystem evenkeel
        ? EvenkeelReads.settled(evenkeel).receivedBytes()
        : 0;
  }

  /** Whatever this process has read: from files, DataNodes, cache nodes, the NameNode. */
  private static long receivedBytes() throws IOException {
    return Files.readAllLines(SELF_IO).stream()
        .filter(line -> line.startsWith(READ))
        .mapToLong(line -> Long.parseLong(line.substring(READ.length()).trim()))
        .findFirst()
        .orElseThrow(() -> new IOException(SELF_IO + " has no " + READ));
  }
}
