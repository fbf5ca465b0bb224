package io.evenkeel.hadoop.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ChangedFiles;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.testing.manager.UnaskedManager;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stock clients do to files is told to the manager by who follows the NameNode's edits. */
@Timeout(120)
class EditFollowerTest {
  private static final long PATIENCE_SECONDS = 60;
  private static HdfsInProcess hdfs;

  private final List<PathChange> changes = new CopyOnWriteArrayList<>();
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final ClockScheduler scheduler = new ClockScheduler();
  private final ManagerApi manager =
      new UnaskedManager() {
        @Override
        public Pending changed(List<PathChange> told, Completion<ManagerApi.Answer> then) {
          changes.addAll(told);
          then.done(ManagerApi.Answer.YES);
          return Pending.DONE;
        }
      };

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @AfterEach
  void close() {
    scheduler.close();
  }

  private EditFollower follower(DistributedFileSystem fs) {
    return new EditFollower(
        fs.getClient(), new ChangedFiles(() -> manager, scheduler, scheduler.threads()), log::add);
  }

  private static DistributedFileSystem stock() throws Exception {
    return (DistributedFileSystem) FileSystem.newInstance(hdfs.stock());
  }

  @Test
  void whatAStockClientDeletesCutsOrRenames_isTold() throws Exception {
    try (DistributedFileSystem fs = stock();
        EditFollower follower = follower(fs)) {
      for (String name : List.of("/before", "/d/a", "/d/b", "/e/c")) {
        try (FSDataOutputStream out = fs.create(new Path(name))) {
          out.write(new byte[2000]);
        }
      }
      fs.delete(new Path("/before"), false);
      follower.start();
      assertThat(follower.awaitFollowing(PATIENCE_SECONDS)).isTrue();
      fs.delete(new Path("/d/a"), false);
      fs.truncate(new Path("/d/b"), 1000);
      fs.rename(new Path("/e/c"), new Path("/e/f"));
      fs.delete(new Path("/e"), true);
      Answer.until("all is told", () -> changes.size() >= 4);
      assertThat(changes)
          .containsExactly(
              PathChange.gone("/d/a").asPossibleDuplicate(),
              PathChange.gone("/d/b").asPossibleDuplicate(),
              PathChange.moved("/e/c", "/e/f").asPossibleDuplicate(),
              PathChange.gone("/e").asPossibleDuplicate());
      assertThat(log).isEmpty();
    }
  }

  /**
   * As when the jar of a running process is replaced: nobody would see that the thread has ended.
   */
  @Test
  void whatCannotBeLoaded_isToldAndTriedAgain() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    DFSClient broken =
        new DFSClient(FileSystem.getDefaultUri(hdfs.stock()), hdfs.stock()) {
          @Override
          public DFSInotifyEventInputStream getInotifyEventStream() throws IOException {
            if (asked.getAndIncrement() == 0) {
              throw new NoClassDefFoundError("gone with its jar");
            }
            return super.getInotifyEventStream();
          }
        };
    ChangedFiles told = new ChangedFiles(() -> manager, scheduler, scheduler.threads());
    try (broken;
        EditFollower follower = new EditFollower(broken, told, log::add)) {
      follower.start();
      assertThat(follower.awaitFollowing(PATIENCE_SECONDS)).isTrue();
      assertThat(asked).hasValue(2);
      assertThat(log).singleElement().asString().contains("tried again").contains("with its jar");
    }
  }

  @Test
  void whoIsNoSuperuser_isToldSoOnce_andGivesUp() throws Exception {
    UserGroupInformation other = UserGroupInformation.createRemoteUser("nobody-special");
    DistributedFileSystem fs =
        other.doAs((PrivilegedExceptionAction<DistributedFileSystem>) EditFollowerTest::stock);
    try (fs;
        EditFollower follower = follower(fs)) {
      follower.start();
      Answer.until("it says so", () -> !log.isEmpty());
      assertThat(log).hasSize(1).first().asString().contains("--follow-edits needs a superuser");
    }
  }
}
