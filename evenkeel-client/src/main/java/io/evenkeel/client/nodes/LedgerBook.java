package io.evenkeel.client.nodes;

import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.ReadReport;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What going around nodes has cost a stream, the file systems of one runtime or the process, and
 * what came of it. What is entered in one is entered in the one that it is part of, too.
 * Thread-safe.
 */
public final class LedgerBook {
  private static final LedgerBook PROCESS = new LedgerBook(Optional.empty(), entry -> {});

  private final Optional<LedgerBook> whole;
  private volatile Consumer<NodeLedgers> entered;
  private Totals totals = new Totals(Ledger.NONE, Ledger.NONE, 0);

  /**
   * So far.
   *
   * @param redirected asked instead of nodes that were known to be slow, dead or busy
   * @param duplicated asked beside nodes that were late
   * @param decodedBytes what was computed from other blocks and parity
   */
  public record Totals(Ledger redirected, Ledger duplicated, long decodedBytes) {
    /** Whether anything was read around any node. */
    public boolean isAny() {
      return redirected.asks() > 0 || duplicated.asks() > 0 || decodedBytes > 0;
    }
  }

  private LedgerBook(Optional<LedgerBook> whole, Consumer<NodeLedgers> entered) {
    this.whole = whole;
    this.entered = entered;
  }

  /** All that this process has done. */
  public static LedgerBook ofProcess() {
    return PROCESS;
  }

  /**
   * From now on somebody is told of every entry of the process, instead of whoever was.
   *
   * @param told must not block
   */
  public static void tellOfProcess(Consumer<NodeLedgers> told) {
    PROCESS.entered = told;
  }

  /** The book of a part. */
  public LedgerBook part() {
    return part(entry -> {});
  }

  /** The book of a part, with somebody who is told of every entry; must not block. */
  LedgerBook part(Consumer<NodeLedgers> told) {
    return new LedgerBook(Optional.of(this), told);
  }

  /**
   * Lanes have ended.
   *
   * @param left the node that had been asked for the same bytes before, and may still have answered
   */
  public void add(ReadReport report, Optional<NodeId> left) {
    decoded(report.decodedBytes());
    Ledger beside = Ledger.NONE;
    for (NodeLedgers entry : report.ledgers()) {
      if (left.isPresent() && entry.node().equals(left.get())) {
        beside = beside.plus(entry.redirected()).plus(entry.duplicated());
      } else {
        add(entry);
      }
    }
    if (left.isPresent()) {
      // Lanes that took another replica asked no fragment besides: all of the range counts. Of one
      // that was closed before its end no more was won than has come.
      long bytes = report.range().lengthBytes();
      long byLanes = bytes - Math.min(bytes, report.plainBytes());
      Ledger all = new Ledger(1, bytes, Math.min(byLanes, report.receivedBytes()));
      add(NodeLedgers.duplicated(left.get(), beside.asks() == 0 ? all : beside));
    }
  }

  /** Something was asked around a node. */
  public void add(NodeLedgers entry) {
    synchronized (this) {
      totals =
          new Totals(
              totals.redirected().plus(entry.redirected()),
              totals.duplicated().plus(entry.duplicated()),
              totals.decodedBytes());
    }
    entered.accept(entry);
    whole.ifPresent(book -> book.add(entry));
  }

  private void decoded(long bytes) {
    if (bytes > 0) {
      synchronized (this) {
        totals =
            new Totals(totals.redirected(), totals.duplicated(), totals.decodedBytes() + bytes);
      }
      whole.ifPresent(book -> book.decoded(bytes));
    }
  }

  public synchronized Totals totals() {
    return totals;
  }
}
