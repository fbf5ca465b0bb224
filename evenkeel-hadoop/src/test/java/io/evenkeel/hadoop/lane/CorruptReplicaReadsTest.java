package io.evenkeel.hadoop.lane;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.LoggedLines;
import io.evenkeel.hadoop.ParityServers;
import io.evenkeel.hadoop.TestFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replicas whose bytes changed on disk: never handed out, always reported. */
class CorruptReplicaReadsTest {
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    // The NameNode must not mend what is reported before the test has looked.
    hdfs = new HdfsInProcess(6, Map.of("dfs.namenode.redundancy.interval.seconds", "3600"));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static void corrupt(LocatedBlock block, DatanodeInfo node, long at) throws IOException {
    java.nio.file.Path file = hdfs.replicaFile(hdfs.dataNode(node), block.getBlock()).orElseThrow();
    try (RandomAccessFile replica = new RandomAccessFile(file.toFile(), "rw")) {
      replica.seek(at);
      int old = replica.read();
      replica.seek(at);
      replica.write(old ^ 1);
    }
  }

  /** The nodes whose replica of a block the NameNode knows to be corrupt. */
  private static Set<String> reported(LocatedBlock block) {
    BlockManager blocks = hdfs.nameNode().getNamesystem().getBlockManager();
    Set<String> nodes = new TreeSet<>();
    var corrupt = blocks.getCorruptReplicas(block.getBlock().getLocalBlock());
    if (corrupt != null) {
      corrupt.forEach(node -> nodes.add(node.getXferAddr()));
    }
    return nodes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache", "parallel"})
  void anotherReplica_isRead_andTheBadOneReported(String scheme) throws Exception {
    Configuration conf = hdfs.evenkeel(scheme);
    conf.set("dfs.replication", "2");
    try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
      Path path = new Path("/two-" + scheme);
      byte[] bytes = TestFiles.write(fs, path, 5 * BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        int found = 0;
        for (LocatedBlock block : ((HdfsDataInputStream) in).getAllBlocks()) {
          corrupt(block, block.getLocations()[0], BLOCK / 2 + 3);
        }
        TestFiles.assertRest(in, bytes);
        for (LocatedBlock block : ((HdfsDataInputStream) in).getAllBlocks()) {
          assertThat(reported(block)).isSubsetOf(block.getLocations()[0].getXferAddr());
          found += reported(block).size();
        }
        assertThat(found).as("reported replicas").isPositive();
        byte[] again = new byte[bytes.length];
        in.readFully(0, again);
        TestFiles.assertSame(again, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, 2L * bytes.length);
    }
  }

  /** Maybe it is the client's own memory or network. */
  @Test
  void ofABlockWithoutAGoodReplica_noneOfSeveralIsReported_asByTheStockClient() throws Exception {
    Configuration conf = hdfs.evenkeel("parallel");
    conf.set("dfs.replication", "2");
    conf.set("dfs.client.retry.window.base", "1");
    try (EvenkeelFileSystem fs = TestFiles.open(conf);
        FileSystem stock = FileSystem.newInstance(hdfs.uri(), hasty(hdfs.stock()))) {
      Path path = new Path("/none-of-two");
      TestFiles.write(fs, path, 4 * BLOCK);
      LocatedBlock block = TestFiles.blocks(fs, path).get(1);
      for (DatanodeInfo node : block.getLocations()) {
        corrupt(block, node, 10);
      }
      for (FileSystem each : List.of(stock, fs)) {
        try (FSDataInputStream in = each.open(path)) {
          assertThatThrownBy(() -> in.readFully(new byte[4 * BLOCK]))
              .isInstanceOf(IOException.class);
        }
        assertThat(reported(block)).as(each.getClass().getSimpleName()).isEmpty();
      }
    }
  }

  private static Configuration hasty(Configuration conf) {
    conf.set("dfs.client.retry.window.base", "1");
    return conf;
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "pocache"})
  void onlyReplica_isRebuiltFromParity_andReported(String scheme) throws Exception {
    Configuration conf = hdfs.evenkeel(scheme);
    // Who is late, or behind parity, is read around before its bytes are found to be wrong.
    conf.set("evenkeel.read.late.floor", "60s");
    conf.set("evenkeel.read.skip.depth", "1000");
    try (ParityServers parity = new ParityServers();
        EvenkeelFileSystem fs = TestFiles.open(parity.addTo(conf))) {
      Path path = new Path("/one-" + scheme);
      byte[] bytes = parity.write(fs, path, 4 * BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        LocatedBlock block = ((HdfsDataInputStream) in).getAllBlocks().get(2);
        corrupt(block, block.getLocations()[0], BLOCK / 2 + 3);
        TestFiles.assertRest(in, bytes);
        // Parity that is asked for at once may come before the bad bytes do.
        for (int reads = 1; reported(block).isEmpty() && scheme.equals("pocache"); reads++) {
          assertThat(reads).as("reads that never met the bad replica").isLessThan(50);
          in.seek(0);
          TestFiles.assertRest(in, bytes);
        }
        assertThat(reported(block)).containsExactly(block.getLocations()[0].getXferAddr());
      }
      assertThat(TestFiles.blocks(fs, path).get(2).isCorrupt()).isTrue();
      try (FSDataInputStream in = fs.open(path)) {
        TestFiles.assertRest(in, bytes);
      }
      TestFiles.assertNothingLeftOver(fs, 2L * bytes.length);
      assertThat(TestFiles.settled(fs).decodedBytes()).isGreaterThanOrEqualTo(3L * BLOCK / 2);
    }
  }

