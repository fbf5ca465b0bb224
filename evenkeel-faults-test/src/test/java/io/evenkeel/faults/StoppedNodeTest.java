package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelSettings;
import io.evenkeel.hadoop.HadoopExitHook;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A DataNode that hangs with the only replica of a block, which may be the file's first: the very
 * first read after that is past it, whatever the size of its pieces. A stock client waits 60 s and
 * tries again.
 */
class StoppedNodeTest {
  private static final int BLOCKS = 4;
  private static final int READS = 20;
  private static final long STOCK_WAITS_SECONDS = 60;
  private static FaultCluster faults;

  @BeforeAll
  static void start() throws IOException {
    faults = FaultCluster.start(1);
  }

  @AfterAll
  static void close() throws IOException {
    faults.close();
  }

  static Stream<Arguments> cases() {
    return IntStream.range(0, BLOCKS)
        .boxed()
        .flatMap(
            block ->
                IntStream.of(1, 4 << 10, 64 << 10, 1 << 20)
                    .mapToObj(piece -> Arguments.of(block, piece)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Timeout(value = STOCK_WAITS_SECONDS, unit = TimeUnit.SECONDS)
  void firstRead_isPastTheStoppedNode(int block, int pieceBytes) throws Exception {
    String what = "block " + block + " stopped, pieces of " + pieceBytes;
    Path path = new Path("/stopped-" + block + "-" + pieceBytes);
    byte[] bytes = FaultCluster.randomBytes(BLOCKS * FaultCluster.BLOCK_BYTES, pieceBytes);
    try (EvenkeelFileSystem writer = faults.newEvenkeel(faults.configuration("adaptive"))) {
      faults.writePublished(writer, path, bytes);
    }
    int node = faults.nodeOf(path, (long) block * FaultCluster.BLOCK_BYTES);
    faults.cluster().stop(node);
    // A client that knows nothing of any node.
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration("adaptive"))) {
      byte[] found = FaultCluster.readInPieces(fs, path, bytes.length, pieceBytes);
      FaultCluster.assertSame(found, bytes, what);
      assertThat(FaultCluster.settledTotals(fs).decodedBytes()).as(what).isPositive();
    } finally {
      faults.cluster().resume(node);
    }
  }

  /** What a stream that ends by a close has seen is what others' lateness is judged by. */
  @Test
  void closedStockRead_saysHowFastItsNodesWere() throws Exception {
    Path path = new Path("/pace");
    byte[] bytes = FaultCluster.randomBytes(BLOCKS * FaultCluster.BLOCK_BYTES, 8);
    FaultCluster.write(faults.stock(), path, bytes);
    Configuration conf = faults.configuration("adaptive");
    // No node is so slow: the stock stream reads all of it.
    conf.set("evenkeel.read.wide.rate", "1");
    ClientRuntime runtime =
        ClientRuntime.acquire(EvenkeelSettings.from(conf), new HadoopExitHook());
    try (EvenkeelFileSystem fs = faults.newEvenkeel(conf)) {
      assertThat(runtime.view().expectedNanosPerByte(SourceKind.STORAGE)).isZero();
      for (int i = 0;
          i < READS && runtime.view().expectedNanosPerByte(SourceKind.STORAGE) == 0;
          i++) {
        FaultCluster.readInPieces(fs, path, bytes.length, FaultCluster.BLOCK_BYTES);
      }
      assertThat(runtime.view().expectedNanosPerByte(SourceKind.STORAGE)).isPositive();
    } finally {
      runtime.release();
    }
  }

  /** What the stock stream brought of the first block before the second one's node hung. */
  @Test
  @Timeout(value = STOCK_WAITS_SECONDS, unit = TimeUnit.SECONDS)
  void positionalReadOverTwoBlocks_isCountedOnce() throws Exception {
    Path path = new Path("/over-two");
    byte[] bytes = FaultCluster.randomBytes(BLOCKS * FaultCluster.BLOCK_BYTES, 7);
    try (EvenkeelFileSystem writer = faults.newEvenkeel(faults.configuration("adaptive"))) {
      faults.writePublished(writer, path, bytes);
    }
    int node = faults.nodeOf(path, FaultCluster.BLOCK_BYTES);
    int length = FaultCluster.BLOCK_BYTES + 1000;
    byte[] expected = Arrays.copyOfRange(bytes, 500, 500 + length);
    faults.cluster().stop(node);
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration("adaptive"))) {
      byte[] found = new byte[length];
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(500, found);
        FaultCluster.assertSame(found, expected, "an array");
        assertThat(readBytes(in)).isEqualTo(length);
      }
      ByteBuffer direct = ByteBuffer.allocateDirect(length + 10).limit(length);
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(500, direct);
        assertThat(readBytes(in)).isEqualTo(length);
      }
      assertThat(direct.flip().get(found).limit()).isEqualTo(length);
      FaultCluster.assertSame(found, expected, "a direct buffer");
    } finally {
      faults.cluster().resume(node);
    }
  }

  private static long readBytes(FSDataInputStream in) {
    return ((HdfsDataInputStream) in).getReadStatistics().getTotalBytesRead();
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Timeout(value = STOCK_WAITS_SECONDS, unit = TimeUnit.SECONDS)
  void positionalRead_isPastTheStoppedNode(int block, int pieceBytes) throws Exception {
    String what = "block " + block + " stopped, positional " + pieceBytes;
    Path path = new Path("/positional-" + block + "-" + pieceBytes);
    byte[] bytes = FaultCluster.randomBytes(BLOCKS * FaultCluster.BLOCK_BYTES, pieceBytes);
    try (EvenkeelFileSystem writer = faults.newEvenkeel(faults.configuration("adaptive"))) {
      faults.writePublished(writer, path, bytes);
    }
    long at = (long) block * FaultCluster.BLOCK_BYTES;
    int node = faults.nodeOf(path, at);
    faults.cluster().stop(node);
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration("adaptive"));
        FSDataInputStream in = fs.open(path)) {
      byte[] found = new byte[pieceBytes];
      in.readFully(at, found);
      byte[] expected = Arrays.copyOfRange(bytes, (int) at, (int) at + pieceBytes);
      FaultCluster.assertSame(found, expected, what);
    } finally {
      faults.cluster().resume(node);
    }
  }
}
