package io.evenkeel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.process.OsProcess;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose DataNodes have a JVM each, so that each can be stopped, killed and restarted. */
class LocalClusterTest {
  private static final int BLOCK_BYTES = 1 << 20;

  @TempDir static Path temp;
  private static LocalCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        LocalCluster.start(
            ClusterSettings.builder()
                .dataNodes(3)
                .placementWidth(2)
                .redisServers(1)
                .blockSizeBytes(BLOCK_BYTES)
                .withManager(false)
                .folder(temp.resolve("cluster"))
                .build());
  }

  @AfterAll
  static void close_leavesNoProcessAndNoFolder() throws IOException {
    List<NodeStatus> nodes = cluster.status().nodes();
    cluster.close();
    for (NodeStatus node : nodes) {
      awaitGone(Long.toString(node.pid()));
    }
    assertThat(cluster.folder()).doesNotExist();
  }

  /** A dead process may stay listed until its parent has asked for its status. */
  private static void awaitGone(String pid) {
    Answer.until("process " + pid + " is gone", () -> Files.notExists(Path.of("/proc", pid)));
  }

  @Test
  void stockClient_readsWhatItWrote() throws IOException {
    byte[] written = randomBytes(3 * BLOCK_BYTES + 17);
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/round-trip");
    try (FileSystem fs = cluster.newStockFileSystem()) {
      write(fs, file, written);
      assertThat(readAll(fs, file)).isEqualTo(written);
      for (BlockLocation block : fs.getFileBlockLocations(file, 0, written.length)) {
        assertThat(cluster.dataNodeAt(block.getNames()[0])).isBetween(0, 2);
      }
    }
  }

  @Test
  void slow_changesTheRateThatTheNodeItselfAnswers() throws IOException {
    long healthy = cluster.rateBytesPerSecond(1);
    cluster.slow(1, 8);
    assertThat(cluster.rateBytesPerSecond(1)).isBetween(healthy / 8 - 100, healthy / 8);
    assertThat(cluster.rateBytesPerSecond(0)).isEqualTo(healthy);
    cluster.slow(1, 1);
    assertThat(cluster.rateBytesPerSecond(1)).isEqualTo(healthy);
  }

  /** A node that sends first and waits then would let small reads through at once. */
  @Test
  void rate_isWaitedForBeforeTheBytesCome() throws IOException {
    long healthy = cluster.rateBytesPerSecond(0);
    try (FileSystem fs = cluster.newStockFileSystem()) {
      org.apache.hadoop.fs.Path file = onNode(fs, 0, randomBytes(40_000));
      cluster.setRate(0, 100_000);
      try (FSDataInputStream in = fs.open(file)) {
        long start = System.nanoTime();
        assertThat(in.read()).isNotNegative();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(took).as("a packet of 40,000 bytes").isGreaterThan(Duration.ofMillis(350));
      }
    } finally {
      cluster.setRate(0, healthy);
    }
  }

  @Test
  void delay_holdsBackEveryReadOfThatNodeAndOfNoOther() throws IOException {
    Duration delay = Duration.ofMillis(400);
    for (boolean verified : new boolean[] {true, false}) {
      try (FileSystem fs = cluster.newStockFileSystem()) {
        fs.setVerifyChecksum(verified);
        assertDelayed(fs, delay);
      }
    }
    assertThatThrownBy(() -> cluster.delay(1, Duration.ofDays(1))).hasMessageContaining("60000");
  }

  private static void assertDelayed(FileSystem fs, Duration delay) throws IOException {
    cluster.delay(1, delay);
    try {
      for (int node : new int[] {0, 1}) {
        org.apache.hadoop.fs.Path file = onNode(fs, node, randomBytes(100));
        Duration best = delay.multipliedBy(100);
        for (int read = 0; read < 3; read++) {
          long start = System.nanoTime();
          assertThat(readAll(fs, file)).hasSize(100);
          Duration took = Duration.ofNanos(System.nanoTime() - start);
          best = took.compareTo(best) < 0 ? took : best;
        }
        // The least of three: what else this machine does can only add to it.
        assertThat(best.compareTo(delay) >= 0).as("dn%d took %s", node, best).isEqualTo(node == 1);
      }
    } finally {
      cluster.delay(1, Duration.ZERO);
    }
  }

  /** A file of one replica on one node. */
  private static org.apache.hadoop.fs.Path onNode(FileSystem fs, int node, byte[] bytes)
      throws IOException {
    for (int i = 0; ; i++) {
      var file = new org.apache.hadoop.fs.Path("/on-" + node + "-" + bytes.length + "-" + i);
      try (var out = fs.create(file, true, 4096, (short) 1, BLOCK_BYTES)) {
        out.write(bytes);
      }
      String host = fs.getFileBlockLocations(file, 0, 1)[0].getNames()[0];
      if (cluster.dataNodeAt(host) == node) {
        return file;
      }
    }
  }

  @Test
  void rateOfZero_liftsTheLimitAndStillCounts() throws IOException {
    long healthy = cluster.rateBytesPerSecond(0);
    cluster.setRate(0, 1000);
    cluster.setRate(0, 0);
    try {
      assertThat(cluster.rateBytesPerSecond(0)).isZero();
      long before = cluster.sentBytes();
      // At 1000 bytes a second it would take longer than any client waits.
      RateCheck check = cluster.checkRates().get(0);
      assertThat(check.measuredBytesPerSecond()).isGreaterThan(1 << 20);
      assertThat(cluster.sentBytes() - before).isGreaterThan(1 << 20);
    } finally {
      cluster.setRate(0, healthy);
    }
  }

  @Test
  void bytesOnceQuiet_areThoseToo_whoseReaderStillReads() throws Exception {
    byte[] written = randomBytes(BLOCK_BYTES);
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/still-read");
    long healthy = cluster.rateBytesPerSecond(0);
    try (FileSystem fs = cluster.newStockFileSystem()) {
      write(fs, file, written);
      for (int node = 0; node < 3; node++) {
        cluster.setRate(node, BLOCK_BYTES);
      }
      long before = cluster.sentBytes();
      CompletableFuture<byte[]> read =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return readAll(fs, file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Answer.until("it has begun", () -> sentSince(before) > 0);
      assertThat(cluster.sentBytesOnceQuiet() - before).isGreaterThanOrEqualTo(BLOCK_BYTES);
      assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(written);
    } finally {
      for (int node = 0; node < 3; node++) {
        cluster.setRate(node, healthy);
      }
    }
  }

  private static long sentSince(long before) {
    try {
      return cluster.sentBytes() - before;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void stoppedNode_doesNotAnswerUntilItRunsOn() throws IOException {
    cluster.stop(2);
    assertThat(state("dn2")).isEqualTo(OsProcess.State.STOPPED);
    assertThatThrownBy(() -> cluster.slow(2, 2)).hasMessageContaining("resume");
    long sent = cluster.sentBytes();
    cluster.resume(2);
    assertThat(state("dn2")).isEqualTo(OsProcess.State.RUNNING);
    assertThat(cluster.rateBytesPerSecond(2)).isPositive();
    assertThat(cluster.sentBytes()).isEqualTo(sent);
  }

  @Test
  void killedDataNode_servesItsBlocksAgainAtItsAddressAfterARestart() throws IOException {
    byte[] written = randomBytes(3 * BLOCK_BYTES);
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/restart");
    List<String> addresses = cluster.dataNodeAddresses();
    try (FileSystem fs = cluster.newStockFileSystem()) {
      write(fs, file, written);
      int node = cluster.dataNodeAt(fs.getFileBlockLocations(file, 0, 1)[0].getNames()[0]);
      cluster.kill(node);
      assertThat(state(DataNodes.name(node))).isEqualTo(OsProcess.State.GONE);
      assertThatThrownBy(() -> cluster.stop(node)).hasMessageContaining("restart");
      cluster.restartDataNode(node);
      assertThat(cluster.dataNodeAddresses()).isEqualTo(addresses);
      assertThat(readAll(fs, file)).isEqualTo(written);
    }
  }

  @Test
  void redis_keepsItsPortOverStopKillAndRestart() throws IOException {
    String address = cluster.redisAddresses().get(0);
    assertThat(redis(address, "CONFIG GET maxmemory-policy")).contains("noeviction");
    assertThat(redis(address, "SET key value")).startsWith("+OK");
    cluster.stopRedis(0);
    assertThat(state("redis0")).isEqualTo(OsProcess.State.STOPPED);
    cluster.resumeRedis(0);
    assertThat(redis(address, "GET key")).contains("value");
    cluster.killRedis(0);
    cluster.restartRedis(0);
    assertThat(cluster.redisAddresses().get(0)).isEqualTo(address);
    assertThat(redis(address, "GET key")).startsWith("$-1");
  }

  @Test
  void rateCheck_readsOneBlockFromEveryNode() throws IOException {
    List<RateCheck> checks = cluster.checkRates();
    assertThat(checks).extracting(RateCheck::node).containsExactly(0, 1, 2);
    assertThat(checks)
        .allSatisfy(
            check ->
                assertThat(check.measuredBytesPerSecond())
                    .as("a busy machine is slower, no new node is faster")
                    .isBetween(1L, (long) (1.25 * check.setBytesPerSecond())));
    try (DistributedFileSystem fs = cluster.newStockFileSystem()) {
      assertThat(fs.listStatus(new org.apache.hadoop.fs.Path("/")))
          .noneMatch(file -> file.getPath().getName().startsWith(".evenkeel"));
    }
  }

  @Test
  void clientFolders_holdFilesThatHadoopReads() throws IOException {
    Path folder = temp.resolve("conf");
    ClientProperties.writeConfiguration(cluster.clientProperties().evenkeel(), folder);
    var conf = new org.apache.hadoop.conf.Configuration(false);
    conf.addResource(Files.newInputStream(folder.resolve("core-site.xml")));
    assertThat(conf.get("fs.defaultFS")).isEqualTo(cluster.defaultFs());
    assertThat(conf.get("fs.hdfs.impl")).isEqualTo("io.evenkeel.hadoop.EvenkeelFileSystem");
    assertThat(conf.get("evenkeel.redis.nodes")).isEqualTo(cluster.redisAddresses().get(0));
    assertThat(conf.get("dfs.blocksize")).as("hdfs-default.xml would outrank it here").isNull();
    var hdfs = new org.apache.hadoop.conf.Configuration(false);
    hdfs.addResource(Files.newInputStream(folder.resolve("hdfs-site.xml")));
    assertThat(hdfs.get("dfs.blocksize"))
        .isEqualTo(cluster.clientProperties().stock().get("dfs.blocksize"));
    assertThat(hdfs.get("dfs.replication"))
        .isEqualTo(cluster.clientProperties().stock().get("dfs.replication"));
    assertThat(cluster.clientProperties().stock()).doesNotContainKey("fs.hdfs.impl");
  }

  @Test
  void operationThatTheClusterCannotDo_saysSo() {
    assertThatThrownBy(() -> cluster.slow(7, 2)).hasMessageContaining("0 to 2");
    assertThatThrownBy(() -> cluster.slow(1, 0)).hasMessageContaining("factor");
    assertThatThrownBy(() -> cluster.stopManager()).hasMessageContaining("has no manager");
    assertThatThrownBy(() -> cluster.dataNodeAt("127.0.0.1:1")).hasMessageContaining("127.0.0.1:1");
  }

  private static OsProcess.State state(String name) {
    return cluster.status().nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow()
        .state();
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void write(FileSystem fs, org.apache.hadoop.fs.Path file, byte[] bytes)
      throws IOException {
    try (FSDataOutputStream out = fs.create(file)) {
      out.write(bytes);
    }
  }

  private static byte[] readAll(FileSystem fs, org.apache.hadoop.fs.Path file) throws IOException {
    try (var in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  private static String redis(String address, String command) throws IOException {
    int colon = address.indexOf(':');
    try (Socket socket =
        new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      byte[] answer = new byte[1000];
      int length = socket.getInputStream().read(answer);
      return new String(Arrays.copyOf(answer, length), StandardCharsets.US_ASCII);
    }
  }
}
