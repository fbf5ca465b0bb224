package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.KnownFile;
import io.evenkeel.client.file.OpenFile;
import io.evenkeel.client.file.WaysAround;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.nodes.NodeBook;
import io.evenkeel.client.process.BoundedWait;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.hadoop.lane.Replicas;
import io.evenkeel.policy.reading.Company;
import io.evenkeel.policy.reading.SmallReads;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Keeps the reads of one stream off nodes that are known to be slow, and lets them back to where
 * the NameNode sent them when they are not. Thread-safe.
 */
final class SlowNodes {
  /** As most small reads are. */
  private static final int SMALL_BYTES = 64 << 10;

  private final DFSInputStream stock;
  private final KnownFile known;
  private final ReadServices services;
  private final Probes probes;
  private final LedgerBook ledgers;

  /** Whom the stream reads around now, and since where; null for nobody. */
  private NodeId around;

  private long aroundFrom;

  SlowNodes(
      DFSInputStream stock,
      KnownFile known,
      ReadServices services,
      Probes probes,
      LedgerBook ledgers) {
    this.probes = probes;
    this.ledgers = ledgers;
    this.stock = stock;
    this.known = known;
    this.services = services;
  }

  /**
   * Puts a healthy replica of a stream's place first. Answers whether there is none, but another
   * way around: then it needs lanes.
   *
   * @param opens whether it has just come there, and knows of no node how it goes on
   */
  boolean keepStreamOff(long at, boolean opens) throws IOException {
    readTo(at);
    return keepOff(ByteRange.of(at, SMALL_BYTES), opens, true).isPresent();
  }

  /** The stream has read up to here, and goes elsewhere or looks anew. */
  synchronized void readTo(long position) {
    if (around != null && position > aroundFrom) {
      long bytes = position - aroundFrom;
      ledgers.add(NodeLedgers.redirected(around, new Ledger(1, bytes, bytes)));
    }
    around = null;
  }

  private synchronized void readsAround(NodeId node, long from) {
    around = node;
    aroundFrom = from;
  }

  /**
   * Puts a healthy replica of what a positional read is to bring first. Answers the node to go
   * around by lanes where there is none. May wait for the manager's word of parity, until a small
   * read would be late. Small reads keep off a node that was slow until a probe has come back.
   */
  Optional<NodeId> keepOff(ByteRange range) throws IOException {
    return keepOff(range, range.lengthBytes() <= SmallReads.BYTES_MAX, false);
  }

  private Optional<NodeId> keepOff(ByteRange range, boolean isSmall, boolean isStream)
      throws IOException {
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
    if (doubts && !view.isSlow(first)) {
      probes.tryNode(first, block, range, isStream);
    }
    Predicate<NodeId> avoided = node -> view.isSlow(node) || (doubts && nodes.isOnProbation(node));
    if (Replicas.order(block, avoided)) {
      if (avoided.test(first) && !isStream) {
        redirected(first, range, block);
      } else if (avoided.test(first) && !isAt(first)) {
        readsAround(first, at);
      }
      return Optional.empty();
    }
    if (!view.isSlow(first) && block.getLocations().length > 1) {
      // All of them were slow and none is known to be still: as good as any other.
      return Optional.empty();
    }
    Optional<OpenFile> file = known.file();
    file.ifPresent(f -> f.needs(at));
    return file.filter(f -> isWayAround(f.waysAround(), at, first)).map(f -> first);
  }

  /**
   * Waits for the manager's word of parity, unless there is another way; an interrupt stays set.
   */
  private boolean isWayAround(WaysAround ways, long at, NodeId node) {
    long patience = patienceNanos();
    BoundedWait.until(known -> ways.whenKnown(at, node, patience, known), patience);
    return ways.exist(at, node);
  }

  /** For how long to wait for the manager rather than for a slow node: until that would be late. */
  private long patienceNanos() {
    SmallReads small = services.nodes().small();
    long late =
        Math.min(
            small.lateNanos(SMALL_BYTES, Company.ALONE),
            small.lateNanos(SmallReads.OPENING, Company.ALONE));
    return Math.min(late, services.limits().lateFloorNanos());
  }

  /** Whether the stream is in the middle of a block that it has from this node. */
  private boolean isAt(NodeId node) {
    DatanodeInfo current = stock.getCurrentDatanode();
    return current != null && LocatedFile.nodeOf(current).equals(node);
  }

  /** Bytes of a block come from another replica. */
  private void redirected(NodeId around, ByteRange range, LocatedBlock block) {
    long end = Math.min(range.end(), block.getStartOffset() + block.getBlockSize());
    long bytes = Math.max(1, end - range.start());
    ledgers.add(NodeLedgers.redirected(around, new Ledger(1, bytes, bytes)));
  }

  /**
   * A stream has left a node for lanes, and nobody asks that one any more. Lanes that decode keep
   * books of their own; those that take another replica are booked here.
   */
  void leaves(Optional<NodeId> left, long at) {
    left.filter(
            node -> known.file().filter(f -> f.waysAround().hasOtherReplica(at, node)).isPresent())
        .ifPresent(node -> readsAround(node, at));
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
