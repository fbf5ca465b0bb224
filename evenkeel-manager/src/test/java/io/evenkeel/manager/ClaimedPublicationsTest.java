package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whoever only asks, and stores nothing, does not empty the cache for others. */
class ClaimedPublicationsTest {
  private static final int CACHED = 10;
  private static final int INVENTED = 50;

  /** Room for as many, and to spare for one more that is being made. */
  private final Scenario s =
      new Scenario(
          ManagerSettings.of((CACHED + 1) * 110, Duration.ofSeconds(30))
              .withLimits(1000, Duration.ofSeconds(3600))
              .withDetector("ratio-to-median", Duration.ofSeconds(60), Duration.ofSeconds(1))
              .withFills(Duration.ofSeconds(2), 400, Duration.ofSeconds(10)),
          Scenario.A);

  private int published() {
    return s.manager.status(0).publishedStripes();
  }

  /** As many as there is room for, and a straggler, so that all that is asked for is wanted. */
  private void fill() {
    s.fill(CACHED);
    s.hangs(SECOND, 1);
  }

  /** On the straggler, which what is cached is not. */
  private static PlacedStripe invented(int number) {
    return Scenario.content(number, Scenario.GEOMETRY, 1);
  }

  private static boolean isAskedFor(Scenario of, long now, int number) {
    return !of.manager.tickets(now, List.of(invented(number))).answer().wanted().isEmpty();
  }

