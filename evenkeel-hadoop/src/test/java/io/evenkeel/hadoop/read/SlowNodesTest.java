package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.junit.jupiter.api.Test;

class SlowNodesTest {
  @Test
  void whileNoNodeIsSlow_aPositionalReadLocatesWhatTheStockClientLocates() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"))) {
      scene.write("/many", 36 * TestFiles.BLOCK);
      try (FSDataInputStream in = scene.fs().open(new Path("/many"))) {
        DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
        int before = StockStream.file(stock).orElseThrow().locatedBlockCount();
        in.readFully(25L * TestFiles.BLOCK + 5, new byte[100]);
        assertThat(StockStream.file(stock).orElseThrow().locatedBlockCount() - before).isEqualTo(1);
      }
    }
  }
}
