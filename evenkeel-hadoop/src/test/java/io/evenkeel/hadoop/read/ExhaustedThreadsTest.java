package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** No thread to read a block on, over a real HDFS: a plain read and nothing left open. */
class ExhaustedThreadsTest {
  private static final int UNIT = 64 << 10;
  private static final int SEEDS = 60;
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(5);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static ReadScene scene() throws IOException {
    Configuration conf = withShortLivedSockets(hdfs.evenkeel("adaptive"));
    conf.set("dfs.replication", "2");
    return new ReadScene(hdfs, conf);
  }

  /** Idle connections are closed soon, and are those of this test alone. */
  private static Configuration withShortLivedSockets(Configuration conf) {
    conf.set("dfs.client.context", ExhaustedThreadsTest.class.getSimpleName());
    conf.set("dfs.client.socketcache.expiryMsec", "300");
    return conf;
  }

  /** The sockets of this process whose other end is a DataNode, but for those it listens on. */
  private static long socketsToDataNodes() {
    List<Integer> ports = hdfs.dataNodes().stream().map(DataNode::getXferPort).toList();
    return Stream.of("/proc/self/net/tcp", "/proc/self/net/tcp6")
        .flatMap(ExhaustedThreadsTest::lines)
        .map(line -> line.trim().split("\\s+"))
        .filter(line -> line[3].equals("01") || line[3].equals("08"))
        .map(line -> line[2].substring(line[2].lastIndexOf(':') + 1))
        .filter(port -> ports.contains(Integer.parseInt(port, 16)))
        .count();
  }

  private static Stream<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of(file)).stream().skip(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] readWithin(ReadSession session) throws Exception {
    return CompletableFuture.supplyAsync(
            () -> {
              try (session) {
                return ReadScene.readAll(session, 1000);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .get(60, TimeUnit.SECONDS);
  }

  private static void assertNothingHeld(ReadScene scene) throws Exception {
    Await.until(() -> scene.services.budget().reservations() == 0);
    Await.until(() -> scene.services.buffers().takenBytes() == 0);
  }

  @Test
  void threadsThatCannotBeMade_bySeed_leaveRightBytes() throws Exception {
    try (ReadScene scene = scene()) {
      byte[] bytes = scene.write("/threads", 20 * UNIT);
      Executor real = scene.services.laneThreads;
      for (int seed = 0; seed < SEEDS; seed++) {
        SplittableRandom random = new SplittableRandom(seed);
        int percent = random.nextInt(101);
        scene.services.laneThreads =
            task -> {
              boolean fails;
              synchronized (random) {
                fails = random.nextInt(100) < percent;
              }
              if (fails) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              real.execute(task);
            };
        ReadSession session = scene.read("/threads", new ByteRange(0, bytes.length)).orElseThrow();
        TestFiles.assertSame(readWithin(session), bytes);
      }
      assertNothingHeld(scene);
      scene.services.laneThreads = real;
      Await.until(() -> socketsToDataNodes() == 0);
    }
  }

  @Test
  void noThreadHere_isNoNodesSlowness() throws Exception {
    Configuration conf = hdfs.evenkeel("adaptive");
    // Nothing is late by the clock, however busy the machine is.
    conf.set("evenkeel.read.late.floor", "60s");
    try (ReadScene scene = new ReadScene(hdfs, conf)) {
      byte[] bytes = scene.write("/refused", 64 * UNIT);
      Executor real = scene.services.laneThreads;
      AtomicInteger left = new AtomicInteger(2);
      scene.services.laneThreads =
          task -> {
            if (left.getAndDecrement() <= 0) {
              throw new RejectedExecutionException("for the test");
            }
            real.execute(task);
          };
      ReadSession session = scene.read("/refused", new ByteRange(0, bytes.length)).orElseThrow();
      TestFiles.assertSame(readWithin(session), bytes);
      assertThat(scene.services.reports())
          .anyMatch(r -> r.lanes().stream().anyMatch(l -> l.detail().contains("threads are busy")));
      assertThat(scene.services.samples).as("of lanes that had their thread, too").isEmpty();
      assertThat(scene.services.view().nodes()).isEmpty();
      scene.services.laneThreads = real;
    }
  }

  @Test
  void idleLaneThatIsRefusedItsThread_closesItsSocket() throws Exception {
    try (ReadScene scene = scene()) {
      byte[] bytes = scene.write("/idle", 16 * UNIT);
      Await.until(() -> socketsToDataNodes() == 0);
      AtomicInteger running = scene.countRunningLanes();
      ReadSession session = scene.read("/idle", new ByteRange(0, bytes.length)).orElseThrow();
      assertThat(session.read(new byte[1], 0, 1)).isEqualTo(1);
      // All that it may hold has come: its lane waits with an open stream and no thread.
      Await.until(() -> running.get() == 0);
      assertThat(session.isFinished()).isFalse();
      assertThat(socketsToDataNodes()).isPositive();
      scene.services.laneThreads =
          task -> {
            throw new RejectedExecutionException("for the test");
          };
      byte[] rest = readWithin(session);
      TestFiles.assertSame(rest, Arrays.copyOfRange(bytes, 1, bytes.length));
      assertThat(scene.services.plainBytes()).isPositive();
      assertNothingHeld(scene);
      Await.until(() -> socketsToDataNodes() == 0);
    }
  }

  @Test
  void closedFileSystem_leavesNoLaneConnected() throws Exception {
    Await.until(() -> socketsToDataNodes() == 0);
    Configuration conf = withShortLivedSockets(hdfs.evenkeel("pocache"));
    // Lanes stop in the middle of their blocks, and idle.
    conf.set("evenkeel.read.initial.bytes", "64k");
    EvenkeelFileSystem fs = TestFiles.open(conf);
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/forgotten");
    TestFiles.write(fs, path, 8 << 20);
    FSDataInputStream forgotten = fs.open(path);
    assertThat(forgotten.read(new byte[1 << 10])).isPositive();
    assertThat(socketsToDataNodes()).isPositive();
    fs.close();
    assertThatThrownBy(() -> forgotten.readFully(new byte[1000]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Filesystem closed");
    Await.until(() -> socketsToDataNodes() == 0);
  }
}