  /** Such reads are plain, until the stock read has found no good replica. */
  @Test
  void smallReads_ofABlockWithoutAGoodReplica_areRebuiltFromParity() throws Exception {
    try (ParityServers parity = new ParityServers()) {
      Configuration conf = parity.addTo(hdfs.evenkeel("adaptive"));
      conf.set("dfs.client.retry.window.base", "1");
      try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
        Path path = new Path("/small");
        byte[] bytes = parity.write(fs, path, 4 * BLOCK);
        LocatedBlock block = TestFiles.blocks(fs, path).get(2);
        corrupt(block, block.getLocations()[0], BLOCK / 2 + 3);
        int from = 2 * BLOCK + BLOCK / 2 - 700;
        byte[] small = new byte[1000];
        try (FSDataInputStream in = fs.open(path)) {
          in.readFully(from, small);
          TestFiles.assertSame(small, Arrays.copyOfRange(bytes, from, from + small.length));
          // Over the edge of the lost block and the one before it.
          in.readFully(2 * BLOCK - 500, small);
          TestFiles.assertSame(small, Arrays.copyOfRange(bytes, 2 * BLOCK - 500, 2 * BLOCK + 500));
          assertThat(TestFiles.settled(fs).decodedBytes()).isPositive();
        }
        try (FSDataInputStream in = fs.open(path)) {
          in.seek(from);
          for (int at = from; at < from + 10 * small.length; at += small.length) {
            in.readFully(small);
            TestFiles.assertSame(small, Arrays.copyOfRange(bytes, at, at + small.length));
          }
          assertThat(in.getPos()).isEqualTo(from + 10L * small.length);
        }
      }
    }
  }

  /** What the buffer has left is for both blocks after the first one has failed, too. */
  @Test
  void directBuffer_overABlockWithoutAGoodReplica_andTheNext() throws Exception {
    try (ParityServers parity = new ParityServers()) {
      Configuration conf = parity.addTo(hdfs.evenkeel("adaptive"));
      conf.set("dfs.client.retry.window.base", "1");
      // The stock stream is asked first.
      conf.set("evenkeel.read.pread.min.bytes", "1m");
      try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
        Path path = new Path("/direct");
        byte[] bytes = parity.write(fs, path, 4 * BLOCK);
        LocatedBlock block = TestFiles.blocks(fs, path).get(2);
        corrupt(block, block.getLocations()[0], BLOCK / 2 + 3);
        int from = 2 * BLOCK + BLOCK / 2 - 700;
        byte[] found = new byte[3 * BLOCK + 500 - from];
        ByteBuffer direct = ByteBuffer.allocateDirect(found.length);
        try (FSDataInputStream in = fs.open(path)) {
          // From then on it is known where blocks end.
          in.readFully(0, new byte[BLOCK]);
          in.readFully(from, direct);
        }
        direct.flip().get(found);
        TestFiles.assertSame(found, Arrays.copyOfRange(bytes, from, from + found.length));
        assertThat(TestFiles.settled(fs).decodedBytes()).isPositive();
      }
    }
  }

  @Test
  void onlyReplicaWithoutParity_failsAsInTheStockClient() throws Exception {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("dfs.client.retry.window.base", "1");
    try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
      Path path = new Path("/lost");
      byte[] bytes = TestFiles.write(fs, path, 2 * BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        LocatedBlock block = ((HdfsDataInputStream) in).getAllBlocks().get(1);
        corrupt(block, block.getLocations()[0], 10);
        byte[] whole = new byte[bytes.length];
        assertThatThrownBy(() -> in.readFully(0, whole)).isInstanceOf(IOException.class);
        assertThat(reported(block)).containsExactly(block.getLocations()[0].getXferAddr());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBlockThatCannotBeHad_isAskedForAsOftenAsByTheStockClient(boolean positional)
      throws Exception {
    Refetches byStock = refetches(hdfs.stock(), "/stock-" + positional, positional);
    Configuration ours = hdfs.evenkeel("adaptive");
    // The stock stream is asked first.
    ours.set("evenkeel.read.sequential.bytes", "2m");
    ours.set("evenkeel.read.pread.min.bytes", "2m");
    Refetches byOurs = refetches(ours, "/ours-" + positional, positional);
    // Once in a long while a stock stream fails at once and says nothing to compare.
    for (int again = 1; byStock.count() == 0 && again <= 3; again++) {
      byStock = refetches(hdfs.stock(), "/stock-" + positional + again, positional);
    }
    for (int again = 1; byOurs.count() == 0 && again <= 3; again++) {
      byOurs = refetches(ours, "/ours-" + positional + again, positional);
    }
    assertThat(byStock.count()).as(byStock.toString()).isPositive();
    assertThat(byOurs.count()).as("%s instead of %s", byOurs, byStock).isEqualTo(byStock.count());
  }

  /** What a client has warned of, and what it threw in the end. */
  private record Refetches(List<String> lines, Throwable thrown) {
    int count() {
      return (int) lines.stream().filter(l -> l.contains("chooseDataNode: got #")).count();
    }
  }

  /** How often the stock stream asks for a lost block's locations anew before it gives up. */
  private static Refetches refetches(Configuration conf, String name, boolean positional)
      throws Exception {
    conf.set("dfs.client.retry.window.base", "1");
    Path path = new Path(name);
    try (FileSystem fs = FileSystem.newInstance(hdfs.uri(), conf);
        LoggedLines lines = new LoggedLines(DFSClient.class)) {
      TestFiles.write(fs, path, BLOCK);
      try (FSDataInputStream in = fs.open(path)) {
        LocatedBlock block = ((HdfsDataInputStream) in).getAllBlocks().get(0);
        corrupt(block, block.getLocations()[0], 10);
        byte[] found = new byte[1000];
        Throwable thrown =
            catchThrowable(
                () -> {
                  if (positional) {
                    in.readFully(0, found);
                  } else {
                    in.readFully(found);
                  }
                });
        assertThat(thrown).isInstanceOf(IOException.class);
        return new Refetches(lines.all(), thrown);
      }
    }
  }

  @Test
  void readersSideBySide_ofABlockWithoutAGoodReplica_allGetItFromParity() throws Exception {
    int readers = 8;
    try (ParityServers parity = new ParityServers()) {
      Configuration conf = parity.addTo(hdfs.evenkeel("adaptive"));
      // All are on their way before the first has failed.
      conf.set("dfs.client.retry.window.base", "200");
      try (EvenkeelFileSystem fs = TestFiles.open(conf)) {
        Path path = new Path("/side-by-side");
        byte[] bytes = parity.write(fs, path, 4 * BLOCK);
        LocatedBlock block = TestFiles.blocks(fs, path).get(2);
        corrupt(block, block.getLocations()[0], BLOCK / 2 + 3);
        int from = 2 * BLOCK + BLOCK / 2 - 700;
        ExecutorService threads = Executors.newFixedThreadPool(readers);
        CountDownLatch together = new CountDownLatch(readers);
        try (FSDataInputStream in = fs.open(path)) {
          List<Future<byte[]>> all = new ArrayList<>();
          for (int i = 0; i < readers; i++) {
            all.add(
                threads.submit(
                    () -> {
                      byte[] small = new byte[1000];
                      together.countDown();
                      together.await();
                      in.readFully(from, small);
                      return small;
                    }));
          }
          for (Future<byte[]> each : all) {
            TestFiles.assertSame(
                each.get(60, TimeUnit.SECONDS), Arrays.copyOfRange(bytes, from, from + 1000));
          }
        } finally {
          threads.shutdownNow();
        }
      }
    }
  }
}
