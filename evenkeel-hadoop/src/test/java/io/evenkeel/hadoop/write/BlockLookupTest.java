package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.fill.FileVersion;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A file is the one that was written by its block pool, too: NameNodes number files, blocks and
 * stamps from the same on, and one that was formatted anew is at the old one's address.
 */
class BlockLookupTest {
  private static final Path PATH = new Path("/file");
  private static final int LENGTH = 1000;

  private static HdfsInProcess before;
  private static HdfsInProcess after;

  @BeforeAll
  static void start() throws Exception {
    before = new HdfsInProcess(1);
    after = new HdfsInProcess(1);
  }

  @AfterAll
  static void stop() {
    before.close();
    after.close();
  }

  private static BlockLookup.ClosedFile write(HdfsInProcess hdfs) throws IOException {
    try (DistributedFileSystem fs =
        (DistributedFileSystem) FileSystem.newInstance(hdfs.uri(), hdfs.stock())) {
      try (FSDataOutputStream out = fs.create(PATH, true)) {
        out.write(new byte[LENGTH]);
      }
      DFSClient client = fs.getClient();
      HdfsLocatedFileStatus status = client.getLocatedFileInfo(PATH.toString(), false);
      ExtendedBlock last = status.getLocatedBlocks().getLastLocatedBlock().getBlock();
      return new BlockLookup.ClosedFile(status.getFileId(), PATH.toString(), last);
    }
  }

  private static Answer<FileVersion> ask(HdfsInProcess hdfs, BlockLookup.ClosedFile file)
      throws IOException {
    BlockLookup lookup =
        new BlockLookup(hdfs.uri(), hdfs.stock(), UserGroupInformation.getCurrentUser());
    try {
      Answer<FileVersion> answer = new Answer<>();
      lookup.ask(file, Runnable::run, answer);
      return answer;
    } finally {
      lookup.close();
    }
  }

  @Test
  void sameNumbersOfAnotherBlockPool_areAnotherFile() throws Exception {
    BlockLookup.ClosedFile written = write(before);
    BlockLookup.ClosedFile found = write(after);
    assertThat(found.id()).as("the precondition").isEqualTo(written.id());
    assertThat(found.lastBlock().getLocalBlock()).isEqualTo(written.lastBlock().getLocalBlock());
    assertThat(found.lastBlock().getGenerationStamp())
        .isEqualTo(written.lastBlock().getGenerationStamp());
    assertThat(found.lastBlock().getNumBytes()).isEqualTo(written.lastBlock().getNumBytes());
    assertThat(found.lastBlock().getBlockPoolId())
        .isNotEqualTo(written.lastBlock().getBlockPoolId());

    assertThat(ask(before, written).value().lengthBytes()).isEqualTo(LENGTH);
    assertThat(ask(after, found).value().lengthBytes()).isEqualTo(LENGTH);
    assertThat(ask(after, written).cause()).hasMessageContaining("was changed after its close");
  }
}
