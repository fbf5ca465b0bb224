package io.evenkeel.policy.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ContentVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParityDemandTest {
  private final ParityDemand demand = new ParityDemand();

  private static ContentVersion stripe(int number) {
    return BlockContents.of(List.of(new BlockVersion("pool", number, 1, 1)));
  }

  private void unwanted(int from, int to) {
    for (int i = from; i < to; i++) {
      demand.decided(stripe(i), false);
    }
  }

  @Test
  void unknownDemand_isTrusted() {
    assertThat(demand.isLikely(stripe(0))).isTrue();
  }

  @Test
  void unwantedStripe_endsTheTrust_andAWantedOneRestoresIt() {
    unwanted(0, 1);
    assertThat(demand.isLikely(stripe(1))).isFalse();
    demand.decided(stripe(1), true);
    assertThat(demand.isLikely(stripe(2))).isTrue();
  }

  @Test
  void stripeThatWasWanted_isBegunWhenItIsReadAgain_untilItIsWantedNoMore() {
    demand.decided(stripe(7), true);
    unwanted(10, 20);
    assertThat(demand.isLikely(stripe(7))).isTrue();
    assertThat(demand.isLikely(stripe(8))).isFalse();
    demand.decided(stripe(7), false);
    assertThat(demand.isLikely(stripe(7))).isFalse();
  }

  @Test
  void onlyTheLatestWantedStripes_areRemembered() {
    for (int i = 0; i <= 256; i++) {
      demand.decided(stripe(i), true);
    }
    unwanted(1000, 1004);
    assertThat(demand.isLikely(stripe(0))).isFalse();
    assertThat(demand.isLikely(stripe(1))).isTrue();
  }
}
