package io.evenkeel.hadoop.lane;

import io.evenkeel.client.file.ReplicaPlace;
import io.evenkeel.client.process.Interrupts;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replicas of one open file that do not match their checksums. The NameNode is told of each, as by
 * the stock client: at once of an only replica; of one of several when another is good, for if none
 * is, maybe this host reads what is not there. Thread-safe.
 */
final class CorruptReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(CorruptReplicas.class);

  /** A NameNode that could not be told is left alone for so long by who reads well. */
  private static final long AGAIN_NANOS = 10_000_000_000L;

  private final DFSClient client;
  private final String src;
  private final Executor background;
  private final LongSupplier nanoTime;
  private final Set<ReplicaPlace> corrupt = new HashSet<>();

  /** Those of which the NameNode has not been told. */
  private final Map<ReplicaPlace, Untold> untold = new HashMap<>();

  private volatile boolean hasUntold;

  /** When the NameNode could not be told; null when it could. */
  private Long failedNanos;

  /**
   * A bad replica.
   *
   * @param replicasAtOpen how many its block had
   * @param isSure whether it is one to tell of: the only one, or another is good
   */
  private record Untold(LocatedBlock block, int replicasAtOpen, boolean isSure) {
    Untold sure() {
      return new Untold(block, replicasAtOpen, true);
    }
  }

  /**
   * @param background where the NameNode is told of what nobody waits for; may reject
   */
  CorruptReplicas(DFSClient client, String src, Executor background, LongSupplier nanoTime) {
    this.client = client;
    this.src = src;
    this.background = background;
    this.nanoTime = nanoTime;
  }

  synchronized boolean contains(ReplicaPlace place) {
    return corrupt.contains(place);
  }

  /**
   * Waits for the NameNode where it is to be told at once; one that cannot be told is told later.
   *
   * @param block as it is located now
   * @param node whose replica is bad
   * @param replicasAtOpen how many there were when the file was opened
   */
  void found(LocatedBlock block, DatanodeInfo node, int replicasAtOpen) {
    ReplicaPlace place = new ReplicaPlace(block.getBlock().getBlockId(), LocatedFile.nodeOf(node));
    LocatedBlock bad = new LocatedBlock(block.getBlock(), new DatanodeInfo[] {node});
    boolean isOnly = block.getLocations().length <= 1;
    Map<ReplicaPlace, Untold> one = Map.of(place, new Untold(bad, replicasAtOpen, isOnly));
    synchronized (this) {
      if (!corrupt.add(place)) {
        return;
      }
    }
    if (isOnly) {
      tellOrKeep(one);
    } else {
      keep(one);
    }
  }

  /** A replica matches its checksums: those of its block that did not are bad. */
  void readWell(long blockId, DatanodeInfo node) {
    if (hasUntold) {
      ReplicaPlace well = new ReplicaPlace(blockId, LocatedFile.nodeOf(node));
      areSure(bad -> bad.blockId() == blockId && !bad.equals(well));
      if (!hasFailedLately()) {
        tellWhatIsSure();
      }
    }
  }

  /**
   * Nobody reads on. What was had otherwise than from another replica, as from parity, leaves some
   * untried; of blocks of which none is good nothing is said.
   */
  void closed() {
    if (hasUntold) {
      Set<Long> untried = blocksWithUntriedReplicas();
      areSure(place -> untried.contains(place.blockId()));
      tellWhatIsSure();
    }
  }

  private synchronized void areSure(Predicate<ReplicaPlace> which) {
    untold.replaceAll((place, one) -> which.test(place) ? one.sure() : one);
  }

  private synchronized Set<Long> blocksWithUntriedReplicas() {
    Map<Long, Integer> bad = new HashMap<>();
    untold.keySet().forEach(place -> bad.merge(place.blockId(), 1, Integer::sum));
    Set<Long> blocks = new HashSet<>();
    untold.forEach(
        (place, one) -> {
          if (bad.get(place.blockId()) < one.replicasAtOpen()) {
            blocks.add(place.blockId());
          }
        });
    return blocks;
  }

  private synchronized boolean hasFailedLately() {
    return failedNanos != null && nanoTime.getAsLong() - failedNanos < AGAIN_NANOS;
  }

  /** Who reads has what was wanted, and does not wait for the NameNode. */
  private void tellWhatIsSure() {
    Map<ReplicaPlace, Untold> now = new HashMap<>();
    synchronized (this) {
      untold.forEach(
          (place, one) -> {
            if (one.isSure()) {
              now.put(place, one);
            }
          });
      untold.keySet().removeAll(now.keySet());
      hasUntold = !untold.isEmpty();
    }
    if (!now.isEmpty()) {
      try {
        background.execute(() -> tellOrKeep(now));
      } catch (RejectedExecutionException | OutOfMemoryError e) {
        keep(now);
      }
    }
  }

  private void tellOrKeep(Map<ReplicaPlace, Untold> all) {
    try {
      tell(all.values().stream().map(Untold::block).toArray(LocatedBlock[]::new));
      synchronized (this) {
        failedNanos = null;
      }
    } catch (IOException e) {
      LOG.debug("The NameNode cannot be told of {}", all.keySet(), e);
      if (!Interrupts.kept(e)) {
        synchronized (this) {
          failedNanos = nanoTime.getAsLong();
        }
      }
      keep(all);
    }
  }

  private synchronized void keep(Map<ReplicaPlace, Untold> all) {
    untold.putAll(all);
    hasUntold = true;
  }

  private void tell(LocatedBlock... bad) throws IOException {
    for (LocatedBlock block : bad) {
      LOG.warn(
          "The replica of {} on {} is corrupt: telling the NameNode ({})",
          block,
          block.getLocations()[0],
          src);
    }
    client.reportBadBlocks(bad);
  }
}
