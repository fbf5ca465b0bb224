package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.client.WriteServices;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.ClockScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a file system deletes, overwrites, cuts or renames is told to the manager. */
class ToldChangesTest {
  private static final int BLOCK = 256 << 10;
  private static final NodeId CACHE = new NodeId("cache:1");
  private static HdfsInProcess hdfs;

  private final ClockScheduler scheduler = new ClockScheduler();
  private final TestManager manager = new TestManager(List.of(CACHE));
  private final ChangedFiles changes =
      new ChangedFiles(() -> manager, scheduler, scheduler.threads());
  private final ParityWriters writers =
      TestWriters.of(
          scheduler, manager, CACHE, 64 << 10, new WriteBudget(64L << 20), changes::written);
  private volatile boolean on = true;
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
  void open() throws Exception {
    Configuration conf = hdfs.stock();
    WriteServices services = new WriteServices(writers, scheduler.threads(), changes, () -> {});
    fs = TestWriters.fileSystem(hdfs, conf, () -> on ? Optional.of(services) : Optional.empty());
  }

  @AfterEach
  void close() throws Exception {
    fs.close();
    scheduler.close();
  }

  /** These, in this order, and nothing else. */
  private void assertTold(PathChange... changes) {
    Answer.until("the manager is told", () -> manager.changes.size() >= changes.length);
    assertThat(manager.changes).containsExactly(changes);
  }

  @Test
  @SuppressWarnings("deprecation")
  void whatIsDeletedCutOrRenamed_isToldInTheBackground() throws Exception {
    for (String name : List.of("/d/a", "/d/b", "/d/c", "/d/e")) {
      write(name, 2 * BLOCK);
    }
    assertThat(fs.delete(new Path("/d/a"), false)).isTrue();
    assertTold(PathChange.gone("/d/a"));
    assertThat(fs.delete(new Path("/d/none"), false)).isFalse();
    fs.truncate(new Path("/d/b"), BLOCK);
    assertThat(fs.rename(new Path("/d/b"), new Path("/d/f"))).isTrue();
    fs.rename(new Path("/d/c"), new Path("/d/e"), Options.Rename.OVERWRITE);
    assertThat(fs.delete(new Path("/d"), true)).isTrue();
    assertTold(
        PathChange.gone("/d/a"),
        PathChange.gone("/d/b"),
        PathChange.moved("/d/b", "/d/f"),
        PathChange.gone("/d/e"),
        PathChange.moved("/d/c", "/d/e"),
        PathChange.gone("/d"));
  }

  @Test
  void filesWithoutParity_areToldAlong_andByThemselvesNever() throws Exception {
    for (String name : List.of("/s/a", "/s/b", "/s/a", "/s/b")) {
      write(name, 0);
    }
    write("/s/b", 2 * BLOCK);
    assertThat(manager.changes).isEmpty();
    assertThat(fs.delete(new Path("/s/none"), false)).isFalse();
    assertThat(manager.changes).isEmpty();
    assertThat(fs.delete(new Path("/s"), true)).isTrue();
    assertTold(PathChange.gone("/s/a"), PathChange.gone("/s/a"), PathChange.gone("/s"));
  }

  @Test
  void whatIsOverwrittenByAFileThatGetsNoRoom_isToldAsGone() throws Exception {
    write("/r", 2 * BLOCK);
    assertThat(manager.changes).isEmpty();
    manager.full = true;
    write("/r", 2 * BLOCK);
    assertTold(PathChange.gone("/r"));
  }

  @Test
  void whatIsOverwrittenByAFileThatCannotGetParity_isToldAlong() throws Exception {
    write("/n/a", 2 * BLOCK);
    // No multiple of the subblock, so that nobody encodes it.
    fs.create(new Path("/n/a"), true, 4096, (short) 1, BLOCK + 512).close();
    assertThat(fs.delete(new Path("/n/a"), true)).isTrue();
    assertTold(PathChange.gone("/n/a"), PathChange.gone("/n/a"));
    assertThat(manager.changedRequests).as("it goes along").hasValue(1);
  }

  /** Whose parity has come to its end, or its word may come between those of the test. */
  private void write(String name, int length) throws Exception {
    try (FSDataOutputStream out = fs.create(new Path(name), true, 4096, (short) 1, BLOCK)) {
      out.write(new byte[length]);
    }
    assertThat(writers.awaitQuiet(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void deletion_waitsForNoManager() throws Exception {
    manager.hung = true;
    for (int i = 0; i < 20; i++) {
      Path file = new Path("/hung" + i);
      fs.create(file).close();
      assertThat(fs.delete(file, false)).isTrue();
    }
    assertThat(manager.changes).isEmpty();
  }

  @Test
  void whileItIsOff_nothingIsTold() throws Exception {
    on = false;
    fs.create(new Path("/off")).close();
    assertThat(fs.delete(new Path("/off"), false)).isTrue();
    on = true;
    write("/on", 2 * BLOCK);
    assertThat(fs.delete(new Path("/on"), false)).isTrue();
    assertTold(PathChange.gone("/on"));
  }
}
