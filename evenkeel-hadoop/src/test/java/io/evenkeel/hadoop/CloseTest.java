package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

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

  private static void readIn(FSDataInputStream in) {
    try {
      in.read(new byte[10]);
    } catch (IOException e) {
      // Closed meanwhile.
    }
  }
}
