package io.evenkeel.hdfstest.wide;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.contract.AbstractContractVectoredReadTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.fs.contract.hdfs.HDFSContract;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * Hadoop's contract of vectored reads with blocks that lanes can read: those of its own class for
 * HDFS are smaller than a subblock.
 */
public final class VectoredReadByLanesTest extends AbstractContractVectoredReadTest {
  private static MiniDFSCluster cluster;

  public VectoredReadByLanesTest(String bufferType) {
    super(bufferType);
  }

  @BeforeClass
  public static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.addResource(HDFSContract.CONTRACT_HDFS_XML);
    conf.set("dfs.blocksize", "64k");
    cluster = new MiniDFSCluster.Builder(conf).numDataNodes(2).build();
    cluster.waitClusterUp();
  }

  @AfterClass
  public static void stop() throws IOException {
    EvenkeelFileSystem fileSystem = (EvenkeelFileSystem) cluster.getFileSystem();
    long byLanes = fileSystem.readTotals().receivedBytes();
    cluster.shutdown();
    assertTrue("no byte came through lanes", byLanes > 0);
  }

  @Override
  protected AbstractFSContract createContract(Configuration conf) {
    return new HDFSContract(conf) {
      @Override
      public FileSystem getTestFileSystem() throws IOException {
        return cluster.getFileSystem();
      }
    };
  }
}
