package io.evenkeel.hadoop.read;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.hadoop.lane.Replicas;
import io.evenkeel.policy.reading.SmallReads;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Keeps the reads of one stream off nodes that are known to be slow, and lets them back to where
 * the NameNode sent them when they are not. Thread-safe.
 */
final class SlowNodes {
  private final DFSInputStream stock;
  private final KnownFile known;
  private final ReadServices services;
  private final LedgerBook ledgers;

  SlowNodes(DFSInputStream stock, KnownFile known, ReadServices services, LedgerBook ledgers) {
    this.ledgers = ledgers;
    this.stock = stock;
    this.known = known;
    this.services = services;
  }

  /** Whether a stream is at a place that is on slow nodes only, and there is a way around them. */
  boolean needsLanes(long at) throws IOException {
    return toAvoid(ByteRange.of(at, 1), false).isPresent();
  }

  /**
   * The node that a positional read would wait for, when that is slow and there is a way around it
   * but no other replica. Small reads go back to a node that was slow one at a time.
   */
  Optional<NodeId> toAvoid(ByteRange range) throws IOException {
    return toAvoid(range, range.lengthBytes() <= SmallReads.BYTES_MAX);
  }

  private Optional<NodeId> toAvoid(ByteRange range, boolean isSmall) throws IOException {
    long at = range.start();
    NodeBook nodes = services.nodes();
    ClusterView view = services.view();
    boolean doubts = isSmall && nodes.hasDoubts();
    if (view.nodes().isEmpty() && !doubts && !Replicas.anyReordered()) {
      // As a rule: and who looks for a block asks the NameNode for those after it, too.
      return Optional.empty();
    }
    LocatedBlock block = StockStream.blockAt(stock, at);
    if (block == null || block.getLocations().length == 0) {
      return Optional.empty();
    }
    NodeId first = Replicas.usualFirst(block);
    boolean probes = doubts && !view.isSlow(first) && nodes.tryProbe(first);
    Predicate<NodeId> avoided =
        node ->
            view.isSlow(node)
                || (doubts && nodes.isOnProbation(node) && !(probes && node.equals(first)));
    if (Replicas.order(block, avoided)) {
      if (isSmall && avoided.test(first)) {
        long end = Math.min(range.end(), block.getStartOffset() + block.getBlockSize());
        long bytes = Math.max(1, end - at);
        ledgers.add(NodeLedgers.redirected(first, new Ledger(1, bytes, bytes)));
      }
      return Optional.empty();
    }
    if (!view.isSlow(first) && block.getLocations().length > 1) {
      // All of them were slow and none is known to be still: as good as any other.
      return Optional.empty();
    }
    Optional<OpenFile> file = known.file();
    file.ifPresent(f -> f.needs(at));
    return file.filter(f -> f.hasWayAround(at, first)).map(f -> first);
  }

  /**
   * Makes the stock stream take a healthy replica of a place, where there is one.
   *
   * @param left a node that has just been left, and is not to be asked again at once
   */
  void preferHealthy(long at, Optional<NodeId> left) throws IOException {
    ClusterView view = services.view();
    boolean any = left.isPresent() || !view.nodes().isEmpty();
    LocatedBlock block = any ? StockStream.blockAt(stock, at) : null;
    if (block != null) {
      Replicas.order(block, node -> view.isSlow(node) || left.filter(node::equals).isPresent());
    }
  }
}
