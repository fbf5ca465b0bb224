package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.WriteServices;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.fill.WriteOutcomes;
import io.evenkeel.core.fill.WritePorts;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Writers of parity, and file systems that write by them. */
final class TestWriters {
  private static final int PACKET_BYTES = 128 << 10;

  private TestWriters() {}

  /** Of one parity block for four, stored on one cache node in memory. */
  static ParityWriters of(
      ClockScheduler scheduler,
      TestManager manager,
      NodeId cache,
      int subblockBytes,
      WriteBudget budget) {
    return of(scheduler, manager, cache, subblockBytes, budget, (path, published, not) -> {});
  }

  /** The same, whose files' ends are told to somebody. */
  static ParityWriters of(
      ClockScheduler scheduler,
      TestManager manager,
      NodeId cache,
      int subblockBytes,
      WriteBudget budget,
      WriteOutcomes outcomes) {
    MemoryNodeStore store =
        new MemoryNodeStore(
            scheduler, Map.of(cache, 1L << 30), Duration.ofNanos(1000), Duration.ofSeconds(60));
    return new ParityWriters(
        ports(scheduler, manager, store, outcomes),
        WriteLimits.of(CodeSpec.parse("xor-4-1"), subblockBytes),
        budget);
  }

  /** What writers do by; they all have the same ids, and say nothing. */
  static WritePorts ports(
      ClockScheduler scheduler, TestManager manager, NodeStore store, WriteOutcomes outcomes) {
    return new WritePorts(
        store,
        manager,
        scheduler,
        new Random(1)::nextLong,
        scheduler.threads(),
        outcomes,
        line -> {});
  }

  /** A stock file system with our client in it; the caller closes it. */
  static DistributedFileSystem fileSystem(
      HdfsInProcess hdfs, Configuration conf, Supplier<Optional<WriteServices>> services)
      throws IOException {
    DistributedFileSystem made = new DistributedFileSystem();
    made.initialize(hdfs.uri(), conf);
    assertThat(
            EvenkeelClients.install(
                made,
                hdfs.uri(),
                conf,
                TestFiles.statistics(made),
                node -> false,
                PACKET_BYTES,
                Optional.of(services)))
        .isPresent();
    return made;
  }
}
