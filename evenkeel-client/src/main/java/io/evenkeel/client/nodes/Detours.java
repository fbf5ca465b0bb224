package io.evenkeel.client.nodes;

import io.evenkeel.core.model.BoundedMap;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.RandomSource;
import java.util.Collection;
import java.util.Map;

/**
 * Which reads of a part of a row go around a slow node, each of which costs several times its
 * bytes. Where all nodes have too much to do, whoever goes around one waits for k others, and makes
 * all of them wait for longer. So a detour pays where what small reads take at k of those others
 * together is less than what they take at this one, and a share of the reads takes it: a little
 * more with each of the node's own reads that took longer than that, much more with one that was
 * late, half with each that did not. Of a node whose disk limps that soon is nearly all of them;
 * one that has a long queue is fast now and then, and who left it comes back before its queue is
 * empty. Never all, for the others say how long it takes now. Thread-safe; no clock.
 */
final class Detours {
  private static final int NODES_REMEMBERED_MAX = 4096;
  private static final double LATEST_SHARE = 0.1;

  /** By how much a read of a node that took longer than a detour raises the share, and how far. */
  private static final double STEP = 1.0 / 16;

  private static final double MOST_SHARE = 31.0 / 32;

  /**
   * What one that was late leaves of those that do not go around. Hardly any read is late of a node
   * that only has a queue.
   */
  private static final double LEFT_OF_REST = 1.0 / 4;

  private static final double LEAST_REST = 1.0 / 256;

  /** Of a node that has become slow, of which nobody knows yet whether a detour pays. */
  private static final double FIRST_SHARE = 1.0 / 10;

  /** Of one that was slow before anybody read a little of it. */
  private static final double UNREAD_SHARE = 7.0 / 8;

  /** Who was gone around last so many reads ago, of any nodes, has become slow anew. */
  private static final int ANEW_READS = 2000;

  /** What was left so often in a row counts no more than the last time. */
  private static final int LEFT_MOST = 6;

  private final Map<NodeId, Taken> taken = BoundedMap.byUse(NODES_REMEMBERED_MAX);

  /** By turns a reader that goes through the nodes in order could miss one for ever. */
  private final RandomSource random;

  private long reads;

  /** What small reads have taken at one node. */
  private static final class Taken {
    /** The latest counting most; 0 for nothing. */
    private double nanos;

    /** How many of the latest were left before they were there. */
    private int leftInARow;

    /** What as many others as are read instead took together; 0 while nobody has asked. */
    private double othersNanos;

    private double share;

    /** The number of all reads when it was last asked who goes around it. */
    private long askedAt = -ANEW_READS;

    /**
     * @param wasAsked whether anybody has asked lately who goes around it
     */
    void add(double latest, boolean wasLeft, boolean wasAsked) {
      nanos = nanos == 0 ? latest : nanos + LATEST_SHARE * (latest - nanos);
      leftInARow = wasLeft ? Math.min(LEFT_MOST, leftInARow + 1) : 0;
      if (wasAsked && wasLeft && latest > othersNanos) {
        share = afterLate();
      } else if (wasAsked && othersNanos > 0) {
        share = latest <= othersNanos ? share / 2 : afterLong();
      }
    }

    private double afterLong() {
      return Math.max(share, Math.min(MOST_SHARE, share + STEP));
    }

    private double afterLate() {
      return 1 - Math.max(LEAST_REST, LEFT_OF_REST * (1 - share));
    }

    boolean next(long reads, RandomSource random) {
      if (reads - askedAt >= ANEW_READS) {
        share = nanos > 0 ? FIRST_SHARE : UNREAD_SHARE;
        share = leftInARow > 0 ? afterLate() : share;
      }
      askedAt = reads;
      return random.nextDouble() < share;
    }
  }

  /**
   * @param random another one in each process: a share is of all processes' reads
   */
  Detours(RandomSource random) {
    this.random = random;
  }

  /**
   * A small read of a node has ended.
   *
   * @param wasLeft after so long, and it would have taken longer: each time that nothing has come
   *     since the last one, twice as long
   */
  synchronized void took(NodeId node, long nanos, boolean wasLeft) {
    reads++;
    Taken here = of(node);
    double latest = wasLeft ? (double) (nanos << here.leftInARow) : nanos;
    here.add(latest, wasLeft, reads - here.askedAt < ANEW_READS);
  }

  /**
   * Whether the next read goes around a node.
   *
   * @param others those of which so many are read instead
   * @param count how many
   */
  synchronized boolean next(NodeId node, Collection<NodeId> others, int count) {
    double sum = 0;
    int known = 0;
    for (NodeId other : others) {
      Taken there = other.equals(node) ? null : taken.get(other);
      if (there != null && there.nanos > 0) {
        sum += there.nanos;
        known++;
      }
    }
    Taken here = of(node);
    here.othersNanos = known == 0 ? 0 : count * sum / known;
    return here.next(reads, random);
  }

  private Taken of(NodeId node) {
    return taken.computeIfAbsent(node, n -> new Taken());
  }
}
