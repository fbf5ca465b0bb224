package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.hadoop.fill.Filler;
import io.evenkeel.hadoop.fill.FillerMain;
import io.evenkeel.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The filler makes the parity that is ordered, of exactly the content that is ordered. */
class FillerTest {
  private static final int STRIPE = 4 * FillScene.BLOCK;

  /** A whole stripe and a short one. */
  private static final int LENGTH = STRIPE + FillScene.BLOCK + 77_777;

  private static HdfsInProcess hdfs;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private FillScene scene;
  private Path path;
  private byte[] bytes;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(6);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void write(TestInfo test) throws IOException {
    scene = new FillScene(hdfs);
    path = new Path("/fill/" + test.getTestMethod().orElseThrow().getName());
    bytes = scene.write(path, LENGTH);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private LocatedBlocks located() throws IOException {
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(hdfs.stock())) {
      return fs.getClient().getLocatedBlocks(path.toString(), 0, Long.MAX_VALUE);
    }
  }

  /** The order for a stripe of the file as it is now. */
  private FillOrder order(int stripe) throws IOException {
    List<BlockVersion> all = BlockVersions.of(located());
    int first = stripe * FillScene.CODE.dataCount();
    List<BlockVersion> blocks =
        all.subList(first, Math.min(first + FillScene.CODE.dataCount(), all.size()));
    ContentVersion version = BlockContents.of(blocks);
    StripeGeometry geometry =
        new StripeGeometry(FillScene.CODE, FillScene.SUBBLOCK, BlockContents.lengthBytes(blocks));
    return new FillOrder(
        path.toString(),
        stripe,
        (long) stripe * STRIPE,
        version,
        geometry,
        "a straggler holds one of its blocks");
  }

  private Configuration conf() {
    return scene.client("adaptive");
  }

  /** Lets the filler take the orders, and waits for so many lines of its log. */
  private void fill(Configuration conf, int lines) throws Exception {
    fillUntil(conf, () -> log.size() >= lines);
  }

  private void fillUntil(Configuration conf, BooleanSupplier condition) throws Exception {
    Filler filler = Filler.start(conf, log::add);
    try {
      Await.until(condition);
    } finally {
      filler.close();
    }
  }

  @Test
  void orderedStripes_arePublished_andNoAccessIsCounted() throws Exception {
    scene.manager.orders.add(order(0));
    scene.manager.orders.add(order(1));
    fill(conf(), 2);
    scene.assertPublished(bytes, 0, 1);
    assertThat(scene.manager.ticketRequests).hasValue(0);
    assertThat(log)
        .containsExactlyInAnyOrder(
            path + ", stripe 0 (a straggler holds one of its blocks): published",
            path + ", stripe 1 (a straggler holds one of its blocks): published");
  }

  @Test
  void moreOrdersThanJobs_areAllCarriedOut() throws Exception {
    for (int i = 0; i < 7; i++) {
      scene.manager.orders.add(order(1));
    }
    fill(conf(), 7);
    assertThat(log).allMatch(line -> line.endsWith(": published"));
    assertThat(scene.manager.published).hasSize(7);
  }

  @Test
  void changedFile_isRefused() throws Exception {
    scene.manager.orders.add(order(0));
    scene.manager.orders.add(order(1));
    try (FileSystem fs = FileSystem.newInstance(hdfs.stock());
        FSDataOutputStream out = fs.append(path)) {
      out.write(1);
    }
    fill(conf(), 2);
    assertThat(scene.manager.published.values())
        .as("the append left the first stripe as it was")
        .allMatch(p -> p.stripe().number() == 0)
        .hasSize(1);
    assertThat(log).anyMatch(line -> line.contains("stripe 1") && line.contains("another content"));
    assertThat(scene.manager.fillReservations).hasValue(1);
  }

  @Test
  void missingFile_isNamed_andToldToBeGone() throws Exception {
    FillOrder order = order(0);
    try (FileSystem fs = FileSystem.newInstance(hdfs.stock())) {
      fs.delete(path, false);
    }
    scene.manager.orders.add(order);
    fillUntil(conf(), () -> !log.isEmpty() && !scene.manager.changes.isEmpty());
    assertThat(log.get(0)).contains(path.toString(), "not made", "does not exist");
    assertThat(scene.manager.changes)
        .containsExactly(PathChange.gone(path.toString()).asPossibleDuplicate());
    scene.assertNothing();
  }

