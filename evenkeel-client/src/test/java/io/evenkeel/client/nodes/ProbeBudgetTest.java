package io.evenkeel.client.nodes;

import static io.evenkeel.client.nodes.BookScene.MILLI;
import static io.evenkeel.client.nodes.BookScene.PROBE;
import static io.evenkeel.client.nodes.BookScene.SIZE;
import static io.evenkeel.client.nodes.BookScene.SLOW;
import static io.evenkeel.client.nodes.BookScene.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import org.junit.jupiter.api.Test;

/** What trying nodes that were slow may cost. */
class ProbeBudgetTest {
  private final BookScene scene = new BookScene();
  private final ManualScheduler time = scene.time;
  private final NodeBook book = scene.book;

  /** As when its connections break: they are no evidence. */
  @Test
  void probesThatCouldNotBeMade_costNothing() {
    for (int i = 0; i < 30; i++) {
      book.laggedAtShort(node(i));
    }
    time.advance(501 * MILLI);
    for (int i = 0; i < 29; i++) {
      book.probeLater(book.tryProbe(node(i), PROBE).orElseThrow(), 0);
    }
    assertThat(book.tryProbe(node(29), PROBE)).as("none was made").isPresent();
  }

  @Test
  void probes_costWhatTheyRead() {
    for (int i = 0; i < 30; i++) {
      book.laggedAtShort(node(i));
    }
    time.advance(501 * MILLI);
    ProbeRule large = ProbeRule.small(book, 1 << 20, 8 << 20);
    assertThat(large.costBytes()).isEqualTo(2 << 20);
    assertThat(book.tryProbe(node(0), large)).as("the first one").isPresent();
    assertThat(book.tryProbe(node(1), PROBE)).isEmpty();
    scene.bring(60);
    assertThat(book.tryProbe(node(1), PROBE)).as("a fiftieth of 60 MiB").isEmpty();
    scene.bring(60);
    assertThat(book.tryProbe(node(1), PROBE)).as("a fiftieth of 120 MiB").isPresent();
  }

  /** A node that hangs costs a connection. */
  @Test
  void probesInVain_costWhatHasCome() {
    for (int i = 0; i < 3; i++) {
      book.laggedAtShort(node(i));
    }
    time.advance(501 * MILLI);
    GrantedProbe first = book.tryProbe(node(0), PROBE).orElseThrow();
    assertThat(book.tryProbe(node(1), PROBE)).as("while it is under way").isEmpty();
    book.probedInVain(first, SmallReads.ALONE, 1000 * MILLI, 0);
    GrantedProbe second = book.tryProbe(node(1), PROBE).orElseThrow();
    book.probedInVain(second, SmallReads.ALONE, 1000 * MILLI, SIZE);
    assertThat(book.tryProbe(node(2), PROBE)).as("64 KiB have come").isEmpty();
  }

  /** As when what they cost was charged to the other budget. */
  @Test
  void aSpareProbeThatCouldNotBeMade_isSpareStill_thoughTheNodeHangsMeanwhile() {
    ProbeRule ofPart = ProbeRule.ofBeginning(book, SLOW, SIZE, true, 8 << 20);
    book.laggedAtShort(SLOW);
    time.advance(1001 * MILLI);
    scene.bring(26);
    GrantedProbe spare = book.tryProbe(SLOW, ofPart).orElseThrow();
    scene.laneLeft(SLOW, 1, 0, 1000 * MILLI);
    assertThat(book.isSilent(SLOW)).isTrue();
    book.probeLater(spare, 0);
    book.heard(SLOW);
    time.advance(1001 * MILLI);
    assertThat(book.tryProbe(SLOW, ofPart)).isPresent();
  }

  /** Some reads of parts of rows are read of the node: all processes try the busiest one. */
  @Test
  void aProbeBesideParts_isEarnedFirst_unlessTheNodeHangs() {
    ProbeRule ofPart = ProbeRule.ofBeginning(book, SLOW, SIZE, true, 8 << 20);
    assertThat(ofPart.besideParts()).isTrue();
    book.laggedAtShort(SLOW);
    time.advance(501 * MILLI);
    scene.bring(24);
    assertThat(book.tryProbe(SLOW, ofPart)).as("a two-hundredth of 24 MiB is too little").isEmpty();
    scene.bring(2);
    GrantedProbe earned = book.tryProbe(SLOW, ofPart).orElseThrow();
    assertThat(earned.isSpare()).isTrue();
    book.probedInVain(earned, SmallReads.ALONE, 1000 * MILLI, 0);
    time.advance(5001 * MILLI);
    assertThat(book.isSilent(SLOW)).isTrue();
    assertThat(book.tryProbe(SLOW, ofPart)).as("no read tries it").isPresent();
  }

  /** What large reads have found slow no small one tries. */
  @Test
  void aProbeBesideParts_ofANodeThatIsSlowByItsPace_isNotSpare() {
    ProbeRule ofPart = ProbeRule.ofBeginning(book, SLOW, SIZE, true, SIZE);
    book.lagged(SLOW);
    time.advance(5001 * MILLI);
    assertThat(ofPart.byPace()).as("of so short a block").isFalse();
    assertThat(book.tryProbe(SLOW, ofPart)).isPresent();
  }
}
