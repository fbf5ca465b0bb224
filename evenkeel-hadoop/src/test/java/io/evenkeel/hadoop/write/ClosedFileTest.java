package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.client.WriteServices;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.testing.Await;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** What is published is bound to the blocks that the writer's own stream has closed. */
class ClosedFileTest {
  private static final int SUBBLOCK = 64 * 1024;
  private static final int BLOCK = 4 * SUBBLOCK;
  private static final int LENGTH = 3 * BLOCK - 1000;
  private static final NodeId CACHE = new NodeId("cache:1");

  private final ClockScheduler scheduler = new ClockScheduler();
  private final TestManager manager = new TestManager(List.of(CACHE));
  private final ParityWriters writers =
      TestWriters.of(scheduler, manager, CACHE, SUBBLOCK, new WriteBudget(64L << 20));

  /** Questions to the NameNode wait here until the test lets them go. */
  private final Queue<Runnable> lookups = new ConcurrentLinkedQueue<>();

  private boolean lacksThreads;

  private HdfsInProcess hdfs;
  private DistributedFileSystem fs;
  private Path path;

  @BeforeEach
  void open(TestInfo test) throws Exception {
    hdfs = new HdfsInProcess(2);
    Configuration conf = hdfs.stock();
    ChangedFiles changes = new ChangedFiles(() -> manager, scheduler, scheduler.threads());
    WriteServices services = new WriteServices(writers, this::later, changes, () -> {});
    fs = TestWriters.fileSystem(hdfs, conf, () -> Optional.of(services));
    path = new Path("/" + test.getTestMethod().orElseThrow().getName());
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
    scheduler.close();
    hdfs.close();
  }

  private void later(Runnable lookUp) {
    if (lacksThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    lookups.add(lookUp);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private void write(int replication) throws IOException {
    try (FSDataOutputStream out = fs.create(path, true, 4096, (short) replication, BLOCK)) {
      out.write(bytes(LENGTH));
    }
  }

  @Test
  void writeAfterClose_isAnsweredAsByTheStockStream() throws Exception {
    try (DistributedFileSystem stock =
        (DistributedFileSystem) FileSystem.newInstance(hdfs.stock())) {
      for (DistributedFileSystem each : List.of(stock, fs)) {
        FSDataOutputStream out = each.create(path, true);
        out.write(new byte[10]);
        out.close();
        // Dropped without a word.
        out.write(1);
        assertThatThrownBy(() -> out.write(new byte[1])).isInstanceOf(ClosedChannelException.class);
      }
    }
  }

  private void lookUp() throws InterruptedException {
    assertThat(lookups).as("questions to the NameNode").hasSize(1);
    lookups.remove().run();
    assertThat(writers.awaitQuiet(Duration.ofSeconds(30))).isTrue();
  }

  private void cut(int byBytes) throws IOException, InterruptedException {
    if (!fs.truncate(path, LENGTH - byBytes)) {
      Await.until(
          () -> {
            try {
              return fs.isFileClosed(path);
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          });
    }
  }

  private void append(int length) throws IOException {
    try (FSDataOutputStream out = fs.append(path)) {
      out.write(new byte[length]);
    }
    assertThat(fs.getFileStatus(path).getLen()).isEqualTo(LENGTH);
  }

  @Test
  void untouchedFile_isPublished() throws Exception {
    write(1);
    lookUp();
    assertThat(manager.published).hasSize(1);
  }

  @Test
  void cutAndAppendedToTheSameLength_isNotPublished() throws Exception {
    write(1);
    cut(5);
    append(5);
    lookUp();
    assertThat(manager.published).isEmpty();
  }

  @Test
  void cutByABlockAndAppendedToTheSameLength_isNotPublished() throws Exception {
    write(1);
    int lastBlockBytes = LENGTH % BLOCK;
    cut(lastBlockBytes);
    append(lastBlockBytes);
    lookUp();
    assertThat(manager.published).isEmpty();
  }

  @Test
  void pipelineThatLostANode_isPublishedAllTheSame() throws Exception {
    byte[] file = bytes(LENGTH);
    int flushed = LENGTH - BLOCK / 2;
    long stampBefore;
    try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 2, BLOCK)) {
      out.write(file, 0, flushed);
      out.hflush();
      stampBefore = lastStamp();
      LocatedBlocks located = located();
      hdfs.dataNode(located.getLastLocatedBlock().getLocations()[0]).shutdown();
      out.write(file, flushed, LENGTH - flushed);
    }
    assertThat(lastStamp()).as("stamp after the recovery").isGreaterThan(stampBefore);
    lookUp();
    assertThat(manager.published).hasSize(1);
  }

  private LocatedBlocks located() throws IOException {
    return fs.getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE);
  }

  private long lastStamp() throws IOException {
    LocatedBlocks located = located();
    return located.get(located.locatedBlockCount() - 1).getBlock().getGenerationStamp();
  }

  @Test
  void noThreadForTheQuestion_failsNobodysClose() throws Exception {
    lacksThreads = true;
    write(1);
    assertThat(fs.getFileStatus(path).getLen()).isEqualTo(LENGTH);
    assertThat(writers.awaitQuiet(Duration.ofSeconds(30))).isTrue();
  }
}
