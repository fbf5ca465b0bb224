package io.evenkeel.client.nodes;

import static io.evenkeel.client.nodes.BookScene.MILLI;
import static io.evenkeel.client.nodes.BookScene.PROBE;
import static io.evenkeel.client.nodes.BookScene.SLOW;
import static io.evenkeel.client.nodes.BookScene.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeView;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who was slow before many others were is slow still; up to three of nine can be slow at once. */
class SlowForLongTest {
  private static final long MEMORY = 5000 * MILLI;

  private final BookScene scene = new BookScene();
  private final ManualScheduler time = scene.time;
  private final NodeBook book = scene.book;

  /** Else every hiccup of the others would have everybody wait for it again. */
  @Test
  void aNodeThatWasSlowBeforeManyOthersWere_isStill() {
    scene.meet(9);
    for (int times = 0; times < 3; times++) {
      time.advance(MEMORY);
      book.lagged(SLOW);
    }
    time.advance(1000 * MILLI);
    for (int i = 1; i < 9; i++) {
      book.lagged(node(i));
    }
    assertThat(book.view().nodes()).extracting(NodeView::node).containsExactly(SLOW);
    assertThat(book.isKeptOff(SLOW)).isTrue();
    assertThat(book.isKeptOff(node(1))).isFalse();
    time.advance(MEMORY - 1000 * MILLI);
    assertThat(book.view().isSlow(SLOW)).isFalse();
    assertThat(book.isKeptOff(SLOW)).as("until a probe has come back").isTrue();
  }

  /** As behind a link between racks. */
  @Test
  void whereManyWereSlowForLong_nobodyIs() {
    scene.meet(9);
    for (int times = 0; times < 3; times++) {
      for (int i = 0; i < 4; i++) {
        book.lagged(node(i));
      }
      assertThat(book.view().nodes()).as("four of nine").isEmpty();
      assertThat(book.isKeptOff(node(0))).isFalse();
      time.advance(MEMORY);
    }
  }

  private void othersLagToo_andNobodyIsSlow() {
    for (int i = 0; i < 4; i++) {
      book.lagged(node(i));
    }
    assertThat(book.view().nodes()).isEmpty();
    assertThat(book.isKeptOff(SLOW)).isFalse();
  }

  /** Of which a read that goes on for long notices less than what going around costs it. */
  @Test
  void whatMayBeAHiccup_isNone_onceItComesAgain_orIsKnownOtherwise() {
    scene.meet(9);
    book.laggedAtShort(SLOW);
    time.advance(100 * MILLI);
    book.laggedAtShort(SLOW);
    assertThat(book.hasMoreThanHiccup(SLOW)).as("others see the same one").isFalse();
    time.advance(3 * MEMORY);
    book.laggedAtShort(SLOW);
    assertThat(book.hasMoreThanHiccup(SLOW)).as("again, however late").isTrue();
    time.advance(MEMORY);
    GrantedProbe probe = book.tryProbe(SLOW, PROBE).orElseThrow();
    book.probed(probe, SmallReads.ALONE, MILLI, false);
    assertThat(book.hasMoreThanHiccup(SLOW)).as("in time").isFalse();
    book.laggedAtShort(SLOW);
    assertThat(book.hasMoreThanHiccup(SLOW)).as("it was in time in between").isFalse();

    book.laggedAtShort(node(1));
    book.lagged(node(1));
    assertThat(book.hasMoreThanHiccup(node(1))).as("by a large read").isTrue();

    book.laggedAtShort(node(2));
    book.told(List.of(new NodeView(node(2), true, "")), List.of(node(2)));
    assertThat(book.hasMoreThanHiccup(node(2))).as("by the manager").isTrue();
  }

  @Test
  void findingsThatAreFarApart_areNotInARow() {
    scene.meet(9);
    for (int times = 0; times < 5; times++) {
      book.lagged(SLOW);
      time.advance(2 * MEMORY + 1);
    }
    othersLagToo_andNobodyIsSlow();
  }

  /** A long read says at its end what it has found long before, and others find it meanwhile. */
  @Test
  void oneHiccupThatSeveralReadsHaveSeen_isOne() {
    scene.meet(9);
    book.laggedAtShort(SLOW);
    time.advance(MEMORY);
    for (int i = 0; i < 5; i++) {
      book.lagged(SLOW);
      time.advance(900 * MILLI);
    }
    othersLagToo_andNobodyIsSlow();
  }

  @Test
  void aProbeInTime_endsTheRow() {
    scene.bring(60);
    scene.meet(9);
    for (int times = 0; times < 4; times++) {
      book.lagged(SLOW);
      time.advance(MEMORY);
    }
    GrantedProbe probe = book.tryProbe(SLOW, PROBE).orElseThrow();
    book.probed(probe, SmallReads.ALONE, MILLI, false);
    assertThat(book.isDoubted(SLOW)).isFalse();
    othersLagToo_andNobodyIsSlow();
  }

  /** Which are dead, and keep nobody from seeing who limps. */
  @Test
  void nodesThatSayNothing_areNotCountedAmongThoseThatWereSlowForLong() {
    scene.meet(9);
    for (int times = 0; times < 3; times++) {
      time.advance(MEMORY);
      for (int i = 0; i < 4; i++) {
        book.lagged(node(i));
      }
    }
    assertThat(book.isKeptOff(SLOW)).isFalse();
    for (int i = 1; i < 4; i++) {
      scene.laneLeft(node(i), 1, 0, 1000 * MILLI);
    }
    assertThat(book.isSilent(node(1))).isTrue();
    assertThat(book.isKeptOff(SLOW)).isTrue();
    assertThat(book.view().isSlow(SLOW)).isTrue();
  }
}
