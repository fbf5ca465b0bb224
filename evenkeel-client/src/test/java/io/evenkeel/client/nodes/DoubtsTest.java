package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DoubtsTest {
  private static final long MILLI = 1_000_000;

  private final NodeId node = new NodeId("slow:1");
  private final Doubts doubts = new Doubts(TimeUnit.SECONDS.toNanos(5));

  private void probedAtHalfASecond() {
    doubts.laggedAtShort(node, 0);
    assertThat(doubts.tryProbe(node, 500 * MILLI)).isTrue();
  }

  @Test
  void aDoubtThatIsForgotten_costsNobodyAnything() {
    doubts.laggedAtShort(node, 0);
    long later = TimeUnit.MINUTES.toNanos(11);
    assertThat(doubts.hasAny(later)).isFalse();
  }

  /** As the very one that was waited for too long. */
  @Test
  void aReadThatWasOnItsWayWhenItsNodeWasFoundSlow_endsNoDoubt() {
    doubts.laggedAtShort(node, 5000);
    assertThat(doubts.passed(node, 4999, 9000)).isFalse();
    assertThat(doubts.isDoubted(node, 9000)).isTrue();
    assertThat(doubts.passed(node, 5000, 9000)).isTrue();
    assertThat(doubts.isDoubted(node, 9000)).isFalse();
  }

  /** Which small reads of a slow node do, of which some are not gone around. */
  @Test
  void aDoubtThatIsRenewedWhileItsProbeIsUnderWay_admitsNoOtherProbe() {
    probedAtHalfASecond();
    doubts.laggedAtShort(node, 600 * MILLI);
    doubts.lagged(node, 700 * MILLI);
    assertThat(doubts.tryProbe(node, 5700 * MILLI)).as("one is under way").isFalse();
    doubts.probeEnded(node);
    assertThat(doubts.tryProbe(node, 5699 * MILLI)).as("it was slow since").isFalse();
    assertThat(doubts.tryProbe(node, 5700 * MILLI)).isTrue();
  }

  /** And none that was slow since is trusted because nobody has heard of the probe. */
  @Test
  void aProbeThatIsLost_keepsNoOtherAway() {
    probedAtHalfASecond();
    doubts.lagged(node, 30_000 * MILLI);
    assertThat(doubts.tryProbe(node, 40_499 * MILLI)).isFalse();
    assertThat(doubts.isDoubted(node, 40_500 * MILLI)).isTrue();
    assertThat(doubts.tryProbe(node, 40_500 * MILLI)).isTrue();
  }
}
