package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What packets a real DataNode gets. */
class BulkPacketsTest {
  private static final int MIB = 1 << 20;
  private static final int SMALL = 64 * 1024;
  private static final int LARGE = 512 * 1024;
  private static final long BLOCK = 64L * MIB;

  private static HdfsInProcess hdfs;

  private final BulkPackets packets = new BulkPackets(hdfs.stock(), LARGE);
  private final byte[] bytes = bytes(4 * MIB);
  private DistributedFileSystem fs;
  private int files;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void open() throws IOException {
    fs = open(hdfs);
  }

  private static DistributedFileSystem open(HdfsInProcess of) throws IOException {
    Configuration conf = of.stock();
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    DistributedFileSystem made = new DistributedFileSystem();
    made.initialize(of.uri(), conf);
    assertThat(
            EvenkeelClients.install(
                made,
                of.uri(),
                conf,
                TestFiles.statistics(made),
                node -> false,
                LARGE,
                Optional.of(Optional::empty)))
        .isPresent();
    return made;
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private FSDataOutputStream create() throws IOException {
    return create(fs, new Path("/bulk-" + files++), 1);
  }

  /** A file as the encoding client writes it, without the encoding. */
  private FSDataOutputStream create(DistributedFileSystem in, Path path, int replicas)
      throws IOException {
    FSDataOutputStream stock = in.create(path, true, 4096, (short) replicas, BLOCK);
    DFSOutputStream file = stockOf(stock);
    return new EncodingOutputStream(
        file, TestFiles.statistics(in), new NotEncoded(), packets.of(file, BLOCK));
  }

  private static DFSOutputStream stockOf(FSDataOutputStream out) {
    return (DFSOutputStream) ((HdfsDataOutputStream) out).getWrappedStream();
  }

  private static final class NotEncoded implements EncodedFile {
    @Override
    public void wrote(byte[] bytes, int offset, int length, int[] sums) {}

    @Override
    public void closed() {}

    @Override
    public void abandon(String reason) {}
  }

  /** All packets that the DataNode has taken, the empty ones at the ends of blocks included. */
  private static long packetsTaken() throws ReflectiveOperationException {
    DataNode node = hdfs.dataNodes().get(0);
    Field field = node.getMetrics().getClass().getDeclaredField("packetsReceived");
    field.setAccessible(true);
    return ((MutableCounterLong) field.get(node.getMetrics())).value();
  }

  private static int dataPerPacket(int packetBytes) {
    // 512 bytes with 4 of checksum each; a header of 33 bytes at most.
    return (packetBytes - 33) / 516 * 512;
  }

  private static long ceil(long bytes, int packetBytes) {
    return (bytes + dataPerPacket(packetBytes) - 1) / dataPerPacket(packetBytes);
  }

  @Test
  void afterItsFirstMebibyte_aFileGoesInLargePackets() throws Exception {
    long before = packetsTaken();
    try (FSDataOutputStream out = create()) {
      out.write(bytes);
    }
    // The packet that was begun small ends small.
    int small = MIB / dataPerPacket(SMALL) + 1;
    int rest = bytes.length - small * dataPerPacket(SMALL);
    assertThat(packetsTaken() - before).isEqualTo(small + ceil(rest, LARGE) + 1);
    try (FSDataInputStream in = fs.open(new Path("/bulk-0"))) {
      assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
    }
  }

  @Test
  void afterAFlush_packetsAreSmallUntilTheNextMebibyte() throws Exception {
    try (FSDataOutputStream out = create()) {
      out.write(bytes, 0, 3 * MIB);
      for (int i = 0; i < 3; i++) {
        if (i == 0) {
          out.hflush();
        } else {
          out.hsync();
        }
        long before = packetsTaken();
        out.write(bytes, 0, 3 * SMALL);
        out.hflush();
        assertThat(packetsTaken() - before).isEqualTo(ceil(3 * SMALL, SMALL));
      }
      long before = packetsTaken();
      out.write(bytes, 0, 3 * MIB);
      out.hflush();
      // The first large one may be a step of the encoder late.
      assertThat(packetsTaken() - before).isLessThanOrEqualTo(MIB / SMALL + 3 * MIB / LARGE);
    }
  }

  @Test
  void onlySoManyFilesAtOnce() throws Exception {
    List<FSDataOutputStream> open = new ArrayList<>();
    try {
      for (int i = 0; i < BulkPackets.FILES_MAX; i++) {
        open.add(create());
        open.get(i).write(bytes, 0, MIB + SMALL);
      }
      assertThat(packetsOfTwoMebibytes()).isGreaterThanOrEqualTo(2 * MIB / SMALL);
      open.remove(0).close();
      assertThat(packetsOfTwoMebibytes()).isLessThan(2 * MIB / SMALL);
    } finally {
      for (FSDataOutputStream each : open) {
        each.close();
      }
    }
    assertThat(packetsOfTwoMebibytes()).isLessThan(2 * MIB / SMALL);
  }

  private long packetsOfTwoMebibytes() throws Exception {
    long before = packetsTaken();
    try (FSDataOutputStream out = create()) {
      out.write(bytes, 0, 2 * MIB);
      out.hflush();
      return packetsTaken() - before;
    }
  }

  /** As many bytes may wait as before: 5 MiB in 80 packets of 64 KiB. */
  @ParameterizedTest
  @CsvSource({"64, 10", "4, 40"})
  void onlyItsWriter_isHeldToFewerPackets(int blockMebibytes, int maxPackets) throws Exception {
    List<Integer> seen = new ArrayList<>();
    DFSOutputStream file = stockOf(create());
    DfsClientConf own = fs.getClient().getConf();
    assertThat(own.getWriteMaxPackets()).isEqualTo(80);
    try (file) {
      BulkPackets.OfFile packetsOf = packets.of(file, (long) blockMebibytes * MIB);
      java.io.OutputStream noting =
          new java.io.OutputStream() {
            @Override
            public void write(int b) {
              seen.add(fs.getClient().getConf().getWriteMaxPackets());
            }
          };
      packetsOf.write(noting, new byte[] {1}, 0, 1);
      packetsOf.write(noting, new byte[MIB], 0, MIB);
      assertThat(seen).hasSize(1 + MIB).containsOnly(80);
      seen.clear();
      packetsOf.write(noting, new byte[] {1}, 0, 1);
    }
    assertThat(seen).containsExactly(maxPackets);
    assertThat(fs.getClient().getConf()).isSameAs(own);
    assertThat(own.getWriteMaxPackets()).isEqualTo(80);
  }

  /** From now on DataNodes take packets and answer none of them, until they are to. */
  private static final class Unanswered extends DataNodeFaultInjector {
    private final DataNodeFaultInjector before = DataNodeFaultInjector.get();
    private final CountDownLatch answering = new CountDownLatch(1);

    Unanswered() {
      DataNodeFaultInjector.set(this);
    }

    @Override
    public void delaySendingAckToUpstream(String upstream) throws IOException {
      try {
        answering.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    void answer() {
      DataNodeFaultInjector.set(before);
      answering.countDown();
    }
  }

  /** Whether a thread stands still because enough of its packets are under way. */
  private static boolean waitsForAnswers(Thread writer) {
    StackTraceElement[] stack = writer.getStackTrace();
    for (int i = 1; i < stack.length; i++) {
      if (stack[i].getMethodName().equals("waitAndQueuePacket")) {
        return stack[i - 1].getClassName().equals(Object.class.getName());
      }
    }
    return false;
  }

  /**
   * Where the stock client asks how many packets may wait, it gets our answer: by its own, of 80, a
   * writer would hold 40 MiB of a file.
   */
  @Test
  void unansweredBulk_holdsNoMoreThanTheStockClientDoes() throws Exception {
    int before = 2 * MIB;
    int underWayMax = fs.getClient().getConf().getWriteMaxPackets() * SMALL;
    try (FSDataOutputStream out = create()) {
      out.write(bytes, 0, before);
      Unanswered packetsSent = new Unanswered();
      Thread writer = new Thread(() -> writeFourTimes(out));
      writer.start();
      try {
        Await.until(() -> !writer.isAlive() || waitsForAnswers(writer));
        // What waits to be put into a packet, and the packet that does not fit, come on top.
        assertThat(out.getPos()).isLessThanOrEqualTo(before + underWayMax + 2L * LARGE);
      } finally {
        packetsSent.answer();
      }
      writer.join();
      assertThat(out.getPos()).isEqualTo(before + 4L * bytes.length);
    }
  }

  private void writeFourTimes(FSDataOutputStream out) {
    try {
      for (int i = 0; i < 4; i++) {
        out.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Blocks of 4 MiB: packets of 128 KiB. */
  @Test
  void aSmallBlock_isNotFewPackets() throws Exception {
    long blockBytes = 4 * MIB;
    FSDataOutputStream stock =
        fs.create(new Path("/small-blocks"), true, 4096, (short) 1, blockBytes);
    DFSOutputStream file = stockOf(stock);
    try (file) {
      BulkPackets.OfFile packetsOf = packets.of(file, blockBytes);
      packetsOf.write(file, bytes, 0, 2 * MIB);
      file.hflush();
      long before = packetsTaken();
      packetsOf.write(file, bytes, 0, MIB);
      file.hflush();
      assertThat(packetsTaken() - before).isEqualTo(ceil(MIB, 128 * 1024));
    }
  }

  /** Encrypted from the client to a DataNode and from there to the next. */
  @ParameterizedTest
  @CsvSource({"3des,''", "rc4,''", "3des,AES/CTR/NoPadding"})
  void encryptedTransfer_takesLargePackets(String algorithm, String suites) throws Exception {
    Map<String, String> encrypted =
        Map.of(
            "dfs.block.access.token.enable",
            "true",
            "dfs.encrypt.data.transfer",
            "true",
            "dfs.encrypt.data.transfer.algorithm",
            algorithm,
            "dfs.encrypt.data.transfer.cipher.suites",
            suites);
    try (HdfsInProcess secured = new HdfsInProcess(2, encrypted);
        DistributedFileSystem client = open(secured)) {
      Path path = new Path("/encrypted");
      try (FSDataOutputStream out = create(client, path, 2)) {
        out.write(bytes);
        out.hflush();
        assertThat(((HdfsDataOutputStream) out).getCurrentBlockReplication()).isEqualTo(2);
      }
      try (FSDataInputStream in = client.open(path)) {
        assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
      }
    }
  }

  @Test
  void aLargerPacketOfTheUsersOwn_stays() throws Exception {
    Configuration conf = hdfs.stock();
    conf.setInt("dfs.client-write-packet-size", MIB);
    DistributedFileSystem users = new DistributedFileSystem();
    users.initialize(hdfs.uri(), conf);
    try (users;
        FSDataOutputStream stock = users.create(new Path("/users"), true, 4096, (short) 1, BLOCK)) {
      DFSOutputStream file = stockOf(stock);
      BulkPackets.OfFile packetsOf = new BulkPackets(conf, LARGE).of(file, BLOCK);
      long before = packetsTaken();
      packetsOf.write(file, bytes, 0, 3 * MIB);
      packetsOf.write(file, bytes, 0, MIB);
      file.hflush();
      assertThat(packetsTaken() - before).isEqualTo(ceil(4L * MIB, MIB));
    }
  }
}
