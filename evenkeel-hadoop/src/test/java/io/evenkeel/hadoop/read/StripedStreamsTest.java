package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.read.ReadBudget;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.client.stream.StockStream;
import io.evenkeel.client.stream.StripedSequential;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams of erasure-coded files that lack memory, are interrupted, or are told how to cache. */
@Timeout(120)
class StripedStreamsTest {
  private static final int CELL = 64 << 10;
  private static final String DIRECTORY = "/XOR-2-1-64k";
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(3);
    ReadScene.xorFolder(hdfs, DIRECTORY, CELL);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  /**
   * A process in which no time passes for who waits: who waits for time to pass does so for ever.
   */
  private static ReadScene scene() throws Exception {
    ReadScene scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"));
    long now = scene.services.scheduler.nanoTime();
    scene.timeBy(() -> now);
    return scene;
  }

  private static StripedSequential open(ReadScene scene, String path) throws IOException {
    HdfsStream stock = scene.stream(path);
    return new StripedSequential(stock, scene.striped(stock), scene.services, count -> {});
  }

  /** Memory for one read of a file and not for two. */
  private static ReadBudget forOne(ReadScene scene, String path) throws IOException {
    StripedFile file = scene.striped(scene.stream(path));
    for (long bytes = CELL; ; bytes += bytes / 4) {
      scene.services.budget = new ReadBudget(bytes);
      Optional<ReadSession> read = file.read(new ByteRange(0, 10 * CELL), ReadScene.NO_PLAIN);
      if (read.isPresent()) {
        read.get().close();
        return new ReadBudget(bytes);
      }
    }
  }

  @Test
  void oneThreadWithMoreStreamsThanThereIsMemoryFor_waitsForNobody() throws Exception {
    try (ReadScene scene = scene()) {
      String path = DIRECTORY + "/alternating";
      byte[] bytes = scene.write(path, 20 * CELL);
      scene.services.budget = forOne(scene, path);
      StripedSequential one = open(scene, path);
      StripedSequential other = open(scene, path);
      byte[] ofOne = new byte[bytes.length];
      byte[] ofOther = new byte[bytes.length];
      for (int at = 0; at < bytes.length; at += CELL) {
        assertThat(one.read(ofOne, at, CELL)).isEqualTo(CELL);
        assertThat(other.read(ofOther, at, CELL)).isEqualTo(CELL);
      }
      TestFiles.assertSame(ofOne, bytes);
      TestFiles.assertSame(ofOther, bytes);
      one.close();
      other.close();
      Await.until(() -> scene.services.budget().reservations() == 0);
      assertThat(scene.services.reports()).as("all by lanes").hasSizeGreaterThanOrEqualTo(40);
      // The first two do not know that they are to take turns.
      long received =
          scene.services.reports().stream().skip(2).mapToLong(ReadReport::receivedBytes).sum();
      assertThat(received).as("read once").isLessThan(5 * 2 * bytes.length / 4);
      assertThat(scene.services.plainBytes()).isZero();
    }
  }

  @Test
  void readThatNeedsMoreMemoryThanThereIs_isTheStockStreamsAtOnce() throws Exception {
    try (ReadScene scene = scene()) {
      String path = DIRECTORY + "/large";
      byte[] bytes = scene.write(path, 5 * CELL);
      scene.services.budget = new ReadBudget(CELL / 2);
      byte[] found = new byte[bytes.length];
      StripedSequential in = open(scene, path);
      assertThat(in.read(found, 0, found.length)).isEqualTo(found.length);
      TestFiles.assertSame(found, bytes);
      assertThat(scene.services.reports()).isEmpty();
    }
  }

  /** The stock stream closes itself when it fails, and says then that it is closed. */
  @Test
  void whyTheStockStreamFailed_isSaidToWhoReadsOn_whereverThatIs() throws Exception {
    for (IOException reason :
        List.of(new FileNotFoundException("deleted"), new InterruptedIOException("interrupted"))) {
      for (int sought : new int[] {100, 50}) {
        try (ReadScene scene = scene()) {
          StripedSequential in = failing(scene, reason);
          byte[] found = new byte[1000];
          assertThat(in.read(found, 0, found.length)).isEqualTo(100);
          assertThat(Thread.interrupted()).isEqualTo(reason instanceof InterruptedIOException);
          in.seek(sought);
          assertThatThrownBy(() -> in.read(found, 0, found.length)).isSameAs(reason);
          assertThatThrownBy(() -> in.read(found, 0, found.length)).hasMessage("closed");
        }
      }
    }
  }

  /** A stream without lanes whose stock stream brings 100 bytes and then fails. */
  private static StripedSequential failing(ReadScene scene, IOException reason) throws Exception {
    String path = DIRECTORY + "/failing";
    scene.write(path, 5 * CELL);
    scene.services.budget = new ReadBudget(CELL / 2);
    HdfsStream stock = scene.stream(path);
    Iterator<Object> answers =
        List.<Object>of(100, reason, new IOException("closed"), new IOException("closed"))
            .iterator();
    long[] position = {0};
    StockStream failing =
        (StockStream)
            Proxy.newProxyInstance(
                StripedStreamsTest.class.getClassLoader(),
                new Class<?>[] {StockStream.class},
                (proxy, method, arguments) -> {
                  String call = method.getName();
                  if (call.equals("position")) {
                    return position[0];
                  }
                  if (call.equals("seek")) {
                    position[0] = (long) arguments[0];
                    return null;
                  }
                  if (!call.equals("read")) {
                    return method.invoke(stock, arguments);
                  }
                  Object answer = answers.next();
                  if (answer instanceof IOException failure) {
                    throw failure;
                  }
                  position[0] += (int) answer;
                  return answer;
                });
    return new StripedSequential(failing, scene.striped(stock), scene.services, count -> {});
  }

