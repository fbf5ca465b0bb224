package io.evenkeel.policy.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParityDemandTest {
  private final ParityDemand demand = new ParityDemand();

  @Test
  void unknownDemand_isTrusted() {
    assertThat(demand.isLikely()).isTrue();
  }

  @Test
  void fourUnwantedStripesInARow_endTheTrust_andOneWantedRestoresIt() {
    for (int i = 0; i < 3; i++) {
      demand.decided(false);
      assertThat(demand.isLikely()).isTrue();
    }
    demand.decided(false);
    assertThat(demand.isLikely()).isFalse();
    for (int i = 0; i < 100; i++) {
      demand.decided(false);
    }
    demand.decided(true);
    assertThat(demand.isLikely()).isTrue();
  }
}
