package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The memory of reads over a real HDFS, everything a sixteenth of its default size. */
class ReadBudgetTest {
  private static final int UNIT = 64 << 10;
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(5);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static ReadScene scene() throws Exception {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.read.stream.bytes", "4m");
    conf.set("evenkeel.read.process.bytes", "16m");
    return new ReadScene(hdfs, conf);
  }

  private static void awaitNothingHeld(ReadScene scene) throws Exception {
    Await.until(() -> scene.services.budget().reservations() == 0);
    Await.until(() -> scene.services.buffers().takenBytes() == 0);
    assertThat(scene.services.budget().reservedBytes()).isZero();
  }

  @Test
  void sixteenSlowConsumers_allReadByLanes() throws Exception {
    int consumers = 16;
    ExecutorService threads = Executors.newFixedThreadPool(consumers);
    CyclicBarrier together = new CyclicBarrier(consumers);
    try (ReadScene scene = scene()) {
      byte[] bytes = scene.write("/slow", 62 * UNIT);
      List<Callable<byte[]>> tasks = new ArrayList<>();
      for (int i = 0; i < consumers; i++) {
        ContiguousFile file = scene.open("/slow");
        tasks.add(
            () -> {
              try (ReadSession session =
                  file.read(new ByteRange(0, bytes.length), ReadScene.NO_PLAIN).orElseThrow()) {
                byte[] first = new byte[UNIT];
                assertThat(session.read(first, 0, UNIT)).isPositive();
                // Everybody has started, and what was read ahead is not taken yet.
                together.await();
                long read = session.position();
                byte[] rest = ReadScene.readAll(session, 1000);
                byte[] all = Arrays.copyOf(first, (int) read + rest.length);
                System.arraycopy(rest, 0, all, (int) read, rest.length);
                return all;
              }
            });
      }
      for (Future<byte[]> read : threads.invokeAll(tasks)) {
        TestFiles.assertSame(read.get(), bytes);
      }
      awaitNothingHeld(scene);
      assertThat(scene.services.reports()).hasSize(consumers);
      assertThat(scene.services.plainBytes()).isZero();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void memory_isReservedUntilTheLastPieceIsTaken() throws Exception {
    try (ReadScene scene = scene()) {
      byte[] bytes = scene.write("/held", 4 * UNIT);
      ReadSession session =
          scene
              .open("/held")
              .read(new ByteRange(0, bytes.length), ReadScene.NO_PLAIN)
              .orElseThrow();
      Await.until(session::isFinished);
      assertThat(scene.services.buffers().takenBytes()).isPositive();
      assertThat(scene.services.budget().reservations()).isEqualTo(1);
      TestFiles.assertSame(ReadScene.readAll(session, UNIT), bytes);
      assertThat(scene.services.budget().reservations()).isZero();
      session.close();
      awaitNothingHeld(scene);
    }
  }

  @Test
  void smallRead_reservesWhatItNeeds() throws Exception {
    try (ReadScene scene = scene()) {
      scene.write("/small", 62 * UNIT);
      try (ReadSession session =
          scene
              .open("/small")
              .read(new ByteRange(10, 10 + UNIT), ReadScene.NO_PLAIN)
              .orElseThrow()) {
        assertThat(session.end()).isEqualTo(10 + UNIT);
        assertThat(scene.services.budget().reservedBytes()).isLessThanOrEqualTo(7L * UNIT);
      }
      awaitNothingHeld(scene);
    }
  }

  @Test
  void rangeBeyondWhatWasOpened_isReadUpToThere() throws Exception {
    try (ReadScene scene = scene()) {
      byte[] bytes = scene.write("/grows", 3 * UNIT);
      ContiguousFile file = scene.open("/grows");
      try (FSDataOutputStream out = scene.fs().append(new Path("/grows"))) {
        out.write(new byte[UNIT]);
      }
      try (ReadSession session =
          file.read(new ByteRange(UNIT, 4 * UNIT), ReadScene.NO_PLAIN).orElseThrow()) {
        assertThat(session.end()).isEqualTo(bytes.length);
        TestFiles.assertSame(
            ReadScene.readAll(session, UNIT), Arrays.copyOfRange(bytes, UNIT, bytes.length));
      }
      assertThat(file.read(new ByteRange(bytes.length, 4 * UNIT), ReadScene.NO_PLAIN)).isEmpty();
      awaitNothingHeld(scene);
    }
  }

  @Test
  void readThatCannotStart_holdsNothing() throws Exception {
    try (ReadScene scene = scene()) {
      scene.write("/unstarted", UNIT);
      ContiguousFile file = scene.open("/unstarted");
      Scheduler real = scene.services.scheduler;
      scene.services.scheduler =
          new Scheduler() {
            @Override
            public long nanoTime() {
              return real.nanoTime();
            }

            @Override
            public Pending schedule(long delayNanos, Runnable task) {
              return real.schedule(delayNanos, task);
            }

            @Override
            public Executor serial() {
              return task -> {
                throw new OutOfMemoryError("for the test");
              };
            }
          };
      assertThatThrownBy(() -> file.read(new ByteRange(0, UNIT), ReadScene.NO_PLAIN))
          .isInstanceOf(OutOfMemoryError.class);
      awaitNothingHeld(scene);
    }
  }

  @Test
  void closedFile_endsItsSessionsAndStartsNoMore() throws Exception {
    try (ReadScene scene = scene()) {
      // More than is read ahead of a caller that has taken so little.
      byte[] bytes = scene.write("/closed", 200 * UNIT);
      ContiguousFile file = scene.open("/closed");
      ReadSession session =
          file.read(new ByteRange(0, bytes.length), ReadScene.NO_PLAIN).orElseThrow();
      assertThat(session.read(new byte[10], 0, 10)).isPositive();
      file.close();
      assertThatThrownBy(() -> session.read(new byte[1], 0, 1)).hasMessage("Stream closed");
      assertThat(file.read(new ByteRange(0, bytes.length), ReadScene.NO_PLAIN)).isEmpty();
      awaitNothingHeld(scene);
    }
  }

  @Test
  void whatLanesLeaveOver_isReadTheCallersWayWithoutAGap() throws Exception {
    try (ReadScene scene = scene()) {
      byte[] bytes = scene.write("/left", 20 * UNIT);
      scene.services.laneThreads =
          task -> {
            throw new RejectedExecutionException("for the test");
          };
      List<ByteRange> plainReads = new ArrayList<>();
      PlainReader plain =
          (at, target, offset, length) -> {
            plainReads.add(ByteRange.of(at, length));
            System.arraycopy(bytes, (int) at, target, offset, length);
            return length;
          };
      ContiguousFile file = scene.open("/left");
      try (ReadSession session = file.read(new ByteRange(7, bytes.length), plain).orElseThrow()) {
        TestFiles.assertSame(
            ReadScene.readAll(session, 64 * UNIT), Arrays.copyOfRange(bytes, 7, bytes.length));
      }
      for (int i = 1; i < plainReads.size(); i++) {
        assertThat(plainReads.get(i).start()).isEqualTo(plainReads.get(i - 1).end());
      }
      // The groups that were tried, and then the rest of the file's two blocks.
      assertThat(plainReads).hasSizeLessThanOrEqualTo(7);
      awaitNothingHeld(scene);
    }
  }
}
