package io.evenkeel.manager;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Room for the parity of one encoded stripe, and the parity. Made by a write it has no content
 * until it is published; made of existing content it has. Equal when the id is.
 */
final class Encoding extends Linked<Encoding> implements CacheKey {
  private static final HexFormat HEX = HexFormat.of();
  private static final int HALF = 16;
  private final long epochHigh;
  private final long epochLow;
  private final int number;
  private final int hash;

  /** The content that it is, or is to be, published for; null of a write. */
  KnownStripe content;

  /** As a write reserved for it; null as soon as the content says it. */
  StripeGeometry reserved;

  /** The cache node of each parity index, in order. */
  List<NodeId> nodes;

  /** When something is to be done: renewal, or the end of unpublished room. */
  long dueNanos;

  // When the keys on the node of each index have expired unless a renewal succeeds. Most codes have
  // one parity: no array is spent on it.
  private long firstAliveUntilNanos;
  private long[] restAliveUntilNanos;

  /**
   * Of which nodes it is only claimed that the keys are there, which their renewals say: a bit for
   * each by the first of its indexes, and one for all from the eighth on.
   */
  private byte unconfirmed;

  boolean published;
  boolean prefetched;

  /**
   * Its content is said to have another path, and it is not known which: nothing that is said of a
   * path is meant for it.
   */
  boolean moved;

  /**
   * Up to when what was told of paths is older than that somebody read it, or began to make its
   * parity, by {@link ChangedPaths}.
   */
  long askedTold;

  /**
   * Whether its content was said to be gone while its parity was made, and nobody has asked since.
   */
  boolean goneMeanwhile;

  /** What was told of paths last when it was published. */
  long publishedTold;

  Encoding(StripeId id, SecretHash secret) {
    String hex = id.epoch().hex();
    epochHigh = HexFormat.fromHexDigitsToLong(hex, 0, HALF);
    epochLow = HexFormat.fromHexDigitsToLong(hex, HALF, 2 * HALF);
    number = id.stripe();
    hash = secret.of(epochHigh, epochLow, number);
  }

  StripeId id() {
    return new StripeId(new Epoch(HEX.toHexDigits(epochHigh) + HEX.toHexDigits(epochLow)), number);
  }

  /** Whether one writer made both. */
  boolean isOfEpoch(Encoding other) {
    return epochHigh == other.epochHigh && epochLow == other.epochLow;
  }

  /**
   * Somebody reads it where it was not known to be.
   *
   * @param told when something was told of paths last
   */
  void foundElsewhere(long told) {
    moved = false;
    askedTold = told;
  }

  /** Somebody has said that the keys are there, and it is to be found out of each node. */
  void awaitConfirmation() {
    unconfirmed = bits();
  }

  /** The keys on one node are there. */
  void confirm(NodeId node) {
    unconfirmed = (byte) (unconfirmed & ~bit(node));
  }

  /** All keys are there, or taken to be. */
  void confirm() {
    unconfirmed = 0;
  }

  /** Whether it is published for a manager before has said so, and not all keys are confirmed. */
  boolean isClaimed() {
    return published && unconfirmed != 0;
  }

  /** Whether it is published only once all its keys are confirmed. */
  boolean isBeingVerified() {
    return !published && unconfirmed != 0;
  }

  private byte bits() {
    int all = 0;
    for (NodeId node : nodes) {
      all |= bit(node);
    }
    return (byte) all;
  }

  private int bit(NodeId node) {
    return 1 << Math.min(Byte.SIZE - 1, nodes.indexOf(node));
  }

  /** All keys live until then. */
  void aliveUntil(long nanos) {
    firstAliveUntilNanos = nanos;
    restAliveUntilNanos = nodes.size() == 1 ? null : new long[nodes.size() - 1];
    if (restAliveUntilNanos != null) {
      Arrays.fill(restAliveUntilNanos, nanos);
    }
  }

  /** The keys on one node live until then. */
  void aliveUntil(NodeId node, long nanos) {
    for (int index = 0; index < nodes.size(); index++) {
      if (nodes.get(index).equals(node) && index == 0) {
        firstAliveUntilNanos = nanos;
      } else if (nodes.get(index).equals(node)) {
        restAliveUntilNanos[index - 1] = nanos;
      }
    }
  }

  /** Whether some keys must have expired. */
  boolean isExpired(long nowNanos) {
    boolean gone = firstAliveUntilNanos - nowNanos <= 0;
    for (int index = 1; index < nodes.size() && !gone; index++) {
      gone = restAliveUntilNanos[index - 1] - nowNanos <= 0;
    }
    return gone;
  }

  /** The nodes, each once. */
  Set<NodeId> distinctNodes() {
    return new LinkedHashSet<>(nodes);
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof Encoding encoding
            && encoding.epochHigh == epochHigh
            && encoding.epochLow == epochLow
            && encoding.number == number);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return id().toString();
  }
}
