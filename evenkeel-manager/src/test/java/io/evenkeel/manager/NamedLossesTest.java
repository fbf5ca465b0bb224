package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said, and counted, of what is lost. */
class NamedLossesTest {
  private static final int MINUTES = 5;

  private final Scenario s = new Scenario(10_000, Scenario.A);

  private static List<String> lines(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.Log.class::isInstance)
        .map(effect -> ((Effect.Log) effect).message())
        .toList();
  }

  /** As by a server that evicts: LOGS.md and OPERATING.md promise such a line a minute. */
  @Test
  void nodeThatLosesOneEachFewSeconds_isNamedEachMinute() {
    List<String> named = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (long second = 1; second <= MINUTES * 60; second++) {
      List<Effect> effects = new ArrayList<>();
      if (second % 7 == 0) {
        StripeId id = s.cache(second * SECOND, (int) (10 + second / 7), 1);
        effects.addAll(s.manager.renewed(second * SECOND, id, Scenario.A, 0));
      }
      effects.addAll(s.manager.tick(second * SECOND));
      for (String line : lines(effects)) {
        (line.contains("lost 1 of 1 fragments on " + Scenario.A) ? named : others).add(line);
      }
    }
    assertThat(named).as("beside %s", others).hasSizeGreaterThanOrEqualTo(MINUTES - 1);
  }

  /** An entry that could not be struck, decision 25: its parity was evicted, not lost. */
  @Test
  void claimThatWasNeverTrue_isNotCountedAsLost() {
    Scenario before = new Scenario(10_000, Scenario.A);
    StripeId id = before.cache(0, 1, 1);
    var entry = before.manager.claim(id).flatMap(Claim::toEntry).orElseThrow();
    s.manager.adopt(0, Scenario.A, new CataloguePage(List.of(entry), CataloguePage.START));
    s.manager.tick(1);
    s.manager.renewed(1, id, Scenario.A, 0);
    assertThat(s.manager.status(0).lostStripes()).contains(0L);
  }

  /** Its server hangs: what is read most is found to be over by a reader, not by the clock. */
  @Test
  void whatExpiredAndIsReadBeforeItIsDue_isCountedAsLost() {
    s.cache(0, 10, 1);
    s.cache(0, 11, 1);
    for (long second = 1; second <= 30; second++) {
      s.manager.tick(second * SECOND - 1);
    }
    assertThat(s.manager.status(0).publishedStripes()).isEqualTo(2);
    assertThat(s.read(31 * SECOND, 10).answer().tickets()).isEmpty();
    for (long second = 31; second <= 60; second++) {
      s.manager.tick(second * SECOND);
    }
    assertThat(s.manager.status(0).publishedStripes()).isZero();
    assertThat(s.manager.status(0).lostStripes()).contains(2L);
  }

  @Test
  void leaseThatIsOverAndWhoseContentIsReadBeforeTheTick_isCountedAsLapsed() {
    s.read(0, 10);
    assertThat(s.reserveFill(0, 500, 10).answer().granted()).isTrue();
    s.read(10 * SECOND, 10);
    s.manager.tick(11 * SECOND);
    assertThat(s.manager.status(0).reservedStripes()).isZero();
    assertThat(s.manager.status(0).lapsedReservations()).contains(1L);
  }

  /** The second index is on the node that had the first; the new one is written down elsewhere. */
  @Test
  void entryThatWasWrittenLate_isStruckWhereTheStripeIsNotWrittenDown() {
    Scenario two = new Scenario(1000, Scenario.A, Scenario.B);
    two.manager.reserve(0, Stripes.id(1), Scenario.GEOMETRY);
    two.manager.publish(0, Stripes.id(1), Scenario.content(1));
    var first = two.manager.claim(Stripes.id(1)).orElseThrow().nodes().get(0);
    var other = first.equals(Scenario.A) ? Scenario.B : Scenario.A;
    var late = new Effect.Enter(Stripes.id(1), other, Duration.ofSeconds(30));
    assertThat(two.manager.entered(late))
        .as("written for the same id as it was before")
        .isNotEmpty();
  }
}
