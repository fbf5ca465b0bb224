package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.ReadReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerBookTest {
  private static final NodeId SLOW = new NodeId("slow:1");
  private static final NodeId OTHER = new NodeId("other:1");
  private final List<NodeLedgers> told = new ArrayList<>();
  private final LedgerBook whole = LedgerBook.ofProcess().part(told::add);
  private final LedgerBook book = whole.part();

  private static ReadReport report(long plainBytes, NodeLedgers... entries) {
    return new ReadReport(
        ByteRange.of(0, 100), 400, plainBytes, "", 30, 0, 1, List.of(entries), List.of());
  }

  @Test
  void whatIsEnteredInAPart_isInTheWholeToo() {
    LedgerBook.Totals before = LedgerBook.ofProcess().totals();
    NodeLedgers entry = NodeLedgers.redirected(SLOW, new Ledger(4, 400, 300));
    book.add(report(0, entry), Optional.empty());
    assertThat(book.totals())
        .isEqualTo(new LedgerBook.Totals(new Ledger(4, 400, 300), Ledger.NONE, 30));
    assertThat(whole.totals()).isEqualTo(book.totals());
    assertThat(told).containsExactly(entry);
    assertThat(LedgerBook.ofProcess().totals().decodedBytes())
        .isEqualTo(before.decodedBytes() + 30);
  }

  @Test
  void whatWasAskedInsteadOfANodeThatMayStillAnswer_isADuplicate() {
    book.add(
        report(
            0,
            NodeLedgers.redirected(SLOW, new Ledger(4, 400, 300)),
            NodeLedgers.redirected(OTHER, new Ledger(1, 7, 7))),
        Optional.of(SLOW));
    assertThat(book.totals().redirected()).isEqualTo(new Ledger(1, 7, 7));
    assertThat(book.totals().duplicated()).isEqualTo(new Ledger(4, 400, 300));
  }

  @Test
  void whatAnotherReplicaBrought_isADuplicateOfTheWholeRange() {
    book.add(report(20), Optional.of(SLOW));
    assertThat(book.totals().duplicated()).isEqualTo(new Ledger(1, 100, 80));
  }

  @Test
  void readThatWasClosedBeforeAnythingCame_hasWonNothing() {
    book.add(
        new ReadReport(ByteRange.of(0, 100), 0, 0, "", 0, 0, 1, List.of(), List.of()),
        Optional.of(SLOW));
    assertThat(book.totals().duplicated()).isEqualTo(new Ledger(1, 100, 0));
  }
}
