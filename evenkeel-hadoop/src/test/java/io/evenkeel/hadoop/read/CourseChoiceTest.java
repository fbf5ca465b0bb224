package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.nodes.AwaitedBytes;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.stream.CourseChoice;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.hadoop.lane.Replicas;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

class CourseChoiceTest {
  private static final ByteRange SMALL = new ByteRange(0, 100);
  private static final ByteRange LARGE = new ByteRange(0, 2 << 20);

  /** A small file that is open by the stock client. */
  private static final class Opened implements AutoCloseable {
    private final ReadScene scene;
    private final FSDataInputStream in;
    private final DFSInputStream stock;
    final LocatedBlock block;
    final List<NodeId> usual;
    final NodeId first;

    Opened(ReadScene scene) throws Exception {
      this.scene = scene;
      scene.write("/small", 1000);
      in = scene.fs().open(new Path("/small"));
      stock = (DFSInputStream) in.getWrappedStream();
      block = scene.of(stock).locatedAt(0);
      usual = LocatedFile.nodesOf(block);
      first = usual.get(0);
    }

    CourseChoice courses() {
      return courses(scene.services.nodes().ledgers());
    }

    CourseChoice courses(LedgerBook ledgers) {
      LazyFile unknown = new LazyFile(Optional::empty, OpenFiles::lostAt, Runnable::run);
      return new CourseChoice(scene.of(stock), unknown, scene.services, ledgers);
    }

    List<NodeId> order() {
      return LocatedFile.nodesOf(block);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** A client's, that does not avoid a node for long. */
  private static Configuration forgetsSoon(HdfsInProcess hdfs) {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.read.lag.memory", "200ms");
    return conf;
  }

  @Test
  void whileNoNodeIsSlow_aPositionalReadLocatesWhatTheStockClientLocates() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"))) {
      scene.write("/many", 36 * TestFiles.BLOCK);
      // Blocks of other tests' streams, which are gone.
      Await.until(
          () -> {
            System.gc();
            return !Replicas.anyReordered();
          });
      try (FSDataInputStream in = scene.fs().open(new Path("/many"))) {
        DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
        int before = scene.of(stock).file().orElseThrow().locatedBlockCount();
        in.readFully(25L * TestFiles.BLOCK + 5, new byte[100]);
        assertThat(scene.of(stock).file().orElseThrow().locatedBlockCount() - before).isEqualTo(1);
      }
    }
  }

  @Test
  void smallReadsGoBackToANode_whenAProbeHasComeBack_andThenInTheNameNodesOrder() throws Exception {
    HdfsInProcess three = new HdfsInProcess(3, Map.of("dfs.replication", "3"));
    Configuration conf = forgetsSoon(three);
    try (three;
        ReadScene scene = new ReadScene(three, conf)) {
      NodeBook nodes = scene.services.nodes();
      try (Opened file = new Opened(scene)) {
        LedgerBook ledgers = nodes.ledgers().part();
        CourseChoice sequential = file.courses(ledgers);
        CourseChoice positional = file.courses(ledgers);
        NodeId first = file.first;

        Ledger before = nodes.ledgers().totals().duplicated();
        nodes.lagged(first);
        assertThat(sequential.keepStreamOff(0, false, false).around()).isEmpty();
        assertThat(file.order()).last().isEqualTo(first);
        CourseChoice.Course course = positional.keepOff(SMALL);
        assertThat(course.around()).isEmpty();
        assertThat(course.past()).contains(first);
        assertThat(ledgers.totals().redirected()).as("nothing was read yet").isEqualTo(Ledger.NONE);
        positional.wentPast(course, 0, 100);
        assertThat(ledgers.totals().redirected()).isEqualTo(new Ledger(1, 100, 100));
        sequential.readTo(70);
        sequential.readTo(90);
        assertThat(ledgers.totals().redirected()).isEqualTo(new Ledger(2, 170, 170));

        Await.until(() -> !nodes.view().isSlow(first));
        assertThat(sequential.keepStreamOff(0, false, false).around()).isEmpty();
        assertThat(file.order())
            .as("of a stream that is on its way, while a probe is under way")
            .last()
            .isEqualTo(first);
        Await.until(() -> !nodes.isKeptOff(first));
        Ledger duplicated = nodes.ledgers().totals().duplicated();
        assertThat(duplicated.asks() - before.asks()).isEqualTo(1);
        assertThat(duplicated.wonBytes()).isEqualTo(before.wonBytes());
        assertThat(positional.keepOff(SMALL).around()).isEmpty();
        assertThat(file.order()).isEqualTo(file.usual);
      }
    }
  }

