package io.evenkeel.hadoop.stock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StockMembersTest {
  @Test
  void thisRelease_hasAllOfThem() {
    assertThat(StockMembers.missing()).isEmpty();
    assertThat(StockMembers.OfClients.CLIENT).isPresent();
    assertThat(StockMembers.OfReads.canOpenLanes()).isTrue();
    assertThat(StockMembers.OfGroups.canBeRead()).isTrue();
    assertThat(StockMembers.OfWrites.canEncode()).isTrue();
    assertThat(StockMembers.OfWrites.canResizePackets()).isTrue();
    assertThat(StockMembers.OfWrites.canSum()).isTrue();
  }
}
