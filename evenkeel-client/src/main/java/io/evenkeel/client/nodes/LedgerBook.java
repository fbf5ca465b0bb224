package io.evenkeel.client.nodes;

import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.ReadReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The two ledgers of a process: of all nodes together, and what has not been told yet of each. */
public final class LedgerBook {
  /** What is entered of more nodes than these between two tellings is not told of the rest. */
  private static final int NODES_MAX = 4096;

  private final Map<NodeId, NodeLedgers> untold = new LinkedHashMap<>();
  private Ledger redirected = Ledger.NONE;
  private Ledger duplicated = Ledger.NONE;

  /**
   * Lanes have ended.
   *
   * @param left the node that had been asked for the same bytes before, and may still have answered
   */
  public void add(ReadReport report, Optional<NodeId> left) {
    Ledger beside = Ledger.NONE;
    for (NodeLedgers entry : report.ledgers()) {
      if (left.isPresent() && entry.node().equals(left.get())) {
        beside = beside.plus(entry.redirected()).plus(entry.duplicated());
      } else {
        add(entry);
      }
    }
    if (left.isPresent()) {
      // Nothing besides was asked where another replica was: all of the range was.
      long bytes = report.range().lengthBytes();
      Ledger all = new Ledger(1, bytes, bytes - Math.min(bytes, report.plainBytes()));
      add(NodeLedgers.duplicated(left.get(), beside.asks() == 0 ? all : beside));
    }
  }

  /** Something was asked around a node. */
  public synchronized void add(NodeLedgers entry) {
    redirected = redirected.plus(entry.redirected());
    duplicated = duplicated.plus(entry.duplicated());
    if (untold.size() < NODES_MAX || untold.containsKey(entry.node())) {
      untold.merge(entry.node(), entry, NodeLedgers::plus);
    }
  }

  /** Asked instead of nodes that were known to be slow or dead, so far. */
  public synchronized Ledger redirected() {
    return redirected;
  }

  /** Asked beside nodes that were late, so far. */
  public synchronized Ledger duplicated() {
    return duplicated;
  }

  /** What was entered since it was last taken, of at most so many nodes. */
  synchronized List<NodeLedgers> takeUntold(int most) {
    List<NodeLedgers> taken = new ArrayList<>();
    for (var nodes = untold.values().iterator(); nodes.hasNext() && taken.size() < most; ) {
      taken.add(nodes.next());
      nodes.remove();
    }
    return taken;
  }
}
