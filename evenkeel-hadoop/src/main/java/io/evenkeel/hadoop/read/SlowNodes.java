package io.evenkeel.hadoop.read;

import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.hadoop.lane.Replicas;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Keeps the reads of one stream off nodes that are known to be slow. Thread-safe. */
final class SlowNodes {
  private final DFSInputStream stock;
  private final KnownFile known;
  private final ReadServices services;

  SlowNodes(DFSInputStream stock, KnownFile known, ReadServices services) {
    this.stock = stock;
    this.known = known;
    this.services = services;
  }

  /** Whether a place is on slow nodes only and there is a way around them. */
  boolean needsLanes(long at) throws IOException {
    ClusterView view = services.view();
    if (view.nodes().isEmpty()) {
      // As a rule: and who looks for a block asks the NameNode for those after it, too.
      return false;
    }
    LocatedBlock block = StockStream.blockAt(stock, at);
    if (block == null
        || block.getLocations().length == 0
        || Replicas.slowLast(block, view::isSlow)) {
      return false;
    }
    Optional<OpenFile> file = known.file();
    file.ifPresent(f -> f.needs(at));
    NodeId first = LocatedFile.nodeOf(block.getLocations()[0]);
    return file.isPresent() && file.get().hasWayAround(at, first);
  }

  /** Makes the stock stream take a healthy replica of a place, where there is one. */
  void preferHealthy(long at) throws IOException {
    ClusterView view = services.view();
    LocatedBlock block = view.nodes().isEmpty() ? null : StockStream.blockAt(stock, at);
    if (block != null) {
      Replicas.slowLast(block, view::isSlow);
    }
  }
}
