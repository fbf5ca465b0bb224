package io.evenkeel.cli.bench.striped;

import io.evenkeel.cli.bench.reads.ChildJvm;
import io.evenkeel.cli.bench.reads.FirstReadsMain;
import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The first read of new processes, one process a read: the stock client and Evenkeel by its two
 * keys in turns, every other round in the reverse order.
 */
final class NewProcesses {
  /** Their phases begin so, and are compared with each other. */
  static final String PHASE = "new";

  private final LocalCluster cluster;
  private final int processes;
  private final Path folder;
  private final List<Installation> installations;

  /**
   * @param processes of each client in a phase
   */
  NewProcesses(LocalCluster cluster, int processes) throws IOException {
    this.cluster = cluster;
    this.processes = processes;
    this.folder = Files.createDirectories(cluster.folder().resolve("clients"));
    ClientProperties properties = cluster.clientProperties();
    String own = Installation.ownClasses();
    this.installations =
        List.of(
            Installation.stock(properties, folder).with(own),
            Installation.twoKeys(properties, Installation.clientJar(), folder).with(own));
  }

  /**
   * Reads the file in new processes.
   *
   * @param crc of its content
   * @param withStock whether the stock client can read it
   */
  List<StripedResult> run(StripedRow row, String phase, long crc, boolean withStock)
      throws IOException, InterruptedException {
    List<Installation> order =
        new ArrayList<>(withStock ? installations : installations.subList(1, installations.size()));
    Map<Installation, List<Run>> runs = new LinkedHashMap<>();
    order.forEach(client -> runs.put(client, new ArrayList<>()));
    for (int round = 0; round < processes; round++) {
      for (Installation client : order) {
        runs.get(client).add(run(client, crc));
      }
      Collections.reverse(order);
    }
    List<StripedResult> results = new ArrayList<>();
    runs.forEach((client, all) -> results.add(result(row, phase, client, all)));
    return results;
  }

  /** One process and its read. */
  private record Run(long nanos, long sentBytes, long cpuNanos) {}

  private Run run(Installation client, long crc) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "read", ".out");
    try {
      long sent = cluster.sentBytes();
      ChildJvm ended =
          ChildJvm.run(
              client,
              folder,
              output,
              List.of(),
              FirstReadsMain.class.getName(),
              List.of(
                  StripedBench.FILE.toString(), Integer.toString(StripedBench.BUFFER_BYTES), "1"));
      long nanos = FirstReadsMain.times(Files.readAllLines(output), crc).get(0);
      return new Run(nanos, cluster.sentBytes() - sent, ended.cpuNanos());
    } finally {
      Files.delete(output);
    }
  }

  private static StripedResult result(
      StripedRow row, String phase, Installation client, List<Run> runs) {
    return new StripedResult(
        row.name(),
        phase,
        client.name().equals("stock") ? "stock" : "Evenkeel",
        runs.stream().map(Run::nanos).toList(),
        (long) StripedBench.FILE_MIB << 20,
        runs.stream().mapToLong(Run::sentBytes).sum(),
        runs.stream().mapToLong(Run::cpuNanos).sum(),
        false);
  }
}
