package io.evenkeel.hdfstest.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.hdfs.HDFSContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fails if the contract classes that run by lanes alone did not. */
final class ContractReadsUseLanesTest {
  private EvenkeelFileSystem fileSystem;

  @BeforeEach
  void start() throws IOException {
    HDFSContract.createCluster();
    fileSystem = (EvenkeelFileSystem) HDFSContract.getCluster().getFileSystem();
  }

  @AfterEach
  void stop() throws IOException {
    HDFSContract.destroyCluster();
  }

  @Test
  void smallestReads_useLanes() throws IOException {
    byte[] written = new byte[HDFSContract.BLOCK_SIZE];
    Arrays.fill(written, (byte) 7);
    Path path = new Path("/guard");
    try (FSDataOutputStream out = fileSystem.create(path)) {
      out.write(written);
    }
    long before = fileSystem.readTotals().reads();
    byte[] read = new byte[written.length];
    try (FSDataInputStream in = fileSystem.open(path)) {
      assertThat(in.read()).isEqualTo(7);
      assertThat(fileSystem.readTotals().receivedBytes()).isPositive();
      in.readFully(0, read);
    }
    assertThat(read).isEqualTo(written);
    assertThat(fileSystem.readTotals().reads()).isGreaterThan(before);
  }
}
