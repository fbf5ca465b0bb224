package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.NodeId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheAccountsTest {
  private static final NodeId A = new NodeId("a:1");
  private static final NodeId B = new NodeId("b:1");
  private final CacheAccounts accounts = new CacheAccounts(List.of(A, B), 100);

  @Test
  void whatANodeCannotHave_changesNoNode() {
    accounts.reserved(List.of(B), 60);
    assertThatThrownBy(() -> accounts.reserved(List.of(A, B), 50))
        .hasMessage("node b:1: 0 published and 110 reserved of 100 bytes");
    assertThatThrownBy(() -> accounts.reserved(List.of(A, A), 60)).hasMessageContaining("120");
    assertThatThrownBy(() -> accounts.published(List.of(A), -1))
        .hasMessageContaining("-1 published");
    assertThatThrownBy(() -> accounts.published(List.of(B), 60, 101)).hasMessageContaining("101");
    accounts.check(Map.of(), Map.of(B, 60L));
    accounts.published(List.of(B), 60, 50);
    accounts.check(Map.of(B, 50L), Map.of());
    assertThatThrownBy(() -> accounts.check(Map.of(), Map.of())).hasMessageContaining("b:1");
  }

  @Test
  void whatIsBeingDeleted_isNotTakenForSomebodyElses() {
    accounts.published(List.of(A), 60);
    accounts.toldUsedBytes(A, 70);
    assertThat(accounts.foreignBytes(A)).isEqualTo(10);
    accounts.published(List.of(A), -60);
    accounts.deletionDue(A, 60);
    assertThat(accounts.hasRoomNow(A)).isTrue();
    accounts.toldUsedBytes(A, 70);
    assertThat(accounts.foreignBytes(A)).as("60 of the 70 are going").isEqualTo(10);
    accounts.reserved(List.of(A), 40);
    assertThat(accounts.hasRoomNow(A)).as("40, 10 and 60 of 100").isFalse();
    accounts.deletionEnded(A, 60);
    assertThat(accounts.hasRoomNow(A)).isTrue();
  }

  @Test
  void whatANodeSaysBeyondAllMeasure_leavesNoRoom() {
    for (long said : List.of(Long.MAX_VALUE, Long.MAX_VALUE - 1)) {
      accounts.toldUsedBytes(A, said);
      accounts.lingering(A, Long.MAX_VALUE / 2);
      assertThat(accounts.freeBytes().get(A)).isNegative();
    }
    accounts.toldUsedBytes(A, Long.MIN_VALUE);
    assertThat(accounts.freeBytes()).containsEntry(A, 100L);
  }
}
