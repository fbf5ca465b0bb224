package io.evenkeel.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.ReadTotals;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever fails in the middle of a read, the caller gets the file's bytes. */
class ReadFaultsTest {
  private static final int FILE_BYTES = 12 * FaultCluster.BLOCK_BYTES;
  private static final int READ_BEFORE_BYTES = 2 * FaultCluster.BLOCK_BYTES;

  /** So slow that parity is had long before; not so slow that doing without it takes long. */
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

  static Stream<Arguments> cases() {
    return Stream.of("pocache", "adaptive")
        .flatMap(scheme -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(scheme, fault)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void read_withAFaultInItsMiddle_isTheFilesBytes(String scheme, Fault fault) throws Exception {
    String what = scheme + " with " + fault + " after " + READ_BEFORE_BYTES + " bytes";
    Path path = new Path("/" + scheme + "-" + fault);
    byte[] bytes = FaultCluster.randomBytes(FILE_BYTES, fault.name().hashCode());
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration(scheme))) {
      faults.writePublished(fs, path, bytes);
      boolean hangs = fault == Fault.DATANODE_HUNG;
      // The straggler is in the first stripe, so that parity counts before the fault; the node that
      // hangs has a block in the last stripe, so that parity counts after it.
      int node = faults.nodeOf(path, (hangs ? 9 : 1) * (long) FaultCluster.BLOCK_BYTES);
      byte[] found = new byte[FILE_BYTES];
      if (!hangs) {
        faults.cluster().slow(node, STRAGGLER);
      }
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(found, 0, READ_BEFORE_BYTES);
        fault.apply(faults.cluster(), node);
        in.readFully(found, READ_BEFORE_BYTES, FILE_BYTES - READ_BEFORE_BYTES);
        assertThat(in.read()).as("%s: after the last byte", what).isEqualTo(-1);
      } finally {
        fault.recover(faults.cluster(), node);
        faults.cluster().slow(node, 1);
      }
      FaultCluster.assertSame(found, bytes, what);
      ReadTotals totals = FaultCluster.settledTotals(fs);
      assertThat(totals.decodedBytes()).as("%s: bytes decoded, of %s", what, totals).isPositive();
      assertThat(totals.receivedBytes()).as("%s: bytes received", what).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void open_whileAFaultLasts_readsTheFilesBytes(String scheme, Fault fault) throws Exception {
    String what = scheme + " opened with " + fault;
    Path path = new Path("/opened-" + scheme + "-" + fault);
    byte[] bytes =
        FaultCluster.randomBytes(5 * FaultCluster.BLOCK_BYTES + 77, fault.name().hashCode());
    try (EvenkeelFileSystem fs = faults.newEvenkeel(faults.configuration(scheme))) {
      faults.writePublished(fs, path, bytes);
      int node = faults.nodeOf(path, FaultCluster.BLOCK_BYTES);
      try {
        fault.apply(faults.cluster(), node);
        FaultCluster.assertSame(FaultCluster.read(fs, path), bytes, what);
      } finally {
        fault.recover(faults.cluster(), node);
      }
      FaultCluster.assertSame(FaultCluster.read(fs, path), bytes, what + " and over again");
    }
  }
}
