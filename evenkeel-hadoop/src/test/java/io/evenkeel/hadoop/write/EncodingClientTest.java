package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.client.WriteServices;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.fill.WritePorts;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.hadoop.BlockVersions;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Files written to a real HDFS: their bytes are what they were, their parity is published. */
class EncodingClientTest {
  private static final CodeSpec CODE = CodeSpec.rs(3, 2);
  private static final int SUBBLOCK = 64 * 1024;
  private static final int BLOCK = 4 * SUBBLOCK;
  private static final List<NodeId> CACHE = List.of(new NodeId("cache:1"), new NodeId("cache:2"));
  private static final Duration SOON = Duration.ofSeconds(30);

  private static HdfsInProcess hdfs;

  private final ClockScheduler scheduler = new ClockScheduler();
  private final TestManager manager = new TestManager(CACHE);
  private final MemoryNodeStore store =
      new MemoryNodeStore(
          scheduler,
          Map.of(CACHE.get(0), 1L << 30, CACHE.get(1), 1L << 30),
          Duration.ofNanos(1000),
          Duration.ofSeconds(60));
  private final WriteBudget budget = new WriteBudget(64L << 20);
  private volatile boolean on = true;
  private ParityWriters writers;
  private DistributedFileSystem fs;
  private Path path;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(3);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void open(TestInfo test) throws IOException {
    WriteLimits.Timeouts brief =
        new WriteLimits.Timeouts(
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20));
    WriteLimits usual = WriteLimits.of(CODE, SUBBLOCK);
    WriteLimits limits =
        new WriteLimits(
            CODE,
            SUBBLOCK,
            usual.processBytes(),
            usual.handOverBytes(),
            usual.filesInFlight(),
            usual.fragmentsInFlight(),
            usual.retryCount(),
            usual.retryDelay(),
            brief,
            usual.policy());
    SecureRandom random = new SecureRandom();
    writers =
        new ParityWriters(
            new WritePorts(
                store,
                manager,
                scheduler,
                random::nextLong,
                scheduler.threads(),
                (path, published, unprotected) -> {},
                line -> {}),
            limits,
            budget);
    fs = newFileSystem();
    path = new Path("/" + test.getTestMethod().orElseThrow().getName());
  }

  private DistributedFileSystem newFileSystem() throws IOException {
    Configuration conf = hdfs.stock();
    ChangedFiles changes = new ChangedFiles(() -> manager, scheduler, scheduler.threads());
    WriteServices services = new WriteServices(writers, scheduler.threads(), changes, () -> {});
    return TestWriters.fileSystem(hdfs, conf, () -> on ? Optional.of(services) : Optional.empty());
  }

  @AfterEach
  void close() throws Exception {
    assertThat(writers.awaitQuiet(SOON)).isTrue();
    assertThat(budget.reservedBytes()).isZero();
    fs.close();
    scheduler.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private FSDataOutputStream create() throws IOException {
    return fs.create(path, true, 4096, (short) 1, BLOCK);
  }

  private byte[] stockRead(Path from) throws IOException {
    DistributedFileSystem plain = new DistributedFileSystem();
    plain.initialize(hdfs.uri(), hdfs.stock());
    try (plain;
        FSDataInputStream in = plain.open(from)) {
      return in.readAllBytes();
    }
  }

  /** HDFS holds these bytes, and all stripes of them are published with right parity. */
  private void assertWritten(Path at, byte[] file) throws Exception {
    assertThat(Arrays.equals(stockRead(at), file)).as("HDFS's bytes").isTrue();
    assertThat(writers.awaitQuiet(SOON)).isTrue();
    LocatedBlocks located = fs.getClient().getLocatedBlocks(at.toString(), 0, Long.MAX_VALUE);
    List<BlockVersion> blocks = BlockVersions.of(located);
    int k = CODE.dataCount();
    int stripes = (blocks.size() + k - 1) / k;
    List<StripeTicket> tickets =
        manager.published.values().stream()
            .filter(t -> blocks.contains(BlockContents.blocks(t.version()).get(0)))
            .toList();
    assertThat(tickets).hasSize(stripes);
    for (StripeTicket ticket : tickets) {
      int first = ticket.fragments().id().stripe() * k;
      List<BlockVersion> own = blocks.subList(first, Math.min(first + k, blocks.size()));
      assertThat(ticket.version()).isEqualTo(BlockContents.of(own));
      assertParity(ticket.fragments(), file, first);
    }
  }

  private void assertParity(FragmentTicket ticket, byte[] file, int firstBlock) throws Exception {
    BufferPool buffers = new BufferPool(16 << 20, SUBBLOCK);
    for (int s = 0; s < ticket.geometry().substripeCount(); s++) {
      ByteBuffer[] data = new ByteBuffer[CODE.dataCount()];
      int[][] crcs = new int[data.length][];
      for (int i = 0; i < data.length; i++) {
        int length = ticket.geometry().subblockLengthBytes(i, s);
        int at = length == 0 ? 0 : (firstBlock + i) * BLOCK + s * SUBBLOCK;
        data[i] = ByteBuffer.wrap(file, at, length).slice();
        crcs[i] = SubblockChecksums.of(data[i]);
      }
      ByteBuffer[] parity = new ByteBuffer[CODE.parityCount()];
      Arrays.setAll(parity, p -> ByteBuffer.allocate(SUBBLOCK));
      for (ByteBuffer p : parity) {
        p.limit(data[0].remaining());
      }
      ErasureCode.of(CODE).encode(data, parity);
      for (int p = 0; p < parity.length; p++) {
        FragmentKey key = new FragmentKey(ticket.id(), s, data.length + p);
        StoredFragment stored = get(ticket.sources(key.index()).get(0).node(), key, buffers);
        assertThat(stored.payload()).isEqualTo(parity[p]);
        assertThat(stored.dataChecksums()).isEqualTo(new SubblockChecksums(crcs));
      }
    }
  }

  private StoredFragment get(NodeId node, FragmentKey key, BufferPool buffers) {
    return Answer.<StoredFragment>of(then -> store.get(node, key, buffers, then)).value();
  }

  private void assertNothingPublished() throws InterruptedException {
    assertThat(writers.awaitQuiet(SOON)).isTrue();
    assertThat(manager.published).isEmpty();
    assertThat(budget.reservedBytes()).isZero();
  }

  @Test
  void createdFiles_ofManyLengths() throws Exception {
    for (int length :
        new int[] {
          0, 1, 511, SUBBLOCK, SUBBLOCK + 1, BLOCK, BLOCK + 1, 3 * BLOCK - 1, 3 * BLOCK, 3_500_001
        }) {
      byte[] file = bytes(length);
      path = new Path("/lengths-" + length);
      try (FSDataOutputStream out = create()) {
        out.write(file);
      }
      assertWritten(path, file);
    }
  }

  @Test
  void fileFromTheBuilder() throws Exception {
    byte[] file = bytes(2_000_000);
    try (FSDataOutputStream out =
        fs.createFile(path).blockSize(BLOCK).replication((short) 1).build()) {
      out.write(file);
    }
    assertWritten(path, file);
  }

  @Test
  void otherWaysToCreate() throws Exception {
    byte[] file = bytes(900_000);
    FsPermission all = FsPermission.getFileDefault();
    EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE);
    for (int way = 0; way < 4; way++) {
      Path at = new Path(path + "-" + way);
      try (FSDataOutputStream out =
          switch (way) {
            case 0 -> fs.createNonRecursive(at, all, flags, 4096, (short) 1, BLOCK, null);
            case 1 -> fs.create(at, all, true, 4096, (short) 1, BLOCK, null, null);
            case 2 -> fs.create(at, all, flags, 4096, (short) 1, BLOCK, null, null);
            default -> fs.create(at, all, false, 4096, (short) 1, BLOCK, null);
          }) {
        assertThat(out).isInstanceOf(HdfsDataOutputStream.class);
        out.write(file);
      }
      assertWritten(at, file);
    }
  }

  @Test
  void smallAndTypedWrites_countOnce() throws Exception {
    java.io.ByteArrayOutputStream expected = new java.io.ByteArrayOutputStream();
    java.io.DataOutputStream same = new java.io.DataOutputStream(expected);
    try (FSDataOutputStream out = create()) {
      for (int i = 0; i < 30_000; i++) {
        for (java.io.DataOutputStream each : List.of(out, same)) {
          each.writeInt(i);
          each.write(i);
          each.writeLong(~i);
          each.writeUTF("line ä " + i);
          each.writeBytes("b");
          each.writeChars("c");
          each.writeDouble(i);
        }
        assertThat(out.getPos()).isEqualTo(expected.size());
      }
    }
    assertWritten(path, expected.toByteArray());
  }

  @Test
  void syncsInTheMiddle_changeNothing() throws Exception {
    byte[] file = bytes(1_700_123);
    try (FSDataOutputStream out = create()) {
      int done = 0;
      for (int i = 0; done < file.length; i++) {
        int length = Math.min(70_001, file.length - done);
        out.write(file, done, length);
        done += length;
        if (i % 3 == 0) {
          out.hflush();
        } else if (i % 3 == 1) {
          out.hsync();
        } else {
          ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
        }
      }
      assertThat(((HdfsDataOutputStream) out).getCurrentBlockReplication()).isEqualTo(1);
      assertThat(out.hasCapability("hsync")).isTrue();
      assertThat(out.getPos()).isEqualTo(file.length);
    }
    assertWritten(path, file);
  }

  @Test
  void wrongArguments_areRefusedBeforeAnythingIsWritten() throws Exception {
    try (FSDataOutputStream out = create()) {
      assertThatThrownBy(() -> out.write(bytes(200_000), 100_000, 150_000))
          .isInstanceOf(ArrayIndexOutOfBoundsException.class);
      assertThat(out.getPos()).isZero();
    }
    assertThat(stockRead(path)).isEmpty();
  }

  @Test
  void bytesWritten_areCountedOnce() throws Exception {
    long before = TestFiles.statistics(fs).getBytesWritten();
    try (FSDataOutputStream out = create()) {
      out.write(bytes(100_000));
    }
    long after = TestFiles.statistics(fs).getBytesWritten();
    assertThat(after - before).isEqualTo(100_000);
  }

  @Test
  void renamedWhileWritten_isPublishedAllTheSame() throws Exception {
    byte[] file = bytes(1_500_000);
    Path other = new Path(path + "-renamed");
    try (FSDataOutputStream out = create()) {
      out.write(file, 0, 1_000_000);
      assertThat(fs.rename(path, other)).isTrue();
      out.write(file, 1_000_000, 500_000);
    }
    assertWritten(other, file);
  }

  @Test
  void appendedAndOverwritten_neverBindOldParityToNewBytes() throws Exception {
    byte[] file = bytes(700_000);
    try (FSDataOutputStream out = create()) {
      out.write(file);
    }
    assertWritten(path, file);
    int asked = manager.asked.size();
    try (FSDataOutputStream out = fs.append(path)) {
      assertThat(out.getPos()).isEqualTo(700_000);
      out.write(file);
    }
    assertThat(manager.asked).hasSize(asked);
    List<BlockVersion> blocks =
        BlockVersions.of(fs.getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE));
    assertThat(manager.published.values())
        .noneMatch(t -> t.version().equals(BlockContents.of(blocks.subList(0, 3))));
    byte[] other = bytes(710_000);
    try (FSDataOutputStream out = create()) {
      out.write(other);
    }
    assertWritten(path, other);
  }

  @Test
  void overwrittenOrDeletedBeforeItIsClosed_isNotPublished() throws Exception {
    FSDataOutputStream out = create();
    out.write(bytes(700_000));
    assertThat(fs.delete(path, false)).isTrue();
    assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    assertNothingPublished();
    assertThat(manager.reserved).isEmpty();
  }

  @Test
  void blockEndedEarly_isNotPublished() throws Exception {
    byte[] file = bytes(700_000);
    try (FSDataOutputStream out = create()) {
      out.write(file, 0, 100_000);
      ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.END_BLOCK));
      out.write(file, 100_000, 600_000);
    }
    assertThat(stockRead(path)).isEqualTo(file);
    assertNothingPublished();
  }

  @Test
  void fileSystemClosedRightAfterTheFile_isPublished() throws Exception {
    byte[] file = bytes(1_000_000);
    DistributedFileSystem first = fs;
    try (FSDataOutputStream out = create()) {
      out.write(file);
    }
    first.close();
    assertThatThrownBy(() -> first.exists(path)).hasMessageContaining("closed");
    fs = newFileSystem();
    assertWritten(path, file);
  }

  @Test
  void fileLeftOpenWhenTheFileSystemCloses_isNotPublished() throws Exception {
    byte[] file = bytes(1_000_000);
    FSDataOutputStream out = create();
    out.write(file);
    fs.close();
    assertNothingPublished();
    out.close();
    fs = newFileSystem();
    assertThat(stockRead(path)).isEqualTo(file);
    assertNothingPublished();
  }

  @Test
  void deadStore_isNotTheWritersTrouble() throws Exception {
    store.setDown(CACHE.get(0), true);
    writeAndExpectNothing();
  }

  @Test
  void hungStore_isNotTheWritersTrouble() throws Exception {
    store.setHung(CACHE.get(1), true);
    writeAndExpectNothing();
  }

  @Test
  void hungManager_isNotTheWritersTrouble() throws Exception {
    manager.hung = true;
    writeAndExpectNothing();
  }

  private void writeAndExpectNothing() throws Exception {
    byte[] file = bytes(3_000_000);
    try (FSDataOutputStream out = create()) {
      out.write(file);
    }
    assertThat(stockRead(path)).isEqualTo(file);
    assertNothingPublished();
  }

  @Test
  void switchedOffOrUnfitFiles_areWrittenByTheStockStream() throws Exception {
    on = false;
    byte[] file = bytes(400_000);
    try (FSDataOutputStream out = create()) {
      assertThat(out.getClass()).isEqualTo(HdfsDataOutputStream.class);
      out.write(file);
    }
    on = true;
    Path odd = new Path(path + "-odd");
    try (FSDataOutputStream out = fs.create(odd, true, 4096, (short) 1, 100 * 512)) {
      assertThat(out.getClass()).isEqualTo(HdfsDataOutputStream.class);
      out.write(file);
    }
    assertThat(stockRead(path)).isEqualTo(file);
    assertThat(stockRead(odd)).isEqualTo(file);
    assertThat(manager.asked).isEmpty();
  }

  @Test
  void filesWrittenAtOnce_areAllPublishedOrUnprotected() throws Exception {
    byte[] file = bytes(2_345_678);
    List<CompletableFuture<Void>> all =
        IntStream.range(0, 8)
            .mapToObj(
                i -> CompletableFuture.runAsync(() -> writeOne(new Path(path + "" + i), file)))
            .toList();
    for (CompletableFuture<Void> one : all) {
      one.get(60, TimeUnit.SECONDS);
    }
    for (int i = 0; i < 8; i++) {
      assertWritten(new Path(path + "" + i), file);
    }
    assertThat(writers.totals().stripesUnprotected()).isZero();
  }

  private void writeOne(Path at, byte[] file) {
    try (FSDataOutputStream out = fs.create(at, true, 4096, (short) 1, BLOCK)) {
      for (int done = 0; done < file.length; done += 10_000) {
        out.write(file, done, Math.min(10_000, file.length - done));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
