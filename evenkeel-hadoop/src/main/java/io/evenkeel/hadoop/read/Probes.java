package io.evenkeel.hadoop.read;

import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.port.Pending;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.policy.reading.SmallReads;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries nodes that were slow, one small read at a time and in the background: nobody waits for a
 * node to find out that it is slow still. Thread-safe.
 */
final class Probes {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

  /** What one is long at most: a packet. */
  private static final int BYTES_MAX = 64 << 10;

  /** A node that takes longer is slow, whatever is usual; and the probe is over. */
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DFSInputStream stock;
  private final BlockConnector connector;
  private final ReadServices services;

  Probes(DFSInputStream stock, BlockConnector connector, ReadServices services) {
    this.stock = stock;
    this.connector = connector;
    this.services = services;
  }

  /**
   * Reads from a node what is about to be read from others, if it is time to try it.
   *
   * @param range what is read of the block, and perhaps of those after it
   * @param isStream whether it is a stream that opens there, and not a positional read
   */
  void tryNode(NodeId id, LocatedBlock block, ByteRange range, boolean isStream) {
    if (!services.nodes().tryProbe(id)) {
      return;
    }
    for (DatanodeInfo node : block.getLocations()) {
      if (LocatedFile.nodeOf(node).equals(id)) {
        start(new Probe(id, node, block, isStream), range);
      }
    }
  }

  private void start(Probe probe, ByteRange range) {
    long from = range.start() - probe.block.getStartOffset();
    long most = Math.min(range.lengthBytes(), BYTES_MAX);
    long end = Math.min(from + most, probe.block.getBlockSize());
    try {
      String src = StockStream.src(stock).orElse("");
      services.background().execute(() -> probe.read(src, from, end));
    } catch (RejectedExecutionException | OutOfMemoryError | IOException e) {
      LOG.debug("{} is not tried now", probe.id, e);
      services.nodes().probeLater(probe.id);
    }
  }

  private final class Probe {
    private final NodeId id;
    private final DatanodeInfo node;
    private final LocatedBlock block;
    private final boolean isStream;
    private boolean isCut;

    /** Never of a connection that was given back: others may have it. */
    private Runnable cutter = () -> {};

    Probe(NodeId id, DatanodeInfo node, LocatedBlock block, boolean isStream) {
      this.id = id;
      this.node = node;
      this.block = block;
      this.isStream = isStream;
    }

    /** By what is known of reads like it; by what is known of others, if that is nothing. */
    private long lateNanos(int kind, int otherKind, int atOnce) {
      SmallReads small = services.nodes().small();
      long known = small.lateNanos(kind, atOnce);
      return Math.min(
          SILENT_NANOS, known == SmallReads.NEVER ? small.lateNanos(otherKind, atOnce) : known);
    }

    void read(String src, long from, long end) {
      NodeBook nodes = services.nodes();
      int bytes = (int) (end - from);
      int kind = isStream ? SmallReads.OPENING : bytes;
      int atOnce = nodes.company().now() + 1;
      long lateNanos = lateNanos(kind, isStream ? bytes : SmallReads.OPENING, atOnce);
      Pending timer = services.scheduler().schedule(SILENT_NANOS, this::cut);
      try {
        long took = connector.probe(src, block, node, from, end, this::connecting);
        nodes.smallRead(id, kind, atOnce, took, took > lateNanos);
      } catch (SocketException | SocketTimeoutException | EOFException e) {
        LOG.debug("{} was slow, and cannot be read from now", id, e);
        nodes.smallRead(id, kind, atOnce, SILENT_NANOS, true);
      } catch (IOException e) {
        // As when our token has run out or the replica is gone: that says nothing of the node.
        LOG.debug("{} could not be tried", id, e);
        if (wasCut()) {
          nodes.smallRead(id, kind, atOnce, SILENT_NANOS, true);
        }
      } finally {
        timer.cancel();
        nodes.ledgers().add(NodeLedgers.duplicated(id, new Ledger(1, 2L * bytes, 0)));
      }
    }

    private synchronized boolean wasCut() {
      return isCut;
    }

    private synchronized void cut() {
      isCut = true;
      cutter.run();
    }

    private synchronized void connecting(Runnable cuts) {
      cutter = cuts;
      if (isCut) {
        cuts.run();
      }
    }
  }
}
