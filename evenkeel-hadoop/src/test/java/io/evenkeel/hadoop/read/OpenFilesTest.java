package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.junit.jupiter.api.Test;

class OpenFilesTest {
  @Test
  void onlyWhatSaysThatNoReplicaIsGood_isALoss_ofTheBlockThatItNames() {
    assertThat(OpenFiles.lostAt(new IOException("Stream closed"), 7)).isEmpty();
    assertThat(OpenFiles.lostAt(new ChecksumException("bad", 3), 7)).hasValue(7);
    assertThat(OpenFiles.lostAt(new BlockMissingException("/f", "none", 9), 7)).hasValue(9);
  }
}
