package io.evenkeel.client.process;

import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two lines of a process about Evenkeel: at first use, that it is on and with what; and when
 * the last file system is closed, what was read around nodes, if anything was. Thread-safe.
 */
public final class ProcessLines {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessLines.class);

  private volatile boolean isOnSaid;
  private LedgerBook.Totals said = new LedgerBook.Totals(Ledger.NONE, Ledger.NONE, 0);

  /**
   * Said once, whatever comes after.
   *
   * @param what that is on; only asked for when it is said
   */
  public void isOn(Supplier<String> what) {
    // Every file that is opened asks.
    if (isOnSaid) {
      return;
    }
    synchronized (this) {
      if (isOnSaid) {
        return;
      }
      isOnSaid = true;
    }
    LOG.info("Evenkeel is on: {}", what.get());
  }

  /** Said of a process that goes on reading as often as there is news. */
  public void did(LedgerBook.Totals totals) {
    synchronized (this) {
      if (totals.equals(said)) {
        return;
      }
      said = totals;
    }
    List<String> parts = new ArrayList<>();
    asked(totals.redirected(), "instead of slow, dead or busy ones").ifPresent(parts::add);
    asked(totals.duplicated(), "beside late ones").ifPresent(parts::add);
    if (totals.decodedBytes() > 0) {
      parts.add(ByteText.of(totals.decodedBytes()) + " decoded");
    }
    LOG.info("Evenkeel read around nodes: {}", String.join("; ", parts));
  }

  private static Optional<String> asked(Ledger ledger, String how) {
    return ledger.asks() == 0
        ? Optional.empty()
        : Optional.of(
            "%s (%d x) %s, %s of it used"
                .formatted(
                    ByteText.of(ledger.issuedBytes()),
                    ledger.asks(),
                    how,
                    ByteText.of(ledger.wonBytes())));
  }
}