  @Test
  void largeReadsKeepOffANode_untilAProbeHasComeBack_onlyAfterMoreThanAHiccup() throws Exception {
    HdfsInProcess three = new HdfsInProcess(3, Map.of("dfs.replication", "3"));
    Configuration conf = forgetsSoon(three);
    try (three;
        ReadScene scene = new ReadScene(three, conf)) {
      NodeBook nodes = scene.services.nodes();
      try (Opened file = new Opened(scene)) {
        CourseChoice courses = file.courses();
        nodes.laggedAtShort(file.first);
        assertThat(courses.keepOff(LARGE).past()).as("it is slow now").contains(file.first);
        Await.until(() -> !nodes.view().isSlow(file.first));
        assertThat(courses.keepOff(LARGE).past()).as("one hiccup is over").isEmpty();

        nodes.lagged(file.first);
        Await.until(() -> !nodes.view().isSlow(file.first));
        assertThat(courses.keepOff(LARGE).past()).as("a probe is sent").contains(file.first);
        Await.until(() -> !nodes.isKeptOff(file.first));
        assertThat(courses.keepOff(LARGE).past()).isEmpty();
        assertThat(file.order()).isEqualTo(file.usual);
      }
    }
  }

  /** It would take several times its bytes to go around it. */
  @Test
  void whatGoesOn_waitsForTheOnlyReplica_afterWhatMayBeAHiccup() throws Exception {
    try (HdfsInProcess one = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(one, one.evenkeel("adaptive"))) {
      NodeBook nodes = scene.services.nodes();
      try (Opened file = new Opened(scene)) {
        NodeId node = file.first;
        CourseChoice courses = file.courses();

        nodes.laggedAtShort(node);
        assertThat(courses.keepStreamOff(0, true, false).waitedFor()).contains(node);
        assertThat(courses.keepStreamOff(0, false, false).waitedFor()).contains(node);
        assertThat(courses.keepOff(LARGE).waitedFor()).contains(node);
        assertThat(courses.keepStreamOff(0, true, true).waitedFor()).isEmpty();
        assertThat(courses.keepStreamOff(0, false, true).waitedFor()).isEmpty();
        assertThat(courses.keepOff(SMALL).waitedFor()).isEmpty();

        nodes.lagged(node);
        assertThat(courses.keepStreamOff(0, true, false).waitedFor()).isEmpty();
        assertThat(courses.keepStreamOff(0, false, false).waitedFor()).isEmpty();
        assertThat(courses.keepOff(LARGE).waitedFor()).isEmpty();
      }
    }
  }

  @Test
  void whatGoesOn_takesAnotherReplica_afterWhatMayBeAHiccup() throws Exception {
    try (HdfsInProcess three = new HdfsInProcess(3, Map.of("dfs.replication", "3"));
        ReadScene scene = new ReadScene(three, three.evenkeel("adaptive"))) {
      try (Opened file = new Opened(scene)) {
        scene.services.nodes().laggedAtShort(file.first);
        CourseChoice.Course course = file.courses().keepStreamOff(0, true, false);
        assertThat(course.past()).contains(file.first);
        assertThat(course.waitedFor()).isEmpty();
        assertThat(file.order()).last().isEqualTo(file.first);
      }
    }
  }

  /**
   * Which of three replicas the stock stream asks first when it has left one, by its place in the
   * NameNode's order.
   *
   * @param before what is found out of the three before it leaves
   */
  private static int firstAfterLeaving(
      ReadScene scene, int left, ThrowingConsumer<List<NodeId>> before) throws Exception {
    try (Opened file = new Opened(scene)) {
      before.accept(file.usual);
      file.courses().preferHealthy(0, Optional.of(file.usual.get(left)));
      return file.usual.indexOf(file.order().get(0));
    }
  }