  private void answer(long now, List<Effect> effects, int found) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Renew renew) {
        s.manager.renewed(now, renew.stripe(), renew.node(), found);
      }
    }
  }

  @Test
  void whatIsPublishedAndNotStored_displacesNothing() {
    fill();
    int before = published();
    for (int i = 0; i < INVENTED; i++) {
      long now = 2 * SECOND;
      assertThat(isAskedFor(s, now, 100 + i)).isTrue();
      assertThat(s.reserveFill(now, 2000 + i, invented(100 + i)).answer().granted()).isTrue();
      Outcome<Answer> said = s.manager.publish(now, Stripes.id(2000 + i), invented(100 + i));
      answer(now, said.effects(), 0);
    }
    assertThat(published()).isEqualTo(before);
    assertThat(s.manager.status(0).evictedStripes()).isZero();
    s.manager.check();
  }

  @Test
  void whatIsStored_displaces_onceItIsFound() {
    fill();
    assertThat(isAskedFor(s, 2 * SECOND, 100)).isTrue();
    assertThat(s.reserveFill(2 * SECOND, 2000, invented(100)).answer().granted()).isTrue();
    Outcome<Answer> said = s.manager.publish(2 * SECOND, Stripes.id(2000), invented(100));
    assertThat(said.answer().accepted()).isTrue();
    Outcome<Answer> again = s.manager.publish(2 * SECOND, Stripes.id(2000), invented(100));
    assertThat(again.answer().accepted()).as("said twice").isTrue();
    assertThat(s.isCached(2 * SECOND, 100)).isFalse();
    s.find(2 * SECOND, said.effects());
    assertThat(s.isCached(2 * SECOND, 100)).isTrue();
    s.manager.check();
  }

  @Test
  void whoSaysThatAllIsBroken_isBelievedForSixteenStripes_andSixteenAMinute() {
    Scenario of = new Scenario(40 * 110, Scenario.A);
    List<StripeId> ids = new ArrayList<>();
    for (int number = 10; number < 40; number++) {
      ids.add(of.cache(0, number, 1));
    }
    assertThat(withdrawn(of, 0, "10.0.0.1", ids)).isEqualTo(16);
    assertThat(of.manager.status(0).publishedStripes()).isEqualTo(14);
    assertThat(withdrawn(of, 4 * SECOND, "10.0.0.1", ids.subList(16, 30))).isEqualTo(1);
    assertThat(withdrawn(of, 4 * SECOND, "10.0.0.2", ids.subList(17, 30))).isEqualTo(13);
    of.manager.check();
  }

  private static int withdrawn(Scenario of, long now, String by, List<StripeId> ids) {
    int accepted = 0;
    for (StripeId id : ids) {
      Answer answer = of.manager.withdraw(now, new Witness(by), id, "tested").answer();
      accepted += answer.accepted() ? 1 : 0;
    }
    return accepted;
  }

  /** As by many threads, so that what is spare is held already. */
  @Test
  void manyThatAskForRoomAtOnce_andStoreNothing_takeLittleOfWhatIsThere() {
    fill();
    int granted = 0;
    for (int i = 0; i < INVENTED; i++) {
      isAskedFor(s, 2 * SECOND, 100 + i);
    }
    for (int i = 0; i < INVENTED; i++) {
      // Orders are given at a rate, and so is room.
      granted +=
          s.reserveFill((10 + i) * SECOND, 2000 + i, invented(100 + i)).answer().granted() ? 1 : 0;
    }
    assertThat(granted).isPositive();
    s.manager.check();
    for (int i = 0; i < INVENTED; i++) {
      answer(
          61 * SECOND,
          s.manager.publish(61 * SECOND, Stripes.id(2000 + i), invented(100 + i)).effects(),
          0);
    }
    s.manager.check();
    assertThat(published()).as("but for one").isGreaterThanOrEqualTo(CACHED - 1);
  }

  @Test
  void whoAsksForAnotherContentOfAFile_endsNobodysWish() {
    assertThat(s.isWanted(0, 1)).isTrue();
    PlacedStripe other =
        new PlacedStripe(Scenario.content(1).path(), Scenario.content(50).stripe());
    s.manager.tickets(SECOND, List.of(other));
    assertThat(s.fills(3 * SECOND))
        .extracting(FillOrder::version)
        .contains(version(1), version(50));
    assertThat(s.reserveFill(3 * SECOND, 10, 1).answer().granted()).isTrue();
    s.manager.check();
  }

  private static ContentVersion version(int number) {
    return Scenario.content(number).version();
  }

  /** As by a writer whose first answer was lost, while somebody gives room back. */
  @Test
  void whatIsSaidAgainWhenThereIsRoom_isPublishedOnce() {
    fill();
    assertThat(isAskedFor(s, 2 * SECOND, 100)).isTrue();
    s.reserveFill(2 * SECOND, 2000, invented(100));
    Outcome<Answer> said = s.manager.publish(2 * SECOND, Stripes.id(2000), invented(100));
    s.manager.withdraw(2 * SECOND, Witness.THIS_MACHINE, Stripes.id(1000), "tested");
    assertThat(isAskedFor(s, 2 * SECOND, 101)).isTrue();
    s.reserveFill(2 * SECOND, 2001, invented(101));
    s.manager.publish(2 * SECOND, Stripes.id(2000), invented(100));
    assertThat(s.isCached(2 * SECOND, 100)).isTrue();
    s.find(2 * SECOND, said.effects());
    s.manager.check();
    s.manager.withdraw(2 * SECOND, Witness.THIS_MACHINE, Stripes.id(2001), "tested");
    s.manager.check();
    assertThat(published()).isEqualTo(CACHED);
  }

  /** A cache node may be too busy to be asked. */
  @Test
  void whatCouldNotBeLookedFor_isLookedForAgain_asLongAsItsLeaseLasts() {
    fill();
    isAskedFor(s, 2 * SECOND, 100);
    s.reserveFill(2 * SECOND, 2000, invented(100));
    Outcome<Answer> said = s.manager.publish(8 * SECOND, Stripes.id(2000), invented(100));
    for (Effect effect : said.effects()) {
      s.manager.renewalUnanswered((Effect.Renew) effect);
    }
    List<Effect> again = looksFor(Stripes.id(2000), s.manager.tick(9 * SECOND));
    assertThat(again).hasSize(1);
    s.manager.renewalHadNoRoom((Effect.Renew) again.get(0));
    again = looksFor(Stripes.id(2000), s.manager.tick(17 * SECOND));
    assertThat(again).as("its lease begins with the word").hasSize(1);
    s.find(17 * SECOND, again);
    assertThat(s.isCached(17 * SECOND, 100)).isTrue();
    s.manager.check();
  }

  private static List<Effect> looksFor(StripeId id, List<Effect> effects) {
    return effects.stream()
        .filter(effect -> effect instanceof Effect.Renew renew && renew.stripe().equals(id))
        .toList();
  }

  /** Where there is nothing to spare, room is made for who has stored nothing yet: little of it. */
  @Test
  void whatIsOnlyReserved_displacesLittle_untilItIsStored() {
    Scenario full = new Scenario(CACHED * 110, Scenario.A);
    full.fill(CACHED);
    full.hangs(SECOND, 1);
    for (int i = 0; i < INVENTED; i++) {
      isAskedFor(full, 2 * SECOND, 100 + i);
      full.reserveFill(2 * SECOND, 2000 + i, invented(100 + i));
    }
    assertThat(full.manager.status(0).publishedStripes()).isEqualTo(CACHED - 1);
    // Who was refused for that is still to be made, and has not failed.
    assertThat(full.manager.status(0).policy().failedFills()).isZero();
    Outcome<Answer> said = full.manager.publish(4 * SECOND, Stripes.id(2000), invented(100));
    assertThat(full.reserveFill(4 * SECOND, 3000, invented(149)).answer().granted())
        .as("a word alone")
        .isFalse();
    full.find(4 * SECOND, said.effects());
    assertThat(full.isCached(4 * SECOND, 100)).isTrue();
    assertThat(full.reserveFill(4 * SECOND, 3000, invented(149)).answer().granted()).isTrue();
    full.manager.check();
  }

  /** Whether it is there, and what is freed by it, is not known before its first renewal. */
  @Test
  void whatANewManagerWasOnlyTold_isNotDisplacedForRoom() {
    Scenario full = new Scenario(CACHED * 110, Scenario.A);
    List<CatalogueEntry> told =
        IntStream.range(10, 10 + CACHED)
            .mapToObj(n -> new Claim(Stripes.id(n), Scenario.content(n), List.of(Scenario.A)))
            .map(claim -> claim.toEntry().orElseThrow())
            .toList();
    full.manager.adopt(0, Scenario.A, new CataloguePage(told, CataloguePage.START));
    full.manager.toldUsedBytes(Scenario.A, CACHED * 110);
    int published = full.manager.status(0).publishedStripes();
    assertThat(published).isGreaterThanOrEqualTo(CACHED - 3);
    full.hangs(SECOND, 1);
    for (int i = 0; i < INVENTED; i++) {
      isAskedFor(full, 2 * SECOND, 100 + i);
      full.reserveFill(2 * SECOND, 2000 + i, invented(100 + i));
    }
    assertThat(full.manager.status(0).publishedStripes()).isEqualTo(published);
    assertThat(full.manager.status(0).nodes())
        .allSatisfy(n -> assertThat(n.usedBytes()).isLessThanOrEqualTo(n.capacityBytes()));
    full.manager.check();
  }

  /** It may ask another server that has the same name where it is. */
  @Test
  void whatOneReaderDoesNotFind_isLookedForAtOnce_andThatDecides() {
    StripeId there = s.cache(0, 10, 1);
    StripeId lost = s.cache(0, 11, 1);
    s.manager.missing(there);
    s.manager.missing(lost);
    s.manager.missing(Stripes.id(5000));
    assertThat(published()).isEqualTo(2);
    List<Effect> looks = s.manager.tick(SECOND);
    assertThat(looks)
        .filteredOn(Effect.Renew.class::isInstance)
        .extracting(effect -> ((Effect.Renew) effect).stripe())
        .containsExactlyInAnyOrder(there, lost);
    s.manager.renewed(SECOND, there, Scenario.A, 1);
    s.manager.renewed(SECOND, lost, Scenario.A, 0);
    assertThat(s.isCached(SECOND, 10)).isTrue();
    assertThat(s.isCached(SECOND, 11)).isFalse();
    s.manager.check();
  }

  private List<Effect> linesOfAllThatIsLost() {
    List<StripeId> ids = new ArrayList<>();
    for (int number = 10; number < 10 + CACHED; number++) {
      ids.add(s.cache(0, number, 1));
    }
    List<Effect> effects = new ArrayList<>();
    ids.forEach(id -> effects.addAll(s.manager.renewed(SECOND, id, Scenario.A, 0)));
    return lines(effects);
  }

  /** As when a cache node has started anew. */
  @Test
  void manyThatAreLostAtOnce_areOneLineAndACount() {
    assertThat(linesOfAllThatIsLost()).hasSize(1);
    assertThat(s.manager.status(SECOND).lostStripes()).contains((long) CACHED);
    assertThat(s.manager.status(SECOND).lapsedReservations()).contains(0L);
    StripeId later = s.cache(0, 30, 1);
    assertThat(lines(s.manager.renewed(62 * SECOND, later, Scenario.A, 0)))
        .singleElement()
        .asString()
        .contains("lost 1 of 1", "(and 9 more before)");
  }

  @Test
  void manyThatAreLostAtOnce_andNoneAfterwards_areCountedInALine() {
    linesOfAllThatIsLost();
    assertThat(lines(s.manager.tick(120 * SECOND))).isEmpty();
    assertThat(lines(s.manager.tick(121 * SECOND)))
        .containsExactly(
            new Effect.Log("9 more stripes were withdrawn, lost or not published than were named"));
    assertThat(lines(s.manager.tick(600 * SECOND))).isEmpty();
  }

  private static List<Effect> lines(List<Effect> effects) {
    return effects.stream().filter(Effect.Log.class::isInstance).toList();
  }
}