  @Test
  void fileThatIsErasureCodedNow_isRefused() throws Exception {
    String policy = "XOR-2-1-1024k";
    FillOrder order = order(0);
    try (DistributedFileSystem fs = (DistributedFileSystem) FileSystem.newInstance(hdfs.stock())) {
      fs.delete(path, false);
      fs.enableErasureCodingPolicy(policy);
      fs.setErasureCodingPolicy(path.getParent(), policy);
    }
    try {
      scene.write(path, LENGTH);
      scene.manager.orders.add(order);
      fill(conf(), 1);
    } finally {
      try (DistributedFileSystem fs =
          (DistributedFileSystem) FileSystem.newInstance(hdfs.stock())) {
        fs.unsetErasureCodingPolicy(path.getParent());
      }
    }
    assertThat(log.get(0)).contains("not made", "another content");
    scene.assertNothing();
  }

  @Test
  void fileWithoutChecksums_isNotPublished() throws Exception {
    Configuration unchecked = hdfs.stock();
    unchecked.set("dfs.checksum.type", "NULL");
    scene.write(unchecked, path, LENGTH);
    scene.manager.orders.add(order(0));
    fill(conf(), 1);
    assertThat(log.get(0)).contains("not made", "verified bytes");
    scene.assertNothing();
  }

  @Test
  void stragglers_areReadAroundWhereReplicasAllow() throws Exception {
    Configuration twice = hdfs.stock();
    twice.set("dfs.replication", "2");
    bytes = scene.write(twice, path, LENGTH);
    NodeId straggler = new NodeId(located().get(0).getLocations()[0].getXferAddr());
    scene.manager.stragglers = List.of(new NodeView(straggler, true, "slow"));
    scene.manager.orders.add(order(0));
    fillUntil(
        conf(),
        () -> scene.manager.samples.stream().mapToLong(NodeSample::receivedBytes).sum() >= STRIPE);
    scene.assertPublished(bytes, 0);
    assertThat(scene.manager.samples).noneMatch(s -> s.node().equals(straggler));
  }

  @Test
  void rate_isKept() throws Exception {
    scene.manager.bytesPerSecond = STRIPE;
    scene.manager.orders.add(order(0));
    long start = System.nanoTime();
    fill(conf(), 1);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    scene.assertPublished(bytes, 0);
    // A second for the stripe, less the burst of a tenth.
    assertThat(millis).isGreaterThanOrEqualTo(900);
  }

  @Test
  void closedInMidFill_leavesNothing() throws Exception {
    scene.manager.bytesPerSecond = STRIPE / 20;
    scene.manager.orders.add(order(0));
    fillUntil(conf(), () -> !scene.manager.reserved.isEmpty());
    assertThat(log).hasSize(1);
    assertThat(log.get(0)).contains("not made", "the process stops");
    scene.assertNothing();
  }

  @Test
  void process_isReady_fillsAndStopsWithItsInput() throws Exception {
    scene.manager.orders.add(order(0));
    Configuration conf = conf();
    Process process =
        new ProcessBuilder(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                FillerMain.class.getName(),
                "--end-on-stdin-eof",
                "-Dfs.defaultFS=" + conf.get("fs.defaultFS"),
                "-Devenkeel.manager.uri=" + conf.get("evenkeel.manager.uri"),
                "-Devenkeel.redis.nodes=" + conf.get("evenkeel.redis.nodes"),
                "-D",
                "evenkeel.subblock.bytes=64k")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      awaitLine(out, "ready");
      awaitLine(out, ": published");
      process.getOutputStream().close();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
    scene.assertPublished(bytes, 0);
  }

  private static void awaitLine(BufferedReader out, String end) throws IOException {
    StringBuilder seen = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      seen.append(line).append('\n');
      if (line.endsWith(end)) {
        return;
      }
    }
    throw new AssertionError("no line ended in '" + end + "':\n" + seen);
  }
}
