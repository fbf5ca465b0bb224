package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Blocks that are nowhere when a file is opened, and are reconstructed while it is open. */
@Timeout(120)
class ReturningBlocksTest {
  private static final int CELL = 64 << 10;
  private static final String DIRECTORY = "/XOR-2-1-64k";
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(3, Map.of("dfs.namenode.redundancy.interval.seconds", "1"));
    ReadScene.xorFolder(hdfs, DIRECTORY, CELL);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  /** A process whose time goes on when the test says so. */
  private static ReadScene scene(AtomicLong nanos) throws IOException {
    ReadScene scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"));
    nanos.set(scene.services.scheduler.nanoTime());
    scene.timeBy(nanos::get);
    return scene;
  }

  /** The first block of a file's first group; null when it is nowhere. */
  private static LocatedBlock first(ReadScene scene, String path) {
    try {
      LocatedBlock group = scene.fs().getClient().getLocatedBlocks(path, 0).get(0);
      return StripedBlockUtil.parseStripedBlockGroup((LocatedStripedBlock) group, CELL, 2, 1)[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long decodedBytes(ReadScene scene, StripedFile file, byte[] bytes)
      throws IOException, InterruptedException {
    int before = scene.services.reports().size();
    try (ReadSession read = file.read(ByteRange.of(0, CELL), ReadScene.NO_PLAIN).orElseThrow()) {
      byte[] expected = new byte[CELL];
      System.arraycopy(bytes, 0, expected, 0, CELL);
      TestFiles.assertSame(ReadScene.readAll(read, CELL), expected);
    }
    Await.until(() -> scene.services.reports().size() > before);
    ReadReport report = scene.services.reports().get(before);
    return report.decodedBytes();
  }

  @Test
  void openStreams_findThem_waitForNobody_andAskOnceAMinute() throws Exception {
    AtomicLong nanos = new AtomicLong();
    try (ReadScene scene = scene(nanos)) {
      String path = DIRECTORY + "/returns";
      byte[] bytes = scene.write(path, 8 * CELL);
      // A file is closed once as many of its blocks are reported as it needs.
      Await.until(() -> first(scene, path) != null);
      LocatedBlock bad = first(scene, path);
      DatanodeInfo node = bad.getLocations()[0];
      scene
          .fs()
          .getClient()
          .reportBadBlocks(
              new LocatedBlock[] {new LocatedBlock(bad.getBlock(), new DatanodeInfo[] {node})});
      Await.until(() -> first(scene, path) == null);
      StripedFile file = scene.striped(scene.stream(path));
      assertThat(decodedBytes(scene, file, bytes)).isEqualTo(CELL);
      Queue<Runnable> lookUps = new ArrayDeque<>();
      StripedGroups groups = scene.groups(path, lookUps::add, nanos::get);
      assertThat(firstNodes(groups)).isEmpty();
      StripedGroups lackThreads =
          scene.groups(
              path,
              task -> {
                throw new RejectedExecutionException("no thread");
              },
              nanos::get);
      assertThat(firstNodes(lackThreads)).isEmpty();

      hdfs.addDataNode();
      Await.until(() -> first(scene, path) != null);
      NodeId found = LocatedFile.nodeOf(first(scene, path).getLocations()[0]);
      assertThat(firstNodes(groups)).isEmpty();
      assertThat(lookUps).as("it was located a moment ago").isEmpty();
      nanos.addAndGet(MissingLookUp.AGAIN_NANOS);
      for (int i = 0; i < 10; i++) {
        assertThat(firstNodes(groups)).as("nobody waits").isEmpty();
        assertThat(firstNodes(lackThreads)).as("nor fails").isEmpty();
      }
      assertThat(lookUps).hasSize(1);
      lookUps.remove().run();
      assertThat(firstNodes(groups)).containsExactly(found);
      nanos.addAndGet(MissingLookUp.AGAIN_NANOS);
      assertThat(firstNodes(groups)).containsExactly(found);
      assertThat(lookUps).as("nothing is missing").isEmpty();

      while (decodedBytes(scene, file, bytes) > 0) {
        // Until it has been looked up, in the background; again if there was no thread for it.
        nanos.addAndGet(MissingLookUp.AGAIN_NANOS);
      }
    }
  }

  private static List<NodeId> firstNodes(StripedGroups groups) {
    return groups.at(0).orElseThrow().nodes().get(0);
  }
}
