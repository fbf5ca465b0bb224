package io.evenkeel.hadoop;

import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an open stream needs of the NameNode: no more than a stock one. */
class NameNodeAwayTest {
  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "parallel"})
  void blocksThatAreLocated_areReadWithoutTheNameNode(String scheme) throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(4);
        EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel(scheme))) {
      Path path = new Path("/located");
      byte[] bytes = TestFiles.write(fs, path, 12 * TestFiles.BLOCK);
      // An open locates ten blocks, which is two stripes and a half.
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
