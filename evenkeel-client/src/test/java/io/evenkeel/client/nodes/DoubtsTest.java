package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DoubtsTest {
  @Test
  void aDoubtThatIsForgotten_costsNobodyAnything() {
    Doubts doubts = new Doubts(TimeUnit.SECONDS.toNanos(5));
    doubts.laggedAtShort(new NodeId("gone:1"), 0);
    long later = TimeUnit.MINUTES.toNanos(11);
    assertThat(doubts.hasAny(later)).isFalse();
  }

  /** As the very one that was waited for too long. */
  @Test
  void aReadThatWasOnItsWayWhenItsNodeWasFoundSlow_endsNoDoubt() {
    NodeId node = new NodeId("slow:1");
    Doubts doubts = new Doubts(TimeUnit.SECONDS.toNanos(5));
    doubts.laggedAtShort(node, 5000);
    assertThat(doubts.passed(node, 4999, 9000)).isFalse();
    assertThat(doubts.isDoubted(node, 9000)).isTrue();
    assertThat(doubts.passed(node, 5000, 9000)).isTrue();
    assertThat(doubts.isDoubted(node, 9000)).isFalse();
  }
}
