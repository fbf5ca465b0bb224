package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Servers open and close file systems for ever: nothing of one may stay behind. */
class ManyFileSystemsTest {
  private static final int MANY = 1000;
  private static final int BLOCK = 1 << 20;

  /** What may be there once for all of them: the stock client's caches have a thread each. */
  private static final int SHARED_THREADS_MAX = 8;

  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    Thread.getAllStackTraces().keySet().forEach(t -> names.add(t.getName() + "#" + t.getId()));
    return names;
  }

  private static boolean isServers(String thread) {
    return thread.contains("DataXceiver") || thread.contains("DataNode") || thread.contains("IPC");
  }

  private static long clientThreads() {
    return threads().stream().filter(t -> !isServers(t)).count();
  }

  /** As those of a server that gives each of its users a configuration: limits are for all. */
  @Test
  void sessionsThatDifferInOthersKeys_shareOneRuntime() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1);
        EvenkeelFileSystem first = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      int running = ClientRuntime.runningCount();
      List<EvenkeelFileSystem> sessions = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Configuration own = hdfs.evenkeel("adaptive");
        own.set("hive.session.id", "session-" + i);
        own.setInt("dfs.client.socket-timeout", 60_000 + i);
        sessions.add(TestFiles.open(own));
      }
      assertThat(ClientRuntime.runningCount()).isEqualTo(running);
      for (EvenkeelFileSystem session : sessions) {
        session.close();
      }
      assertThat(first.readTotals()).isNotNull();
    }
  }

  @Test
  void thousandOpenedReadAndClosed_leaveNoThreads() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(2)) {
      Configuration conf = hdfs.evenkeel("adaptive");
      Path path = new Path("/many");
      byte[] bytes;
      try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
        bytes = TestFiles.write(fs, path, 2 * BLOCK);
      }
      long before = clientThreads();
      byte[] some = new byte[64 << 10];
      for (int i = 0; i < MANY; i++) {
        try (FileSystem fs = FileSystem.newInstance(hdfs.uri(), conf);
            FSDataInputStream in = fs.open(path)) {
          // Now and then far enough for lanes.
          int length = i % 50 == 0 ? bytes.length : some.length;
          byte[] got = new byte[length];
          in.readFully(got);
          assertThat(got[length - 1]).isEqualTo(bytes[length - 1]);
        }
      }
      Await.until(() -> clientThreads() <= before + SHARED_THREADS_MAX);
    }
  }
}
