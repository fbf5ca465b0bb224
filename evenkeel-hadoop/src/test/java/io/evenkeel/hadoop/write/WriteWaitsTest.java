package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.client.WriteServices;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.testing.Await;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * Who writes waits for HDFS alone. Here every answer has a day to come, and there is room for next
 * to nothing: a writer that waited for any of it would do so until the test is given up.
 */
@Timeout(60)
class WriteWaitsTest {
  private static final int SUBBLOCK = 64 * 1024;
  private static final int BLOCK = 4 * SUBBLOCK;
  private static final int STRIPE = 4 * BLOCK;
  private static final int FILES = 3;
  private static final int FILES_IN_FLIGHT = 1;

  /** Two stripes' parity; a file has three stripes. */
  private static final int PARITY_BYTES = 2 * BLOCK;

  private static final NodeId CACHE = new NodeId("cache:1");
  private static final Duration DAY = Duration.ofDays(1);

  private static HdfsInProcess hdfs;

  private final ClockScheduler scheduler = new ClockScheduler();
  private final TestManager manager = new TestManager(List.of(CACHE));
  private final MemoryNodeStore store =
      new MemoryNodeStore(scheduler, Map.of(CACHE, 1L << 30), Duration.ofNanos(1000), DAY);

  private final WriteBudget budget = new WriteBudget(PARITY_BYTES);
  private final ParityWriters writers = writers();
  private final byte[] bytes = bytes();
  private DistributedFileSystem fs;
  private String folder;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(2);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void open(TestInfo test) throws IOException {
    ChangedFiles changes = new ChangedFiles(() -> manager, scheduler, scheduler.threads());
    WriteServices services = new WriteServices(writers, scheduler.threads(), changes, () -> {});
    fs = TestWriters.fileSystem(hdfs, hdfs.stock(), () -> Optional.of(services));
    folder = "/" + test.getTestMethod().orElseThrow().getName();
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
    scheduler.close();
  }

  private ParityWriters writers() {
    WriteLimits usual = WriteLimits.of(CodeSpec.parse("xor-4-1"), SUBBLOCK);
    WriteLimits limits =
        new WriteLimits(
            usual.code(),
            SUBBLOCK,
            usual.processBytes(),
            usual.handOverBytes(),
            FILES_IN_FLIGHT,
            1,
            usual.retryCount(),
            usual.retryDelay(),
            new WriteLimits.Timeouts(DAY, DAY, DAY, DAY, DAY, DAY),
            usual.policy());
    return new ParityWriters(
        TestWriters.ports(scheduler, manager, store, (path, published, not) -> {}), limits, budget);
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[3 * STRIPE - 1000];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  private Path file(int number) {
    return new Path(folder, "file-" + number);
  }

  /** More files than may be encoded at once: all but the first find everything taken. */
  private void writeAll() throws IOException {
    for (int i = 0; i < FILES; i++) {
      try (FSDataOutputStream out = fs.create(file(i), true, 4096, (short) 2, BLOCK)) {
        for (int done = 0; done < bytes.length; done += SUBBLOCK) {
          out.write(bytes, done, Math.min(SUBBLOCK, bytes.length - done));
        }
        out.hflush();
      }
    }
  }

  private void assertWritten() throws IOException {
    try (FileSystem stock = FileSystem.newInstance(hdfs.stock())) {
      for (int i = 0; i < FILES; i++) {
        try (FSDataInputStream in = stock.open(file(i))) {
          assertThat(in.readAllBytes()).as("HDFS's bytes of file %s", i).isEqualTo(bytes);
        }
      }
    }
  }

  /** All files are closed, and what was begun of their parity is where it was. */
  private void assertNotWaitedFor() throws IOException {
    assertWritten();
    assertThat(writers.totals().filesInFlight()).as("files that wait").isEqualTo(FILES_IN_FLIGHT);
    assertThat(manager.published).isEmpty();
    fs.close();
  }

  @Test
  void managerThatAnswersNothing_isNotWaitedFor() throws Exception {
    manager.hung = true;
    writeAll();
    assertThat(manager.asked).as("the precondition").isNotEmpty();
    assertThat(budget.reservedBytes()).as("parity that waits").isEqualTo(PARITY_BYTES);
    assertNotWaitedFor();
  }

  @Test
  void parityStoreThatHangs_isNotWaitedFor() throws Exception {
    store.setHung(CACHE, true);
    writeAll();
    Await.until(() -> !manager.reserved.isEmpty());
    assertThat(budget.reservedBytes()).as("parity that waits").isEqualTo(PARITY_BYTES);
    assertNotWaitedFor();
  }

  /** As when it stops in mid-write: what it granted before is no promise. */
  @Test
  void managerThatStopsAnsweringWhileAFileIsOpen_isNotWaitedFor() throws Exception {
    try (FSDataOutputStream out = fs.create(file(0), true, 4096, (short) 2, BLOCK)) {
      out.write(bytes, 0, STRIPE + BLOCK);
      Await.until(() -> !manager.reserved.isEmpty());
      manager.hung = true;
      out.write(bytes, STRIPE + BLOCK, bytes.length - STRIPE - BLOCK);
    }
    writeAll();
    assertNotWaitedFor();
  }
}
