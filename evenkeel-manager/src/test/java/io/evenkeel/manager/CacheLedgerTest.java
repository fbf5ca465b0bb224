package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.NodeId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheLedgerTest {
  private static final NodeId A = new NodeId("a:1");
  private static final NodeId B = new NodeId("b:1");
  private final CacheLedger ledger = new CacheLedger(List.of(A, B), 100);

  @Test
  void whatANodeCannotHave_changesNoNode() {
    ledger.reserved(List.of(B), 60);
    assertThatThrownBy(() -> ledger.reserved(List.of(A, B), 50))
        .hasMessage("node b:1: 0 published and 110 reserved of 100 bytes");
    assertThatThrownBy(() -> ledger.reserved(List.of(A, A), 60)).hasMessageContaining("120");
    assertThatThrownBy(() -> ledger.published(List.of(A), -1)).hasMessageContaining("-1 published");
    assertThatThrownBy(() -> ledger.published(List.of(B), 60, 101)).hasMessageContaining("101");
    ledger.check(Map.of(), Map.of(B, 60L));
    ledger.published(List.of(B), 60, 50);
    ledger.check(Map.of(B, 50L), Map.of());
    assertThatThrownBy(() -> ledger.check(Map.of(), Map.of())).hasMessageContaining("b:1");
  }

  @Test
  void whatIsBeingDeleted_isNotTakenForSomebodyElses() {
    ledger.published(List.of(A), 60);
    ledger.sampled(A, 70);
    assertThat(ledger.foreignBytes(A)).isEqualTo(10);
    ledger.published(List.of(A), -60);
    ledger.deletionDue(A, 60);
    assertThat(ledger.hasRoomNow(A)).isTrue();
    ledger.sampled(A, 70);
    assertThat(ledger.foreignBytes(A)).as("60 of the 70 are going").isEqualTo(10);
    ledger.reserved(List.of(A), 40);
    assertThat(ledger.hasRoomNow(A)).as("40, 10 and 60 of 100").isFalse();
    ledger.deletionEnded(A, 60);
    assertThat(ledger.hasRoomNow(A)).isTrue();
  }

  @Test
  void whatANodeSaysBeyondAllMeasure_leavesNoRoom() {
    for (long said : List.of(Long.MAX_VALUE, Long.MAX_VALUE - 1)) {
      ledger.sampled(A, said);
      ledger.lingering(A, Long.MAX_VALUE / 2);
      assertThat(ledger.freeBytes().get(A)).isNegative();
    }
    ledger.sampled(A, Long.MIN_VALUE);
    assertThat(ledger.freeBytes()).containsEntry(A, 100L);
  }
}
