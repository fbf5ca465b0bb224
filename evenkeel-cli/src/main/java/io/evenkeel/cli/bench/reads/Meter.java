package io.evenkeel.cli.bench.reads;

import io.evenkeel.cli.demo.EvenkeelReads;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.cluster.NodeStatus;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;

/** Runs a pattern and says what it cost; fails when bytes are wrong. */
final class Meter {
  private static final Path SELF_IO = Path.of("/proc/self/io");
  private static final String READ = "rchar: ";
  private static final String WRITTEN = "wchar: ";

  private final LocalCluster cluster;
  private final List<Path> cacheNodesIo;

  Meter(LocalCluster cluster) {
    this.cluster = cluster;
    this.cacheNodesIo =
        cluster.status().nodes().stream()
            .filter(node -> node.kind() == NodeStatus.Kind.REDIS)
            .map(node -> Path.of("/proc", Long.toString(node.pid()), "io"))
            .toList();
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

  /**
   * Netty receives by calls that the system does not count for this process, so what comes from
   * cache nodes is what they have written.
   */
  private long receivedBytes() throws IOException {
    long sum = counter(SELF_IO, READ);
    for (Path cacheNode : cacheNodesIo) {
      sum += counter(cacheNode, WRITTEN);
    }
    return sum;
  }

  private static long counter(Path file, String name) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length()).trim()))
        .findFirst()
        .orElseThrow(() -> new IOException(file + " has no " + name));
  }
}
