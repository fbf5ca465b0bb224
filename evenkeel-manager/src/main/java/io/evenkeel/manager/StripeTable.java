package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.PlacedStripe;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * The known contents, bounded in number and in what is long or short of them: paths, ids, lengths
 * and replicas. Those of which nothing is cached, wanted or being made are idle; the idle one that
 * has not been asked for the longest is forgotten first.
 */
final class StripeTable {
  /** What is long or short of a stripe may take so much on average; most take a third of it. */
  static final int VARIABLE_BYTES_MEAN_MAX = 512;

  private final StripeCodec codec;
  private final int maxStripes;
  private final long maxVariableBytes;
  private final Consumer<KnownStripe> forgotten;
  private final CompactSet<KnownStripe> stripes = new CompactSet<>();
  private final Chain<KnownStripe> idle = new Chain<>();
  private final FirstHolders firstHolders = new FirstHolders();
  private long variableBytes;

  /**
   * An empty one.
   *
   * @param forgotten told of each stripe that is no longer known
   */
  StripeTable(StripeCodec codec, int maxStripes, Consumer<KnownStripe> forgotten) {
    this.codec = codec;
    this.maxStripes = maxStripes;
    this.maxVariableBytes = (long) maxStripes * VARIABLE_BYTES_MEAN_MAX;
    this.forgotten = forgotten;
  }

  /** What is known of a content; null when nothing is. */
  KnownStripe find(ContentVersion version) {
    KnownStripe like = codec.like(version);
    return like == null ? null : stripes.find(like);
  }

  /**
   * Makes a content known, or known better; null when there is no room for a new one, for none is
   * idle. Where there is no room for more of a known one it stays as it was.
   */
  KnownStripe seen(PlacedStripe placed) {
    KnownStripe stripe = find(placed.version());
    boolean isIdle = stripe == null || stripe.chain != null;
    if (stripe != null && isIdle) {
      idle.append(stripe);
    }
    if (!forgetIdleFor(stripe)) {
      return stripe;
    }
    if (stripe == null) {
      stripe = codec.known(placed.version());
      variableBytes += stripe.variableBytes();
      stripes.add(stripe);
      idle.append(stripe);
    }
    place(stripe, placed, isIdle);
    return stripe;
  }

  /**
   * Forgets others that are idle until there is room for more of a known stripe, or for a new one.
   *
   * @param stripe null for a new one
   */
  boolean forgetIdleFor(KnownStripe stripe) {
    while (variableBytes >= maxVariableBytes || (stripe == null && stripes.size() >= maxStripes)) {
      KnownStripe first = idle.first();
      if (first == null || first.equals(stripe)) {
        return false;
      }
      forget(first);
    }
    return true;
  }

  /** A content, for which there is room, is as it was published: nothing depends on its shape. */
  void written(KnownStripe stripe, PlacedStripe placed) {
    place(stripe, placed, true);
  }

  /**
   * The file of a stripe has another name now; false, and as before, where there is no room for it.
   */
  boolean moved(KnownStripe stripe, String path) {
    long more = (long) path.length() - stripe.path.length();
    boolean hasRoom = variableBytes + more <= maxVariableBytes;
    if (hasRoom) {
      variableBytes += more;
      stripe.path = path;
    }
    return hasRoom;
  }

  private void place(KnownStripe stripe, PlacedStripe placed, boolean withShape) {
    variableBytes -= stripe.variableBytes();
    byte[] before = stripe.replicas;
    codec.place(stripe, placed, withShape);
    if (stripe.replicas != before) {
      firstHolders.placed(before, stripe);
    }
    variableBytes += stripe.variableBytes();
  }

  /** What these nodes may touch, and more: all whose first replica of some block is on one. */
  List<KnownStripe> onFirst(BitSet nodes) {
    return firstHolders.on(nodes);
  }

  /** Something is cached, wanted or being made of a stripe. */
  void busy(KnownStripe stripe) {
    if (stripe.chain != null) {
      idle.remove(stripe);
    }
  }

  /** Nothing is any more. */
  void idle(KnownStripe stripe) {
    if (stripe.chain == null) {
      idle.append(stripe);
    }
  }

  /** Forgets an idle stripe. */
  void forget(KnownStripe stripe) {
    idle.remove(stripe);
    stripes.remove(stripe);
    variableBytes -= stripe.variableBytes();
    forgotten.accept(stripe);
    codec.forget(stripe);
    byte[] before = stripe.replicas;
    stripe.replicas = KnownStripe.NONE;
    firstHolders.placed(before, stripe);
  }

  int size() {
    return stripes.size();
  }

  /**
   * Throws unless the books are right.
   *
   * @param nodeUses how often nodes are named besides
   */
  void check(int nodeUses) {
    List<KnownStripe> all = new ArrayList<>();
    stripes.forEach(all::add);
    codec.check(all, nodeUses);
    firstHolders.check(all);
    long bytes = 0;
    long largest = 0;
    int free = 0;
    for (KnownStripe stripe : all) {
      bytes += stripe.variableBytes();
      largest = Math.max(largest, stripe.variableBytes());
      boolean isFree = stripe.encoding == null && !Fills.isOpen(stripe);
      free += isFree ? 1 : 0;
      if (isFree != (stripe.chain != null)) {
        throw new IllegalStateException(stripe + (isFree ? " is free" : " is not free to go"));
      }
    }
    boolean right = all.size() == size() && bytes == variableBytes && free == idle.size();
    // The last for which there was room may take more than there was.
    boolean bounded = size() <= maxStripes && bytes - largest < maxVariableBytes;
    if (!right || !bounded) {
      throw new IllegalStateException(
          "%d stripes of %d, %d of them idle, take %d bytes of %d; accounted for are %d, %d and %d"
              .formatted(
                  all.size(),
                  maxStripes,
                  free,
                  bytes,
                  maxVariableBytes,
                  size(),
                  idle.size(),
                  variableBytes));
    }
  }
}
