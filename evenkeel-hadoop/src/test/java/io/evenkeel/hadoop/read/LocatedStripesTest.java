package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelSettings;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How often the NameNode is asked for blocks, and for which. Stripes are of four blocks. */
class LocatedStripesTest {
  private static final int BLOCK = TestFiles.BLOCK;
  private static final Path PATH = new Path("/many");
  private static final Path AWAY = new Path("/away");
  private static HdfsInProcess hdfs;
  private static byte[] bytes;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      bytes = TestFiles.write(fs, PATH, 36 * BLOCK);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    hdfs.close();
  }

  /** Of a client that has a manager to ask, though nobody answers there. */
  private static Configuration withManager() {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.manager.uri", "http://127.0.0.1:1");
    conf.set("evenkeel.redis.nodes", "127.0.0.1:1");
    conf.set("evenkeel.read.sequential.bytes", "256k");
    return conf;
  }

  private static int located(DFSInputStream stock) throws IOException {
    return new HdfsStream(stock, null).file().orElseThrow().locatedBlockCount();
  }

  @Test
  void open_locatesWholeStripes_unlessItIsSaidHowMuch() throws Exception {
    Configuration said = withManager();
    said.setLong("dfs.client.read.prefetch.size", 3L * BLOCK);
    try (EvenkeelFileSystem unsaid = TestFiles.open(withManager());
        EvenkeelFileSystem three = TestFiles.open(said);
        FSDataInputStream by = unsaid.open(PATH);
        FSDataInputStream byThree = three.open(PATH)) {
      // The stock client asks for ten.
      assertThat(located((DFSInputStream) by.getWrappedStream())).isEqualTo(12);
      assertThat(located((DFSInputStream) byThree.getWrappedStream())).isEqualTo(3);
    }
  }

  @Test
  void splitInTheMiddleOfAStripe_needsNoMoreCallsThanForTheStockStream() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(withManager());
        FSDataInputStream in = fs.open(PATH)) {
      byte[] split = new byte[BLOCK];
      in.seek(13L * BLOCK);
      for (int at = 0; at < split.length; at += 64 << 10) {
        in.readFully(split, at, 64 << 10);
      }
      TestFiles.assertSame(split, Arrays.copyOfRange(bytes, 13 * BLOCK, 14 * BLOCK));
      // Blocks 12 to 23, by one call; by one for block 13 and one for block 12 it would be 25.
      assertThat(located((DFSInputStream) in.getWrappedStream())).isEqualTo(24);
    }
  }

  @Test
  void withoutAManager_nothingIsLocatedThatTheStockStreamDoesNotNeed() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"));
        FSDataInputStream in = fs.open(PATH)) {
      in.seek(35L * BLOCK);
      in.readFully(new byte[BLOCK]);
      assertThat(located((DFSInputStream) in.getWrappedStream())).isEqualTo(13);
    }
  }

  @Test
  void stripeThatCannotBeLocated_isAskedForAgainAfterTenSeconds() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(withManager());
        DFSInputStream stock = fs.getClient().open(PATH.toString())) {
      AtomicLong nanos = new AtomicLong();
      LocatedStripes stripes = stripes(fs, stock, nanos);
      assertThat(fs.rename(PATH, AWAY)).isTrue();
      try {
        assertThat(stripes.at(20L * BLOCK)).isEmpty();
        assertThat(stripes.at(11L * BLOCK)).as("what the open has located").isPresent();
      } finally {
        assertThat(fs.rename(AWAY, PATH)).isTrue();
      }
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
      assertThat(stripes.at(20L * BLOCK)).isEmpty();
      nanos.incrementAndGet();
      assertThat(stripes.at(20L * BLOCK).orElseThrow().number()).isEqualTo(5);
      assertThat(stripes.at(36L * BLOCK)).as("beyond the file").isEmpty();
    }
  }

  private static LocatedStripes stripes(
      EvenkeelFileSystem fs, DFSInputStream stock, AtomicLong nanos) throws IOException {
    ClientSettings settings = EvenkeelSettings.from(withManager());
    HdfsStream stream = new HdfsStream(stock, null);
    return new LocatedStripes(
        stream,
        stream.file().orElseThrow(),
        new ReadLayout(settings.code(), settings.subblockBytes(), Schemes.named(settings.scheme())),
        new LocatedFile(fs.getClient(), PATH.toString(), Runnable::run),
        nanos::get);
  }
}
