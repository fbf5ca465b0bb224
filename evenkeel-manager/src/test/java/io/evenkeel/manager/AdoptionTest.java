package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.B;
import static io.evenkeel.manager.Scenario.GEOMETRY;
import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A manager that comes after another takes over what that has published; see {@link Scenario} for
 * the numbers.
 */
class AdoptionTest {
  private static final long NOW = 100 * SECOND;
  private static final Duration HOUR = Duration.ofHours(1);
  private final Scenario before = new Scenario(10_000, A);
  private final Scenario after = new Scenario(1000, A);

  private static CatalogueEntry entry(Scenario of, StripeId id) {
    return of.manager.claim(id).flatMap(Claim::toEntry).orElseThrow();
  }

  private static CataloguePage page(CatalogueEntry... entries) {
    return new CataloguePage(List.of(entries), CataloguePage.START);
  }

  /** Content n, published by the manager before. */
  private CatalogueEntry published(int number) {
    return entry(before, before.cache(0, number, 1));
  }

  private List<Effect> adopt(CatalogueEntry... entries) {
    List<Effect> effects = after.manager.adopt(NOW, A, page(entries));
    after.manager.check();
    return effects;
  }

  private static <E extends Effect> List<E> of(Class<E> kind, List<Effect> effects) {
    return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private long publishedBytes() {
    return after.manager.status(NOW).publishedBytes();
  }

  @Test
  void catalogue_isReadOncePerNode_pageByPage() {
    Scenario fresh = new Scenario(1000, A, B);
    // The scenario has let time pass for the first time.
    assertThat(of(Effect.ReadCatalogue.class, fresh.manager.tick(SECOND))).isEmpty();
    assertThat(fresh.manager.adopt(NOW, A, new CataloguePage(List.of(), "17")))
        .containsExactly(new Effect.ReadCatalogue(A, "17"));
    assertThat(fresh.manager.adopt(NOW, A, page())).isEmpty();
  }

  @Test
  void nodeThatIsReachedLate_isReadThen() {
    Manager manager =
        new Manager(Scenario.settings(1000), List.of(A), (bytes, k) -> bytes + 10, () -> 42);
    assertThat(of(Effect.ReadCatalogue.class, manager.tick(0))).isEmpty();
    manager.toldUsedBytes(A, 0);
    assertThat(of(Effect.ReadCatalogue.class, manager.tick(SECOND)))
        .containsExactly(new Effect.ReadCatalogue(A, CataloguePage.START));
    assertThat(of(Effect.ReadCatalogue.class, manager.tick(2 * SECOND))).isEmpty();
  }

  @Test
  void nodeThatCannotBeRead_isTriedAgain_andToldOfOnce() {
    long pause = Scenario.settings(1000).usedBytesEvery().toNanos();
    assertThat(of(Effect.Log.class, after.manager.unread(NOW, A, "NOPERM"))).hasSize(1);
    assertThat(of(Effect.ReadCatalogue.class, after.manager.tick(NOW))).isEmpty();
    assertThat(of(Effect.ReadCatalogue.class, after.manager.tick(NOW + pause))).hasSize(1);
    assertThat(after.manager.unread(NOW, A, "NOPERM")).isEmpty();
  }

  @Test
  void whatWasPublished_isReadByAtOnce_andRenewedAtTheNextTick() {
    CatalogueEntry entry = published(1);
    List<Effect> effects = adopt(entry);
    assertThat(of(Effect.Log.class, effects)).hasSize(1);
    assertThat(of(Effect.Delete.class, effects)).isEmpty();
    var ticket = after.read(NOW, 1).answer().tickets().get(0);
    assertThat(ticket.fragments().id()).isEqualTo(entry.stripe());
    assertThat(ticket.fragments().sources(2)).hasSize(1);
    assertThat(publishedBytes()).isEqualTo(110);
    assertThat(after.explain(NOW, 1).decision()).contains("when the manager started");

    Effect.Renew renew = of(Effect.Renew.class, after.manager.tick(NOW + 1)).get(0);
    assertThat(renew.stripe()).isEqualTo(entry.stripe());
    assertThat(after.manager.renewed(NOW + 1, renew.stripe(), A, 1))
        .as("written down by this manager")
        .containsExactly(new Effect.Enter(entry.stripe(), A, renew.timeToLive()));
    assertThat(of(Effect.Renew.class, after.manager.tick(NOW + 2))).isEmpty();
    assertThat(of(Effect.Renew.class, after.manager.tick(NOW + 11 * SECOND))).hasSize(1);
    after.manager.check();
  }

  @Test
  void whatIsSaidToBeGone_isNotWrittenDown_untilSomebodyAsksForIt() {
    StripeId id = before.cache(0, 1, 1);
    before.manager.changed(0, List.of(PathChange.gone(Scenario.content(1).path())));
    Effect.Delete strike = new Effect.Delete(id, A, List.of(), 0);
    assertThat(before.manager.tick(3 * SECOND)).contains(strike);
    before.manager.check();
    assertThat(before.manager.claim(id)).isEmpty();
    assertThat(before.manager.entered(new Effect.Enter(id, A, HOUR)))
        .as("written down by a renewal that was under way")
        .containsExactly(strike);
    assertThat(before.manager.stillToDelete(strike.again())).contains(strike.again());

    before.read(4 * SECOND, 1);
    assertThat(before.manager.claim(id)).as("with its next renewal").isPresent();
    assertThat(of(Effect.Renew.class, before.manager.tick(5 * SECOND))).hasSize(1);
    assertThat(before.manager.renewed(5 * SECOND, id, A, 1))
        .containsExactly(new Effect.Enter(id, A, Scenario.settings(1000).timeToLive()));
    assertThat(before.manager.stillToDelete(strike)).as("it has waited too long").isEmpty();
    assertThat(before.manager.stillToDelete(strike.again())).isEmpty();
    before.manager.check();
  }

  @Test
  void whatIsNotThere_isFoundOutByItsRenewal() {
    CatalogueEntry entry = published(1);
    adopt(entry);
    after.manager.tick(NOW + 1);
    List<Effect> effects = after.manager.renewed(NOW + 1, entry.stripe(), A, 0);
    assertThat(effects).contains(gone(entry.stripe()));
    assertThat(after.read(NOW + 2, 1).answer().tickets()).isEmpty();
    after.manager.check();
  }

  /** The removal of what was not there. */
  private static Effect.Delete gone(StripeId id) {
    return new Effect.Delete(id, A, Scenario.delete(id, A).keys(), 0);
  }

  @Test
  void whatWasTakenForAClaimThatIsNotTrue_isForeignOnce_thoughItsRemovalFails() {
    after.manager.toldUsedBytes(A, 110);
    CatalogueEntry entry = published(1);
    adopt(entry);
    assertThat(usedBytes()).isEqualTo(110);
    List<Effect> effects = renewAll(NOW + 1, 0);
    of(Effect.Delete.class, effects).forEach(after.manager::deleteFailed);
    assertThat(usedBytes()).isEqualTo(110);
  }

  private long usedBytes() {
    return after.manager.status(NOW).nodes().get(0).usedBytes();
  }

  @Test
  void entryOnTwoPages_isTakenOverOnce() {
    CatalogueEntry entry = published(1);
    adopt(entry, entry);
    assertThat(of(Effect.Delete.class, adopt(entry))).isEmpty();
    assertThat(publishedBytes()).isEqualTo(110);
  }

  /** All of it was taken for foreign, for the node was full when this manager first saw it. */
  @Test
  void whatFillsANode_isTakenOver_andIsForeignNoMore() {
    Scenario full = new Scenario(1000, A);
    full.manager.toldUsedBytes(A, 990);
    List<CatalogueEntry> entries = IntStream.rangeClosed(1, 9).mapToObj(this::published).toList();
    List<Effect> effects =
        full.manager.adopt(NOW, A, new CataloguePage(entries, CataloguePage.START));
    assertThat(of(Effect.Delete.class, effects)).isEmpty();
    var status = full.manager.status(NOW);
    assertThat(status.publishedBytes()).isEqualTo(990);
    assertThat(status.nodes().get(0).usedBytes()).isEqualTo(990);
    full.manager.check();
  }

  /** Renewals find so many fragments of each stripe; then time passes. */
  private List<Effect> renewAll(long now, int found) {
    List<Effect> effects = new ArrayList<>();
    for (Effect.Renew renew : of(Effect.Renew.class, after.manager.tick(now))) {
      effects.addAll(after.manager.renewed(now, renew.stripe(), A, found));
    }
    effects.addAll(after.manager.tick(now + 1));
    after.manager.check();
    return effects;
  }

  @Test
  void whatThereIsNoRoomFor_isRemoved_andNeverMoreHeldThanFits() {
    CatalogueEntry[] entries =
        IntStream.rangeClosed(1, 12).mapToObj(this::published).toArray(CatalogueEntry[]::new);
    assertThat(of(Effect.Delete.class, adopt(entries))).as("who knows what is there").isEmpty();
    assertThat(publishedBytes()).isEqualTo(990);
    List<Effect.Delete> deletes = of(Effect.Delete.class, renewAll(NOW + 1, 1));
    assertThat(publishedBytes()).isEqualTo(990);
    assertThat(deletes).hasSize(3);
    assertThat(deletes.get(0).keys()).hasSize(1);
    assertThat(deletes.get(0).allocatedBytes()).isZero();
  }

  @Test
  void contentThatIsProtectedByNow_keepsWhatItHas() {
    // Of another id than the one that comes.
    published(2);
    CatalogueEntry old = published(1);
    StripeId now = after.cache(NOW, 1, 1);
    assertThat(of(Effect.Delete.class, adopt(old)))
        .extracting(Effect.Delete::stripe)
        .containsExactly(old.stripe());
    assertThat(after.read(NOW, 1).answer().tickets().get(0).fragments().id()).isEqualTo(now);
  }

  /** It was not struck when its fragments were removed, and a server gives it first. */
  @Test
  void claimThatIsNotTrue_readFirst_doesNotCostTheOneThatIs() {
    CatalogueEntry live = published(1);
    StripeId ghost = Stripes.id(7);
    List<Effect> effects =
        adopt(
            claim(7, Scenario.content(1), A).toEntry().orElseThrow(),
            claim(8, Scenario.content(1), A).toEntry().orElseThrow(),
            live,
            live);
    assertThat(of(Effect.Delete.class, effects)).isEmpty();
    List<Effect> first = renewAll(NOW + 1, 0);
    assertThat(of(Effect.Delete.class, first)).containsExactly(gone(ghost));
    List<Effect> second = renewAll(NOW + 3, 0);
    assertThat(of(Effect.Delete.class, second)).containsExactly(gone(Stripes.id(8)));
    assertThat(of(Effect.Log.class, second))
        .contains(
            new Effect.Log("of 2 stripes that others were in the way of, 2 are taken over now"));
    assertThat(of(Effect.Delete.class, renewAll(NOW + 5, 1))).isEmpty();
    assertThat(after.read(NOW + 6, 1).answer().tickets().get(0).fragments().id())
        .isEqualTo(live.stripe());
    assertThat(publishedBytes()).isEqualTo(110);
  }

  @Test
  void claimsThatAreNotTrue_doNotTakeTheRoomOfThoseThatAre() {
    CatalogueEntry[] ghosts =
        IntStream.range(11, 20)
            .mapToObj(n -> claim(n, Scenario.content(n), A).toEntry().orElseThrow())
            .toArray(CatalogueEntry[]::new);
    CatalogueEntry[] live =
        IntStream.rangeClosed(1, 9).mapToObj(this::published).toArray(CatalogueEntry[]::new);
    adopt(ghosts);
    assertThat(of(Effect.Delete.class, adopt(live))).isEmpty();
    assertThat(of(Effect.Delete.class, renewAll(NOW + 1, 0))).hasSize(9);
    assertThat(of(Effect.Delete.class, renewAll(NOW + 3, 1))).isEmpty();
    assertThat(publishedBytes()).isEqualTo(990);
    for (CatalogueEntry entry : live) {
      assertThat(after.manager.claim(entry.stripe())).isPresent();
    }
  }

  @Test
  void claimsThatWait_areBounded_theOthersAreRemovedAtOnce() {
    List<CatalogueEntry> entries = new ArrayList<>();
    for (int id = 0; id <= Adoption.ASIDE_MAX + 2; id++) {
      entries.add(claim(id, Scenario.content(1), A).toEntry().orElseThrow());
    }
    assertThat(of(Effect.Delete.class, adopt(entries.toArray(CatalogueEntry[]::new))))
        .extracting(Effect.Delete::stripe)
        .containsExactly(Stripes.id(Adoption.ASIDE_MAX + 1), Stripes.id(Adoption.ASIDE_MAX + 2));
    assertThat(of(Effect.Delete.class, renewAll(NOW + 1, 1))).hasSize(Adoption.ASIDE_MAX);
  }

  @Test
  void contentThatSomebodyIsMaking_isMadeNoMore() {
    CatalogueEntry old = published(1);
    after.read(NOW, 1);
    assertThat(after.reserveFill(NOW, 77, 1).answer().granted()).isTrue();
    adopt(old);
    assertThat(after.read(NOW, 1).answer().tickets().get(0).fragments().id())
        .isEqualTo(old.stripe());
    assertThat(after.publish(NOW, 77, 1).accepted()).isFalse();
  }

  @Test
  void claimsThatCannotBeTrue_areStruck_andNothingIsHeldForThem() {
    PlacedStripe content = Scenario.content(1);
    StripeGeometry wide = Stripes.geometry(CodeSpec.xor(2), 1, 1L << 20);
    List<Claim> wrong =
        List.of(
            claim(1, content, B),
            claim(2, content, A, A),
            claim(3, content),
            claim(4, new PlacedStripe("/" + "p".repeat(9000), content.stripe()), A),
            claim(5, Scenario.content(1, wide), A));
    List<CatalogueEntry> entries = new ArrayList<>();
    wrong.forEach(claim -> entries.add(claim.toEntry().orElseThrow()));
    List<Effect> effects = adopt(entries.toArray(CatalogueEntry[]::new));
    assertThat(of(Effect.Delete.class, effects))
        .extracting(Effect.Delete::stripe)
        .containsExactlyElementsOf(wrong.stream().map(Claim::id).toList());
    assertThat(of(Effect.Delete.class, effects)).allMatch(delete -> delete.node().equals(A));
    assertThat(publishedBytes()).isZero();
  }

  /** It may be of a release that is run here again tomorrow. */
  @Test
  void claimOfAnotherForm_isLeftAlone() {
    byte[] other = published(1).claim().clone();
    other[0]++;
    assertThat(of(Effect.Delete.class, adopt(new CatalogueEntry(Stripes.id(1), other)))).isEmpty();
  }

  private static Claim claim(int id, PlacedStripe content, NodeId... nodes) {
    return new Claim(Stripes.id(id), content, List.of(nodes));
  }

  @Test
  void parityOnSeveralNodes_isWrittenDownOnTheFirst() {
    Scenario two = new Scenario(1000, A, B);
    StripeGeometry geometry = Stripes.geometry(CodeSpec.rs(2, 2), 100, 100);
    StripeId id = Stripes.id(5);
    two.manager.reserve(0, id, geometry);
    List<Effect> effects = two.manager.publish(0, id, Scenario.content(1, geometry)).effects();
    List<Effect.Renew> renewals = of(Effect.Renew.class, effects);
    assertThat(renewals).hasSize(2);
    List<Effect> entered = new ArrayList<>();
    renewals.forEach(r -> entered.addAll(two.manager.renewed(0, id, r.node(), r.keys().size())));
    Claim claim = two.manager.claim(id).orElseThrow();
    assertThat(entered)
        .containsExactly(new Effect.Enter(id, claim.nodes().get(0), renewals.get(0).timeToLive()));
    assertThat(claim.nodes()).containsExactlyInAnyOrder(A, B);
    assertThat(claim.content()).isEqualTo(Scenario.content(1, geometry));
  }

  /** Or what is foreign on the second would be taken off it. */
  /** As by an error in it: what comes after it is read on. */
  @Test
  void pageThatBreaksOff_isFollowedByTheNext() {
    boolean[] breaks = {true};
    Manager broken =
        new Manager(
            Scenario.settings(4400),
            List.of(A),
            (bytes, k) -> {
              if (breaks[0]) {
                throw new AssertionError("of the test");
              }
              return bytes + 10L;
            },
            () -> 43);
    broken.toldUsedBytes(A, 0);
    CataloguePage page = new CataloguePage(List.of(published(1)), "7");
    assertThatThrownBy(() -> broken.adopt(0, A, page)).hasMessage("of the test");
    breaks[0] = false;
    assertThat(broken.tick(0)).contains(new Effect.ReadCatalogue(A, page.next()));
  }

  @Test
  void parityOnSeveralNodes_isClaimedUntilEachHasAnswered() {
    Scenario two = new Scenario(1000, A, B);
    StripeGeometry geometry = Stripes.geometry(CodeSpec.rs(2, 2), 100, 100);
    CatalogueEntry entry = claim(5, Scenario.content(1, geometry), A, B).toEntry().orElseThrow();
    two.manager.adopt(NOW, A, page(entry));
    two.manager.renewed(NOW, entry.stripe(), A, 1);
    two.manager.renewed(NOW, entry.stripe(), A, 1);
    two.manager.check();
    List<Effect> effects = two.manager.renewed(NOW, entry.stripe(), B, 0);
    two.manager.check();
    assertThat(of(Effect.Delete.class, effects))
        .hasSize(2)
        .allMatch(delete -> delete.allocatedBytes() == 0);
  }

  /** Of 30 s to live: all in 7.5 s, and a hundred at once at least. */
  @Test
  void manyThatAreTakenOver_areRenewedBitByBit_allOfThem() {
    int many = 9000;
    Scenario large = new Scenario(Scenario.settings(1L << 30).withLimits(20_000, HOUR), A);
    List<CatalogueEntry> entries = new ArrayList<>();
    for (int n = 0; n < many; n++) {
      entries.add(claim(n, Scenario.content(n, GEOMETRY, n % 5), A).toEntry().orElseThrow());
    }
    large.manager.tick(NOW);
    large.manager.adopt(NOW, A, new CataloguePage(entries, CataloguePage.START));
    List<Integer> counts = new ArrayList<>();
    for (int second = 1; second <= 9; second++) {
      counts.add(of(Effect.Renew.class, large.manager.tick(NOW + second * SECOND)).size());
    }
    assertThat(counts).containsExactly(1200, 1200, 1200, 1200, 1200, 1200, 1200, 600, 0);
    large.manager.check();
  }

  @Test
  void renewalThatCouldNotBeAskedFor_isAskedForAgainAtTheNextTick() {
    CatalogueEntry entry = published(1);
    adopt(entry);
    Effect.Renew renew = of(Effect.Renew.class, after.manager.tick(NOW + 1)).get(0);
    after.manager.renewalHadNoRoom(renew);
    assertThat(of(Effect.Renew.class, after.manager.tick(NOW + 2))).containsExactly(renew);
    after.manager.check();
  }
}