  @Test
  void whoHasLeftANode_goesToNoneThatIsDoubted() throws Exception {
    HdfsInProcess three = new HdfsInProcess(3, Map.of("dfs.replication", "3"));
    Configuration conf = forgetsSoon(three);
    try (three;
        ReadScene scene = new ReadScene(three, conf)) {
      NodeBook nodes = scene.services.nodes();
      int first =
          firstAfterLeaving(
              scene,
              1,
              usual -> {
                nodes.laggedAtShort(usual.get(0));
                Await.until(() -> nodes.view().nodes().isEmpty());
              });
      assertThat(first).isEqualTo(2);
    }
  }

  @Test
  void whereAllReplicasAreSlow_theOneThatWasLeftIsNotFirst() throws Exception {
    try (HdfsInProcess three = new HdfsInProcess(3, Map.of("dfs.replication", "3"));
        ReadScene scene = new ReadScene(three, three.evenkeel("adaptive"))) {
      NodeBook nodes = scene.services.nodes();
      int first =
          firstAfterLeaving(
              scene, 0, usual -> usual.subList(1, usual.size()).forEach(nodes::lagged));
      assertThat(first).isEqualTo(1);
    }
  }

  @Test
  void aReplica_atWhichMoreWaitsThanAtOthers_comesLastMeanwhile() throws Exception {
    try (HdfsInProcess three = new HdfsInProcess(3, Map.of("dfs.replication", "3"));
        ReadScene scene = new ReadScene(three, three.evenkeel("adaptive"))) {
      try (Opened file = new Opened(scene)) {
        CourseChoice courses = file.courses();
        AwaitedBytes others = scene.services.nodes().queues().awaited();
        others.waits(file.first, 64 << 20);
        assertThat(courses.keepOff(SMALL).past()).contains(file.first);
        assertThat(file.order().get(0)).isEqualTo(file.usual.get(1));
        others.came();
        assertThat(courses.keepOff(SMALL).past()).isEmpty();
        assertThat(file.order()).isEqualTo(file.usual);
      }
    }
  }

  @Test
  void whatAStreamSkips_wasNotReadAroundANode() throws Exception {
    HdfsInProcess two = new HdfsInProcess(2, Map.of("dfs.replication", "2"));
    try (two;
        ReadScene scene = new ReadScene(two, two.evenkeel("adaptive"))) {
      scene.write("/columns", TestFiles.BLOCK);
      FSDataInputStream in = scene.fs().open(new Path("/columns"));
      DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
      LocatedBlock block = scene.of(stock).locatedAt(0);
      scene.services.nodes().lagged(LocatedFile.nodeOf(block.getLocations()[0]));
      in.readFully(new byte[100]);
      in.seek(TestFiles.BLOCK - 100);
      in.readFully(new byte[100]);
      in.close();
      IOStatistics statistics = in.getIOStatistics();
      assertThat(statistics.counters().get("evenkeel_redirected_bytes")).isEqualTo(200);
    }
  }

  @Test
  void whereAllReplicasWereSlow_theyAreReadAgain() throws Exception {
    HdfsInProcess two = new HdfsInProcess(2, Map.of("dfs.replication", "2"));
    Configuration conf = forgetsSoon(two);
    try (two;
        ReadScene scene = new ReadScene(two, conf)) {
      scene.write("/small", 1000);
      NodeBook nodes = scene.services.nodes();
      ContiguousFile file = scene.open("/small");
      try (FSDataInputStream in = scene.fs().open(new Path("/small"))) {
        DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
        CourseChoice courses =
            new CourseChoice(
                scene.of(stock),
                new LazyFile(() -> Optional.of(file), OpenFiles::lostAt, Runnable::run),
                scene.services,
                nodes.ledgers());
        for (DatanodeInfoWithStorage node : scene.of(stock).locatedAt(0).getLocations()) {
          nodes.lagged(LocatedFile.nodeOf(node));
        }
        Await.until(() -> nodes.view().nodes().isEmpty());
        for (int i = 0; i < 3; i++) {
          assertThat(courses.keepOff(new ByteRange(0, 100)).around()).isEmpty();
        }
      }
    }
  }
}
