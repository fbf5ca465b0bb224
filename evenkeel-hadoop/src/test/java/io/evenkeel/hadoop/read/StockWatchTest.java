package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.stream.StockWatch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.ParityServers;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StockWatchTest {
  private static final ReadKind KIND = ReadKind.of(1000);
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private static HdfsInProcess hdfs;
  private ReadScene scene;
  private LazyFile known;
  private List<NodeId> nodes;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(2, Map.of("dfs.replication", "2"));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void open() throws Exception {
    scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"));
    scene.write("/f", 1000);
    ContiguousFile file = scene.open("/f");
    known = new LazyFile(() -> Optional.of(file), OpenFiles::lostAt, Runnable::run);
    nodes = file.stripes().at(0).orElseThrow().replicas().get(0);
  }

  @AfterEach
  void close() throws Exception {
    scene.close();
  }

  @Test
  void nobodyWaitsForTheFirstSignOfANodeThatIsKnownToBeSlow() throws Exception {
    StockWatch watch = new StockWatch(scene.services, known);
    NodeId slow = nodes.get(0);
    NodeId other = nodes.get(1);

    assertThat(watch.leaves(slow, MILLI, true, 0)).as("nothing is known").isFalse();
    scene.services.nodes().lagged(slow);
    assertThat(watch.leaves(slow, MILLI, true, 0)).as("the file is not looked at yet").isFalse();
    assertThat(known.file()).isPresent();
    assertThat(watch.leaves(slow, MILLI, true, 0)).as("it is slow").isTrue();
    watch.waited(slow, 30 * MILLI, 0, 0);
    watch.report(Outcome.ABORTED, true);
    assertThat(scene.services.samples).as("it was left before it was late").isEmpty();
    assertThat(watch.leaves(slow, MILLI, false, 0)).as("it sends").isFalse();
    assertThat(watch.leaves(other, MILLI, true, 0)).as("another node").isFalse();
    scene.services.nodes().lagged(other);
    assertThat(watch.leaves(slow, MILLI, true, 0)).as("there is no other way").isFalse();
    assertThat(watch.leaves(slow, 999 * MILLI, true, 0)).as("but late").isFalse();
    assertThat(watch.leaves(slow, 60_000 * MILLI, true, 0))
        .as("a slow one is better than one that says nothing")
        .isTrue();
    watch.waited(slow, 60_000 * MILLI, 0, 0);
    watch.report(Outcome.ABORTED, true);
    assertThat(scene.services.samples).as("in vain").hasSize(1);
  }

  @Test
  void callerThatHardlyWaits_saysWhoBroughtBytes_notHowFast() throws Exception {
    StockWatch watch = new StockWatch(scene.services, known);
    NodeId node = nodes.get(0);
    int bytes = 2 << 20;
    watch.waited(node, 30 * MILLI, bytes, bytes);
    watch.report(Outcome.FINISHED, false);
    watch.waited(node, 30 * MILLI, 0, bytes);
    watch.report(Outcome.FINISHED, false);
    assertThat(scene.services.samples)
        .containsExactly(new NodeSample(node, 0, bytes, 0, Outcome.FINISHED));
    assertThat(scene.services.view().expectedNanosPerByte(SourceKind.STORAGE))
        .as("of a caller that waits little nothing is learned")
        .isZero();
  }

  @Test
  void theSecondNodeOfASmallRead_doesNotAnswerForTheFirst() throws Exception {
    known.file();
    for (int i = 0; i < 300; i++) {
      scene.services.nodes().shortRead(nodes.get(i % 2), KIND, SmallReads.ALONE, MILLI, false);
    }
    StockWatch watch = StockWatch.ofPositional(scene.services, known, KIND, 0);
    assertThat(watch.leaves(nodes.get(0), MILLI, true, 0)).isFalse();
    assertThat(watch.nextLookNanos(MILLI)).isBetween(MILLI / 2, 3 * MILLI / 2);
    watch.waited(nodes.get(0), 10 * MILLI, 0, 0);
    assertThat(watch.leaves(nodes.get(1), MILLI, true, 0)).as("it has only begun").isFalse();
    assertThat(watch.leaves(nodes.get(1), 3 * MILLI, true, 0)).as("there is the other").isTrue();
    watch.waited(nodes.get(1), 3 * MILLI, 0, 0);
    assertThat(watch.lateNode()).contains(nodes.get(1));
    watch.report(Outcome.ABORTED, true);
    for (int i = 0; i < 3; i++) {
      assertThat(scene.services.nodes().view().isSlow(nodes.get(0))).isFalse();
      scene.services.nodes().shortRead(nodes.get(0), KIND, SmallReads.ALONE, 3 * MILLI, true);
    }
    assertThat(scene.services.nodes().view().isSlow(nodes.get(0))).as("three late").isFalse();
  }

  @Test
  void smallReadOfASuspect_isLeftWhenItIsLong() throws Exception {
    known.file();
    for (int i = 0; i < 600; i++) {
      long nanos = i % 50 == 7 ? 4 * MILLI : MILLI;
      scene.services.nodes().shortRead(nodes.get(i % 2), KIND, SmallReads.ALONE, nanos, false);
    }
    StockWatch watch = StockWatch.ofPositional(scene.services, known, KIND, 0);
    assertThat(watch.leaves(nodes.get(0), 6 * MILLI, true, 0)).as("no suspect").isFalse();
    for (int i = 0; i < 2; i++) {
      scene.services.nodes().shortRead(nodes.get(0), KIND, SmallReads.ALONE, 5 * MILLI, false);
    }
    assertThat(watch.nextLookNanos(MILLI)).isBetween(2 * MILLI, 4 * MILLI);
    assertThat(watch.leaves(nodes.get(1), 6 * MILLI, true, 0)).as("the other").isFalse();
    assertThat(watch.leaves(nodes.get(0), 6 * MILLI, true, 0)).isTrue();
  }

  @Test
  void openingOfAStream_isLateAsASmallReadIs_andWhatFollowsIsNot() throws Exception {
    NodeId node = nodes.get(0);
    known.file();
    StockWatch watch = new StockWatch(scene.services, known);
    for (int i = 0; i < 300; i++) {
      watch.waited(node, MILLI / 2, 0, 0);
      watch.waited(node, MILLI / 2, 1000, 1000);
      watch.waited(node, 10 * MILLI, 300 << 10, 2000);
    }
    assertThat(watch.leaves(node, 3 * MILLI, false, 2000)).as("it has opened").isFalse();
    assertThat(watch.leaves(node, MILLI, true, 2000)).as("as long as usual").isFalse();
    assertThat(watch.leaves(node, 3 * MILLI, true, 2000)).isTrue();
    assertThat(watch.lateNode()).contains(node);
    watch.waited(node, MILLI, 0, 2000);
    assertThat(watch.leaves(node, 2 * MILLI, false, 2000)).as("the first packet").isTrue();
    assertThat(watch.nextLookNanos(MILLI / 4)).isLessThan(MILLI);

    for (int i = 0; i < 8; i++) {
      assertThat(watch.leaves(node, 3 * MILLI, true, 2000)).isTrue();
      watch.waited(node, 3 * MILLI, 0, 2000);
      watch.report(Outcome.ABORTED, true);
    }
    assertThat(scene.services.nodes().view().isSlow(node)).as("late again and again").isTrue();
  }

  @Test
  void smallReadThatTakesWhatSmallReadsTakeHere_isNotLate_howeverSlowTheyAre() throws Exception {
    known.file();
    for (int i = 0; i < 300; i++) {
      scene.services.nodes().shortRead(nodes.get(i % 2), KIND, SmallReads.ALONE, 60 * MILLI, false);
    }
    StockWatch watch = StockWatch.ofPositional(scene.services, known, KIND, 0);
    assertThat(watch.leaves(nodes.get(0), 70 * MILLI, true, 0)).as("as usual").isFalse();
    assertThat(scene.services.nodes().view().isSlow(nodes.get(0))).as("one read").isFalse();
    assertThat(watch.leaves(nodes.get(0), 130 * MILLI, true, 0)).as("late").isTrue();
    while (scene.services.nodes().small().tryLeave()) {
      // Until no read may be left for being late.
    }
    assertThat(watch.leaves(nodes.get(0), 900 * MILLI, true, 0)).as("denied").isFalse();
    assertThat(watch.leaves(nodes.get(0), 1000 * MILLI, true, 0)).as("silent").isTrue();
  }

  @Test
  void clusterWhereEverySmallReadIsSlow_isLearned() throws Exception {
    NodeId node = nodes.get(0);
    LazyFile plain = new LazyFile(Optional::empty, OpenFiles::lostAt, Runnable::run);
    for (int i = 0; i < 300; i++) {
      StockWatch watch = StockWatch.ofPositional(scene.services, plain, KIND, 0);
      watch.leaves(node, 60 * MILLI, true, 0);
      watch.waited(node, 60 * MILLI, 1000, 1000);
      watch.report(Outcome.FINISHED, true);
    }
    assertThat(scene.services.nodes().small().lateNanos(KIND, SmallReads.ALONE))
        .isLessThan(300 * MILLI);
  }

  /** A file with parity whose first block's node has no other of its blocks: parity is for one. */
  private static ContiguousFile written(ReadScene coded, ParityServers parity) throws Exception {
    for (int tries = 0; tries < 50; tries++) {
      String path = "/coded" + tries;
      parity.write((EvenkeelFileSystem) coded.fs(), new Path(path), 4 << 20);
      ContiguousFile file = coded.open(path);
      List<NodeId> holders = holders(file);
      if (Collections.frequency(holders, holders.get(0)) == 1) {
        return file;
      }
    }
    throw new AssertionError("50 files have another block on the first one's node");
  }

  private static List<NodeId> holders(ContiguousFile file) throws IOException {
    return file.stripes().at(0).orElseThrow().replicas().stream().map(r -> r.get(0)).toList();
  }

  /** Or it would be cut, and lanes would ask the same node again. */
  @Test
  void aSlowNodeThatIsTried_isWaitedFor() throws Exception {
    try (HdfsInProcess six = new HdfsInProcess(6);
        ParityServers parity = new ParityServers();
        ReadScene coded = new ReadScene(six, parity.addTo(six.evenkeel("adaptive")))) {
      ContiguousFile file = written(coded, parity);
      LazyFile there = new LazyFile(() -> Optional.of(file), OpenFiles::lostAt, Runnable::run);
      there.file();
      Await.until(
          () -> {
            file.needs(0);
            return file.waysAround().hasTicket(0);
          });
      List<NodeId> holders = holders(file);
      NodeId slow = holders.get(0);
      NodeBook book = coded.services.nodes();
      for (int i = 0; i < 300; i++) {
        holders.forEach(node -> book.shortRead(node, KIND, SmallReads.ALONE, 20 * MILLI, false));
      }
      book.lagged(slow);
      StockWatch watch = StockWatch.ofPositional(coded.services, there, KIND, 0);
      watch.at(0);
      assertThat(watch.leaves(slow, 2 * MILLI, true, 0)).as("it came to it by chance").isTrue();
      watch.waitsFor(slow);
      assertThat(watch.leaves(slow, 2 * MILLI, true, 0)).isFalse();
    }
  }
}
