package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever of the cache fails in the middle of a write, HDFS has the bytes and nothing lies. */
class WriteFaultsTest {
  private static final int FILE_BYTES = 8 * FaultCluster.BLOCK_BYTES + 4321;

  /** More than a stripe, so that some parity is on its way or stored when the fault comes. */
  private static final int WRITTEN_BEFORE_BYTES = 5 * FaultCluster.BLOCK_BYTES + 123;

  private static final double STRAGGLER = 32;
  private static FaultCluster faults;

  @BeforeAll
  static void start() throws IOException {
    faults = FaultCluster.start(1);
  }

  @AfterAll
  static void close() throws IOException {
    faults.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DATANODE_HUNG")
  void write_withAFaultInItsMiddle_succeedsAndPublishesNothingWrong(Fault fault) throws Exception {
    String what = "a write with " + fault + " after " + WRITTEN_BEFORE_BYTES + " bytes";
    Path path = new Path("/" + fault);
    byte[] bytes = FaultCluster.randomBytes(FILE_BYTES, fault.name().hashCode());
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration("pocache"))) {
      try {
        try (FSDataOutputStream out = fs.create(path)) {
          out.write(bytes, 0, WRITTEN_BEFORE_BYTES);
          fault.apply(faults.cluster(), 0);
          out.write(bytes, WRITTEN_BEFORE_BYTES, FILE_BYTES - WRITTEN_BEFORE_BYTES);
        }
        FaultCluster.assertSame(
            FaultCluster.read(faults.stock(), path), bytes, what + ", read by the stock client");
        FaultCluster.awaitPublished(fs);
      } finally {
        fault.recover(faults.cluster(), 0);
      }
      readBehindAStraggler(fs, path, bytes, what + ", read after it");

      Path after = new Path("/after-" + fault);
      faults.writePublished(fs, after, bytes);
      readBehindAHungNode(fs, after, bytes, "a file written after " + fault + " was over");
    }
  }

  /** A read that wants parity wherever there is some, right or wrong, but can do without. */
  private static void readBehindAStraggler(
      EvenkeelFileSystem fs, Path path, byte[] bytes, String what) throws Exception {
    int node = faults.nodeOf(path, 0);
    faults.cluster().slow(node, STRAGGLER);
    try {
      FaultCluster.assertSame(FaultCluster.read(fs, path), bytes, what);
    } finally {
      faults.cluster().slow(node, 1);
    }
  }

  /** A read that cannot end in time without parity. */
  private static void readBehindAHungNode(
      EvenkeelFileSystem fs, Path path, byte[] bytes, String what) throws Exception {
    long before = FaultCluster.settledTotals(fs).decodedBytes();
    int node = faults.nodeOf(path, 0);
    faults.cluster().stop(node);
    try {
      FaultCluster.assertSame(FaultCluster.read(fs, path), bytes, what);
    } finally {
      faults.cluster().resume(node);
    }
    long decoded = FaultCluster.settledTotals(fs).decodedBytes() - before;
    assertThat(decoded).as("%s: bytes decoded", what).isPositive();
  }
}