  /** What the stock stream makes of wrong arguments depends on where it is. */
  @Test
  void wrongArguments_areTheStockStreams_inMidFileAndAtItsEnd() throws Exception {
    Path path = new Path(DIRECTORY + "/arguments");
    try (FileSystem stock = FileSystem.newInstance(hdfs.stock());
        FileSystem own = FileSystem.newInstance(hdfs.evenkeel("adaptive"))) {
      byte[] bytes = TestFiles.write(stock, path, 3 * CELL);
      try (FSDataInputStream expected = stock.open(path);
          FSDataInputStream in = own.open(path)) {
        for (long at : new long[] {bytes.length, 0, CELL + 1, bytes.length}) {
          expected.seek(at);
          in.seek(at);
          for (Call call : CALLS) {
            assertThat(outcome(call, in)).as("at %d", at).isEqualTo(outcome(call, expected));
            assertThat(in.getPos()).isEqualTo(expected.getPos());
          }
        }
      }
      FSDataInputStream expected = stock.open(path);
      FSDataInputStream in = own.open(path);
      expected.close();
      in.close();
      for (Call call : CALLS) {
        assertThat(outcome(call, in)).as("closed").isEqualTo(outcome(call, expected));
      }
    }
  }

  private interface Call {
    int on(FSDataInputStream in) throws IOException;
  }

  private static final List<Call> CALLS =
      List.of(
          in -> in.read(new byte[5], -1, 5),
          in -> in.read(new byte[5], 1, 5),
          in -> in.read(new byte[5], 1, -1),
          in -> in.read(new byte[5], 0, 0),
          in -> in.read(ByteBuffer.allocate(0)),
          in -> in.read(ByteBuffer.allocate(5).asReadOnlyBuffer()));

  private static String outcome(Call call, FSDataInputStream in) {
    try {
      return "answers " + call.on(in);
    } catch (IOException | RuntimeException e) {
      return e.getClass().getName();
    }
  }

  @Test
  void closedFileSystem_endsTheWaitForMemory() throws Exception {
    try (ReadScene scene = scene()) {
      String path = DIRECTORY + "/waiting";
      scene.write(path, 5 * CELL);
      HdfsStream stock = scene.stream(path);
      StripedFile file = scene.striped(stock);
      StripedSequential in = new StripedSequential(stock, file, scene.services, count -> {});
      ReadBudget full = new ReadBudget(64 << 20);
      assertThat(full.reserve(64 << 20)).isPresent();
      scene.services.budget = full;
      FutureTask<Integer> reading = new FutureTask<>(() -> in.read(new byte[CELL], 0, CELL));
      Await.inside(reading, at -> at.getMethodName().equals("parkNanos"));
      file.close();
      assertThatThrownBy(() -> reading.get(30, TimeUnit.SECONDS))
          .hasRootCauseMessage(StockStream.FILE_SYSTEM_CLOSED);
    }
  }

  @Test
  void interruptedLookUp_keepsNobodyElseOffTheLanes() throws Exception {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.setLong("dfs.client.read.prefetch.size", TestFiles.BLOCK);
    try (ReadScene scene = new ReadScene(hdfs, conf)) {
      String path = DIRECTORY + "/interrupted";
      int length = 6 * TestFiles.BLOCK;
      scene.write(path, length);
      StripedGroups groups;
      boolean found;
      do {
        groups = scene.groups(path, Runnable::run, System::nanoTime);
        Thread.currentThread().interrupt();
        found = groups.at(length - 1).isPresent();
        assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
        // Where the answer is there before it is waited for, nothing is interrupted.
      } while (found);
      assertThat(groups.at(length - 1)).isPresent();
    }
  }

  @Test
  void dropBehind_isToldToTheNodesThatLanesReadFrom() throws Exception {
    Set<String> dropped = ConcurrentHashMap.newKeySet();
    NativeIO.POSIX.CacheManipulator real = NativeIO.POSIX.getCacheManipulator();
    NativeIO.POSIX.setCacheManipulator(
        new NativeIO.POSIX.CacheManipulator() {
          @Override
          public void posixFadviseIfPossible(
              String name, FileDescriptor file, long offset, long length, int flags) {
            // Of long reads a DataNode says something by itself, too.
            if (flags == NativeIO.POSIX.POSIX_FADV_DONTNEED) {
              dropped.add(name);
            }
          }
        });
    try (FileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path(DIRECTORY, "dropped");
      byte[] bytes = TestFiles.write((DistributedFileSystem) fs, path, 10 * CELL);
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(0, new byte[10 * CELL]);
        in.read(new byte[1000]);
        dropped.clear();
        in.setDropBehind(true);
        in.seek(0);
        TestFiles.assertRest(in, bytes);
      }
      Await.until(() -> !dropped.isEmpty());
    } finally {
      NativeIO.POSIX.setCacheManipulator(real);
    }
  }
}
