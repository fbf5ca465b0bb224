package io.evenkeel.core.model;

import java.util.Objects;

/**
 * The two ledgers of one node that reads went around.
 *
 * @param node the one that was not waited for; {@link #NOWHERE} for data that no node has
 * @param redirected asked instead of it, for it was known to be slow, dead or busy
 * @param duplicated asked beside it, for it was late and might still answer
 */
public record NodeLedgers(NodeId node, Ledger redirected, Ledger duplicated) {
  /** Stands for the nodes of a block that has lost all its replicas. */
  public static final NodeId NOWHERE = new NodeId("nowhere:0");

  public NodeLedgers {
    Objects.requireNonNull(node, "node is null");
    Objects.requireNonNull(redirected, "redirected is null");
    Objects.requireNonNull(duplicated, "duplicated is null");
  }

  public static NodeLedgers redirected(NodeId node, Ledger ledger) {
    return new NodeLedgers(node, ledger, Ledger.NONE);
  }

  public static NodeLedgers duplicated(NodeId node, Ledger ledger) {
    return new NodeLedgers(node, Ledger.NONE, ledger);
  }

  /** Both of the same node. */
  public NodeLedgers plus(NodeLedgers other) {
    return new NodeLedgers(
        node, redirected.plus(other.redirected), duplicated.plus(other.duplicated));
  }
}
