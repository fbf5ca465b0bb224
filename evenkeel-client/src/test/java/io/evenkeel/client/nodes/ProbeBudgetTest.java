package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.policy.reading.ReadKind;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What trying nodes that were slow may cost. */
class ProbeBudgetTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final int SIZE = 64 << 10;
  private static final ReadKind KIND = ReadKind.of(SIZE);
  private static final NodeId SLOW = node(0);

  /** Twice 64 KiB. */
  private static final ProbeRule PROBE = new ProbeRule(SIZE, KIND, false, false);

  private final ManualScheduler time = new ManualScheduler();
  private final NodeBook book =
      new NodeBook(time, new SplittableRandom(26)::nextLong, ReadLimits.defaults(), 1, entry -> {});

  private static NodeId node(int number) {
    return new NodeId("datanode-" + number + ":9866");
  }

  private void bring(int mebibytes) {
    long bytes = (long) mebibytes << 20;
    book.stretchEnded(new NodeSample(node(99), bytes, bytes, MILLI, Outcome.ABORTED));
  }

  /** As when its connections break: they are no evidence. */
  @Test
  void probesThatCouldNotBeMade_costNothing() {
    for (int i = 0; i < 30; i++) {
      book.laggedAtShort(node(i));
    }
    time.advance(501 * MILLI);
    for (int i = 0; i < 29; i++) {
      assertThat(book.tryProbe(node(i), PROBE)).isTrue();
      book.probeLater(node(i), PROBE);
    }
    assertThat(book.tryProbe(node(29), PROBE)).as("none was made").isTrue();
  }

  @Test
  void probes_costWhatTheyRead() {
    for (int i = 0; i < 30; i++) {
      book.laggedAtShort(node(i));
    }
    time.advance(501 * MILLI);
    ProbeRule large = ProbeRule.small(book, 1 << 20, 8 << 20);
    assertThat(large.costBytes()).isEqualTo(2 << 20);
    assertThat(book.tryProbe(node(0), large)).as("the first one").isTrue();
    assertThat(book.tryProbe(node(1), PROBE)).isFalse();
    bring(60);
    assertThat(book.tryProbe(node(1), PROBE)).as("a fiftieth of 60 MiB").isFalse();
    bring(60);
    assertThat(book.tryProbe(node(1), PROBE)).as("a fiftieth of 120 MiB").isTrue();
  }

  /** Some reads of parts of rows are read of the node: all processes try the busiest one. */
  @Test
  void aProbeBesideParts_isEarnedFirst_unlessTheNodeHangs() {
    ProbeRule ofPart = ProbeRule.ofBeginning(book, SLOW, SIZE, true, 8 << 20);
    assertThat(ofPart.besideParts()).isTrue();
    book.laggedAtShort(SLOW);
    time.advance(501 * MILLI);
    bring(24);
    assertThat(book.tryProbe(SLOW, ofPart)).as("a two-hundredth of 24 MiB is too little").isFalse();
    bring(2);
    assertThat(book.tryProbe(SLOW, ofPart)).as("of 26 MiB").isTrue();
    book.probedInVain(SLOW, KIND, SmallReads.ALONE, 1000 * MILLI);
    time.advance(5001 * MILLI);
    assertThat(book.isSilent(SLOW)).isTrue();
    assertThat(book.tryProbe(SLOW, ofPart)).as("no read tries it").isTrue();
  }

  /** What large reads have found slow no small one tries. */
  @Test
  void aProbeBesideParts_ofANodeThatIsSlowByItsPace_isNotSpare() {
    ProbeRule ofPart = ProbeRule.ofBeginning(book, SLOW, SIZE, true, SIZE);
    book.lagged(SLOW);
    time.advance(5001 * MILLI);
    assertThat(ofPart.byPace()).as("of so short a block").isFalse();
    assertThat(book.tryProbe(SLOW, ofPart)).isTrue();
  }
}
