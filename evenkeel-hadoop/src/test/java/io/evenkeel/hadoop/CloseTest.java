package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CloseTest {
  @Test
  void close_doesNotWaitForAReaderThatTheStockClientLetsSleep() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1)) {
      Configuration conf = hdfs.evenkeel("adaptive");
      // It sleeps for 0 to 10 minutes.
      conf.set("dfs.client.retry.window.base", "600000");
      EvenkeelFileSystem fs = TestFiles.open(conf);
      Path path = new Path("/sleeping");
      TestFiles.write(fs, path, 1000);
      FSDataInputStream in = fs.open(path);
      hdfs.dataNodes().get(0).shutdown();
      Thread reader =
          Await.inside(() -> readIn(in), at -> at.getMethodName().equals("refetchLocations"));
      CompletableFuture.runAsync(
              () -> {
                try {
                  in.close();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .get(5, TimeUnit.SECONDS);
      reader.interrupt();
      fs.close();
    }
  }

  @Test
  void closedFileSystem_endsAPositionalReadByLanes_inTheStockClientsWords() throws Exception {
    Map<String, String> slow = Map.of("dfs.datanode.data.read.bandwidthPerSec", "65536");
    try (HdfsInProcess hdfs = new HdfsInProcess(5, slow)) {
      EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("pocache"));
      Path path = new Path("/slow");
      TestFiles.write(fs, path, 4 * TestFiles.BLOCK);
      FSDataInputStream in = fs.open(path);
      FutureTask<Void> reading =
          new FutureTask<>(
              () -> {
                in.readFully(0, new byte[4 * TestFiles.BLOCK]);
                return null;
              });
      Await.inside(reading, at -> at.getClassName().endsWith(".ReadSession"));
      fs.close();
      assertThatThrownBy(() -> reading.get(10, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessage("Filesystem closed");
    }
  }

  /** Its lanes are found out about by the first read, when nobody is left to run them. */
  @Test
  void closedFileSystem_isSaidByAStreamThatWasNotReadBefore() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(5)) {
      EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("pocache"));
      Path path = new Path("/unread");
      TestFiles.write(fs, path, 4 * TestFiles.BLOCK);
      FSDataInputStream in = fs.open(path);
      FSDataInputStream positional = fs.open(path);
      fs.close();
      byte[] bytes = new byte[4 * TestFiles.BLOCK];
      FutureTask<Integer> reading = new FutureTask<>(() -> in.read(bytes));
      FutureTask<Integer> readingAt = new FutureTask<>(() -> positional.read(0, bytes, 0, 1000));
      for (FutureTask<Integer> each : List.of(reading, readingAt)) {
        new Thread(each).start();
        assertThatThrownBy(() -> each.get(30, TimeUnit.SECONDS))
            .cause()
            .isInstanceOf(IOException.class)
            .hasMessage("Filesystem closed");
      }
    }
  }

  @Test
  void close_doesNotWaitForAReaderByLanes() throws Exception {
    Map<String, String> slow = Map.of("dfs.datanode.data.read.bandwidthPerSec", "1024");
    try (HdfsInProcess hdfs = new HdfsInProcess(5, slow);
        EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("pocache"))) {
      Path path = new Path("/slow");
      TestFiles.write(fs, path, 4 * TestFiles.BLOCK);
      FSDataInputStream in = fs.open(path);
      // A packet, after which a node waits for a minute.
      in.readFully(new byte[64 << 10]);
      FutureTask<Integer> reading =
          new FutureTask<>(
              () -> {
                in.readFully(new byte[4 * TestFiles.BLOCK]);
                return 0;
              });
      Await.inside(reading, at -> isAt(at, ".ReadSession", "await"));
      FutureTask<Void> closing =
          new FutureTask<>(
              () -> {
                in.close();
                return null;
              });
      new Thread(closing).start();
      closing.get(10, TimeUnit.SECONDS);
      assertThatThrownBy(() -> reading.get(10, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void closedTwiceAtOnce_itLeavesTheRuntimeToOthers() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1)) {
      Configuration conf = hdfs.evenkeel("adaptive");
      try (EvenkeelFileSystem other = TestFiles.open(conf)) {
        int running = ClientRuntime.runningCount();
        for (int i = 0; i < 50; i++) {
          EvenkeelFileSystem fs = TestFiles.open(conf);
          CyclicBarrier both = new CyclicBarrier(2);
          FutureTask<Void> closing =
              new FutureTask<>(
                  () -> {
                    both.await();
                    fs.close();
                    return null;
                  });
          new Thread(closing).start();
          both.await();
          fs.close();
          closing.get(30, TimeUnit.SECONDS);
          assertThat(ClientRuntime.runningCount()).isEqualTo(running);
        }
        assertThat(other.readTotals()).isNotNull();
      }
    }
  }

  private static boolean isAt(StackTraceElement at, String type, String method) {
    return at.getClassName().endsWith(type) && at.getMethodName().equals(method);
  }

  private static void readIn(FSDataInputStream in) {
    try {
      in.read(new byte[10]);
    } catch (IOException e) {
      // Closed meanwhile.
    }
  }
}
