package io.evenkeel.manager;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeId;
import java.time.Duration;
import java.util.List;

/** What the manager wants done outside. Doing it late, or not at all, makes nothing wrong. */
public sealed interface Effect {
  /** Something to be done on one cache node. */
  sealed interface OnNode extends Effect {
    NodeId node();

    /** The fragments that it is done to; they do not change. */
    List<FragmentKey> keys();
  }

  /**
   * Remove a stripe's fragments, and what is written down of it, from a node; tell {@link
   * Manager#deleteFailed} when that fails, and {@link Manager#strikeFailed} when only the last
   * does. Tell {@link Manager#deletionDue} before, and {@link Manager#deletionEnded} when it is
   * over, whatever became of it, of each that has bytes.
   *
   * @param allocatedBytes what they take there, at most, as far as it is no longer accounted for
   * @param repeats how often that has been tried before
   */
  record Delete(
      StripeId stripe, NodeId node, List<FragmentKey> keys, long allocatedBytes, int repeats)
      implements OnNode {
    static final int REPEATS_MAX = 10;

    Delete(StripeId stripe, NodeId node, List<FragmentKey> keys, long allocatedBytes) {
      this(stripe, node, keys, allocatedBytes, 0);
    }

    boolean mayBeRepeated() {
      return repeats < REPEATS_MAX;
    }

    /** The same once more; its bytes are accounted for since it has failed. */
    Delete again() {
      return new Delete(stripe, node, keys, 0, repeats + 1);
    }

    /** Whether it takes what is written down alone, and frees nothing. */
    boolean isStrike() {
      return keys.isEmpty() && allocatedBytes == 0;
    }

    /** Of the same, what is written down alone. */
    Delete strike() {
      return new Delete(stripe, node, List.of(), 0, repeats);
    }
  }

  /**
   * Set fragments' time to live anew; tell {@link Manager#renewed} how many there were, else {@link
   * Manager#renewalUnanswered}, or {@link Manager#renewalHadNoRoom} where it is not even asked.
   */
  record Renew(StripeId stripe, NodeId node, List<FragmentKey> keys, Duration timeToLive)
      implements OnNode {}

  /**
   * Ask a node for its used bytes; tell {@link Manager#toldUsedBytes} or {@link
   * Manager#unreachable}.
   */
  record AskUsedBytes(NodeId node) implements OnNode {
    @Override
    public List<FragmentKey> keys() {
      return List.of();
    }
  }

  /**
   * Write down on a node that a stripe is published, as {@link Manager#claim} says at the time;
   * nothing when it says nothing. Tell {@link Manager#entered} once it was asked, whatever came of
   * it: the stripe may have been given up meanwhile.
   */
  record Enter(StripeId stripe, NodeId node, Duration timeToLive) implements OnNode {
    @Override
    public List<FragmentKey> keys() {
      return List.of();
    }
  }

  /**
   * Read a page of what is written down on a node; tell {@link Manager#adopt} or {@link
   * Manager#unread}.
   */
  record ReadCatalogue(NodeId node, String from) implements OnNode {
    @Override
    public List<FragmentKey> keys() {
      return List.of();
    }
  }

  /** Tell people. */
  record Log(String message) implements Effect {}
}
