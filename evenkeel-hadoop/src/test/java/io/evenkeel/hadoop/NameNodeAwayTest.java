package io.evenkeel.hadoop;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an open stream needs of the NameNode: no more than a stock one. */
class NameNodeAwayTest {
  /** Two stripes and a half. */
  private static Configuration tenBlocksAnOpen(HdfsInProcess hdfs, String scheme) {
    Configuration conf = hdfs.evenkeel(scheme);
    conf.setLong("dfs.client.read.prefetch.size", 10L * TestFiles.BLOCK);
    return conf;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "parallel"})
  void blocksThatAreLocated_areReadWithoutTheNameNode(String scheme) throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(4);
        EvenkeelFileSystem fs = TestFiles.open(tenBlocksAnOpen(hdfs, scheme))) {
      Path path = new Path("/located");
      byte[] bytes = TestFiles.write(fs, path, 12 * TestFiles.BLOCK);
      byte[] found = new byte[10 * TestFiles.BLOCK];
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(found, 0, TestFiles.BLOCK);
        hdfs.nameNode().stop();
        in.readFully(found, TestFiles.BLOCK, found.length - TestFiles.BLOCK);
      }
      TestFiles.assertSame(found, Arrays.copyOf(bytes, found.length));
    }
  }
}
