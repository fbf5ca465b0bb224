package io.evenkeel.hdfstest;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelHdfs;
import java.io.IOException;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.contract.hdfs.HDFSContract;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Hadoop's contract classes run in this module as they are; these tests fail if it was not Evenkeel
 * that they ran on. They come last in their JVM, so they see what all classes before them did.
 */
final class SuitesRunOnEvenkeelTest {
  private static EvenkeelFileSystem fileSystem;

  @BeforeAll
  static void start() throws IOException {
    HDFSContract.createCluster();
    HDFSContract contract = new HDFSContract(new HdfsConfiguration());
    contract.init();
    assertThat(contract.getTestFileSystem()).isExactlyInstanceOf(EvenkeelFileSystem.class);
    fileSystem = (EvenkeelFileSystem) contract.getTestFileSystem();
  }

  @AfterAll
  static void stop() throws IOException {
    HDFSContract.destroyCluster();
  }

  @Test
  void fileContexts_areEvenkeel() throws IOException {
    assertThat(AbstractFileSystem.get(fileSystem.getUri(), new HdfsConfiguration()))
        .isExactlyInstanceOf(EvenkeelHdfs.class);
  }

  @Test
  @SuppressWarnings("deprecation") // the only statistics that are kept by class
  void nothingInThisProcess_ranOnTheStockFileSystem() {
    FileSystem.Statistics stock =
        FileSystem.getStatistics(fileSystem.getScheme(), DistributedFileSystem.class);
    assertThat(stock.getReadOps() + stock.getWriteOps()).isZero();
    assertThat(fileSystem.getScheme()).isEqualTo("hdfs");
  }
}
