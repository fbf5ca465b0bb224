package io.evenkeel.hadoop.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.watch.PeerWatch;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Who counts as a reader of stock streams. */
class ReadingThreadTest {
  @Test
  void aThread_isOnTheListWhileTheStockStreamReads_andOffItWhenLanesDo() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(5)) {
      Configuration conf = hdfs.evenkeel("pocache");
      conf.set("evenkeel.read.sequential.bytes", "256k");
      try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
        TestFiles.write(fs, new Path("/file"), 4 * TestFiles.BLOCK);
        byte[] piece = new byte[64 << 10];
        try (FSDataInputStream in = fs.open(new Path("/file"))) {
          in.readFully(piece);
          assertThat(PeerWatch.ofThread().isListed()).as("by the stock stream").isTrue();
          for (int i = 0; i < 8; i++) {
            in.readFully(piece);
          }
          assertThat(PeerWatch.ofThread().isListed()).as("by lanes").isFalse();
        }
        assertThat(TestFiles.settled(fs).reads()).isEqualTo(1);
      }
    }
  }
}
