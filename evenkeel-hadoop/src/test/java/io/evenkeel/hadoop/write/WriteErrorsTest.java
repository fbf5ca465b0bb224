package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.client.WriteServices;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors of the machine, as of a class that is missing or of a full heap, are no writer's. */
class WriteErrorsTest {
  private static final int SUBBLOCK = 64 * 1024;
  private static final int BLOCK = 4 * SUBBLOCK;
  private static final NodeId CACHE = new NodeId("cache:1");
  private static final String PROXY_OF_NAME_NODE = "dfs.client.failover.proxy.provider.";

  private static HdfsInProcess hdfs;

  private final ClockScheduler scheduler = new ClockScheduler();
  private final TestManager manager = new TestManager(List.of(CACHE));
  private final WriteBudget budget = new WriteBudget(64L << 20);
  private final ParityWriters writers = TestWriters.of(scheduler, manager, CACHE, SUBBLOCK, budget);

  private final Configuration conf = hdfs.stock();

  /** What whoever looks for our part of a client gets instead. */
  private volatile Error error;

  /** What became of the question where the file's blocks are. */
  private final CompletableFuture<Throwable> asked = new CompletableFuture<>();

  private DistributedFileSystem fs;

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
    ChangedFiles changes = new ChangedFiles(() -> manager, scheduler, scheduler.threads());
    WriteServices services = new WriteServices(writers, this::inBackground, changes, () -> {});
    fs = TestWriters.fileSystem(hdfs, conf, () -> orError(services));
  }

  private Optional<WriteServices> orError(WriteServices services) {
    if (error != null) {
      throw error;
    }
    return Optional.of(services);
  }

  private void inBackground(Runnable task) {
    scheduler.threads().execute(() -> asked.complete(catchThrowable(task::run)));
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
    scheduler.close();
  }

  private Class<?> write(Path path) throws IOException {
    byte[] bytes = new byte[3 * BLOCK - 1000];
    new Random(1).nextBytes(bytes);
    Class<?> stream;
    try (FSDataOutputStream out = fs.create(path, true, 4096, (short) 1, BLOCK)) {
      stream = out.getClass();
      out.write(bytes);
    }
    try (FSDataInputStream in = fs.open(path)) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
    return stream;
  }

  @Test
  void whoCannotEncode_writesByTheStockStream() throws Exception {
    for (Error each :
        List.of(
            new NoClassDefFoundError("for the test"),
            new OutOfMemoryError("for the test"),
            new StackOverflowError("for the test"),
            new InternalError("for the test"))) {
      error = each;
      assertThat(write(new Path("/" + each.getClass().getSimpleName())))
          .isEqualTo(HdfsDataOutputStream.class);
    }
    assertThat(manager.asked).isEmpty();
    error = null;
    assertThat(write(new Path("/after"))).isNotEqualTo(HdfsDataOutputStream.class);
    assertThat(writers.awaitQuiet(Duration.ofSeconds(30))).isTrue();
    assertThat(manager.published).hasSize(1);
  }

  /** Where the file's blocks are is asked after its close, by a proxy that cannot be made. */
  @Test
  void whoCannotAskForTheBlocks_holdsNoMemory() throws Exception {
    conf.set(PROXY_OF_NAME_NODE + hdfs.uri().getHost(), BrokenClass.class.getName());
    write(new Path("/closed"));
    assertThat(asked.get(30, TimeUnit.SECONDS)).as("what the background thread got").isNull();
    assertThat(writers.awaitQuiet(Duration.ofSeconds(5))).isTrue();
    assertThat(manager.published).isEmpty();
    assertThat(budget.reservedBytes()).isZero();
  }

  /** Fails when it is loaded, by an ExceptionInInitializerError and not by an exception. */
  public static final class BrokenClass {
    static {
      fail();
    }

    private BrokenClass() {}

    private static void fail() {
      throw new IllegalStateException("for the test");
    }
  }
}
