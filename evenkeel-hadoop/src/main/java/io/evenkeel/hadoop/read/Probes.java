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
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.InvalidBlockTokenException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries nodes that were slow, one small read at a time and in the background: nobody waits for a
 * node to find out that it is slow still. Thread-safe.
 */
final class Probes {
  private static final Logger LOG = LoggerFactory.getLogger(Probes.class);

  /** Of a node whose reads are not known well enough to say when one is late. */
  private static final long UNKNOWN_LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Well before the node's book takes the probe for lost. */
  private static final long LATE_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

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
   */
  void tryNode(NodeId id, LocatedBlock block, ByteRange range) {
    if (!services.nodes().tryProbe(id)) {
      return;
    }
    for (DatanodeInfo node : block.getLocations()) {
      if (LocatedFile.nodeOf(node).equals(id)) {
        start(id, node, block, range);
      }
    }
  }

  private void start(NodeId id, DatanodeInfo node, LocatedBlock block, ByteRange range) {
    long from = range.start() - block.getStartOffset();
    long end =
        Math.min(
            from + Math.min(range.lengthBytes(), SmallReads.OPENING_BYTES), block.getBlockSize());
    try {
      String src = StockStream.src(stock).orElse("");
      services.background().execute(() -> new Probe(id, node, block).read(src, from, end));
    } catch (RejectedExecutionException | OutOfMemoryError | IOException e) {
      // No thread for it now. Who was granted the probe and is not heard of is forgotten.
      LOG.debug("{} is not tried now", id, e);
    }
  }

  private final class Probe {
    private final NodeId id;
    private final DatanodeInfo node;
    private final LocatedBlock block;
    private final AtomicBoolean isLate = new AtomicBoolean();
    private volatile Runnable cutter = () -> {};

    Probe(NodeId id, DatanodeInfo node, LocatedBlock block) {
      this.id = id;
      this.node = node;
      this.block = block;
    }

    void read(String src, long from, long end) {
      NodeBook nodes = services.nodes();
      int bytes = (int) (end - from);
      long known = nodes.small().lateNanos(bytes);
      long lateNanos =
          known == SmallReads.NEVER ? UNKNOWN_LATE_NANOS : Math.min(known, LATE_NANOS_MAX);
      long start = services.scheduler().nanoTime();
      Pending timer = services.scheduler().schedule(lateNanos, this::late);
      boolean says = true;
      boolean failed = false;
      try {
        connector.probe(src, block, node, from, end, this::connecting);
      } catch (InvalidBlockTokenException e) {
        // Ours has run out: that says nothing of the node.
        says = false;
      } catch (IOException e) {
        LOG.debug("{} was slow, and cannot be read from now", id, e);
        failed = true;
      } finally {
        timer.cancel();
      }
      long took = services.scheduler().nanoTime() - start;
      nodes.ledgers().add(NodeLedgers.duplicated(id, new Ledger(1, bytes, 0)));
      if (says) {
        nodes.smallRead(id, bytes, took, failed || isLate.get() || took > lateNanos);
      }
    }

    private void late() {
      isLate.set(true);
      cutter.run();
    }

    private void connecting(Runnable cut) {
      cutter = cut;
      if (isLate.get()) {
        cut.run();
      }
    }
  }
}
