package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options.CreateOpts;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What {@code FileContext} says must reach the file system that opens its files. */
final class EvenkeelHdfsTest {
  private static final int LENGTH = 5000;

  private static HdfsInProcess hdfs;
  private static Configuration conf;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
    conf = hdfs.evenkeel("adaptive");
    conf.set("dfs.client.retry.window.base", "1");
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static byte[] writeCorrupt(FileContext files, Path path) throws IOException {
    byte[] bytes = TestFiles.bytes(LENGTH, 1);
    try (FSDataOutputStream out =
        files.create(path, EnumSet.of(CreateFlag.CREATE), CreateOpts.createParent())) {
      out.write(bytes);
    }
    try (FSDataInputStream in = files.open(path)) {
      LocatedBlock block = ((HdfsDataInputStream) in).getAllBlocks().get(0);
      java.nio.file.Path replica =
          hdfs.replicaFile(hdfs.dataNodes().get(0), block.getBlock()).orElseThrow();
      try (RandomAccessFile file = new RandomAccessFile(replica.toFile(), "rw")) {
        file.write(bytes[0] ^ 1);
      }
    }
    bytes[0] ^= 1;
    return bytes;
  }

  private static byte[] read(FileContext files, Path path) throws IOException {
    byte[] read = new byte[LENGTH];
    try (FSDataInputStream in = files.open(path)) {
      in.readFully(0, read);
    }
    return read;
  }

  @Test
  void checksums_areNotVerified_ifTheContextSaysSo() throws IOException {
    FileContext files = FileContext.getFileContext(conf);
    Path path = new Path("/corrupt");
    byte[] corrupt = writeCorrupt(files, path);
    files.setVerifyChecksum(false, path);
    assertThat(read(files, path)).isEqualTo(corrupt);
    files.setVerifyChecksum(true, path);
    assertThatThrownBy(() -> read(files, path)).isInstanceOf(IOException.class);
  }

  @Test
  void opens_shareOneFileSystem_withoutTheCacheToo() throws Exception {
    assertThat(conf.getBoolean("fs.hdfs.impl.disable.cache", false)).isTrue();
    EvenkeelHdfs opened = new EvenkeelHdfs(hdfs.uri(), conf);
    assertThat(opened.fileSystem())
        .isExactlyInstanceOf(EvenkeelFileSystem.class)
        .isSameAs(opened.fileSystem());
  }
}
