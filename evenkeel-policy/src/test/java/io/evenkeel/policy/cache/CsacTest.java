package io.evenkeel.policy.cache;

import static io.evenkeel.policy.cache.Csac.Decision.CACHED;
import static io.evenkeel.policy.cache.Csac.Decision.SHOULD_CACHE;
import static io.evenkeel.policy.cache.Csac.Decision.SHOULD_NOT_CACHE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Algorithm 1 by hand, and the places where its listing needs care. */
class CsacTest {
  private static final Set<String> SLOW = new TreeSet<>(Set.of("s", "t", "u", "v", "w"));

  private static Csac<String> csac(CsacSettings settings, long capacity) {
    return new Csac<>(settings, capacity);
  }

  /** A read whose parity, if it is to be cached, is there at once. */
  private static List<String> read(Csac<String> csac, String f, long size, boolean touched) {
    Csac.Decision decision = csac.query(f, size, touched);
    List<String> evicted = new ArrayList<>(csac.update(f, size, touched, decision).evicted());
    if (decision == SHOULD_CACHE) {
      evicted.addAll(csac.stored(f, size, touched).evicted());
    }
    csac.check();
    return evicted;
  }

  @Test
  void noStraggler_admissionDecides() {
    Csac<String> csac = csac(CsacSettings.SAC, 2);
    assertThat(csac.query("a", 1, false)).isEqualTo(SHOULD_CACHE);
    assertThat(read(csac, "a", 1, false)).isEmpty();
    assertThat(csac.query("a", 1, false)).isEqualTo(CACHED);
    read(csac, "b", 1, false);
    read(csac, "a", 1, false);
    assertThat(read(csac, "c", 1, false)).containsExactly("b");
    assertThat(csac.used()).isEqualTo(2);
  }

  /** Else one word of a newcomer as large as the cache has all of it looked at. */
  @Test
  void newcomer_displacesSoManyAtMost() {
    int most = Csac.VICTIMS_MAX;
    Csac<String> csac = csac(CsacSettings.SAC.withAdmission("always"), 2L * most);
    for (int i = 0; i < 2 * most; i++) {
      String file = "f" + i;
      csac.update(file, 1, false, csac.query(file, 1, false));
      csac.stored(file, 1, false);
    }
    assertThat(csac.query("a", most, false)).isEqualTo(SHOULD_CACHE);
    assertThat(csac.query("a", most + 1, false)).isEqualTo(SHOULD_NOT_CACHE);
    assertThat(csac.displacedFrequency("a", most + 1, false)).isInfinite();
    csac.update("a", most + 1, false, SHOULD_CACHE);
    assertThat(csac.stored("a", most + 1, false).evicted()).isEmpty();
    assertThat(csac.stored("b", most, false).evicted()).hasSize(most);
    csac.check();
  }

  @Test
  void straggler_onlyWhatItTouchesIsCached_asPrinted_evenWithRoom() {
    Csac<String> csac = csac(CsacSettings.SAC, 2);
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(csac.query("a", 1, false)).isEqualTo(SHOULD_NOT_CACHE);
    assertThat(csac.query("s", 1, true)).isEqualTo(SHOULD_CACHE);
    Csac<String> lenient = csac(CsacSettings.SAC.withAdmitWhenFree(true), 2);
    lenient.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(lenient.query("a", 1, false)).isEqualTo(SHOULD_CACHE);
    assertThat(lenient.query("a", 3, false)).isEqualTo(SHOULD_NOT_CACHE);
    read(lenient, "a", 1, false);
    read(lenient, "b", 1, false);
    assertThat(lenient.query("c", 1, false)).as("full").isEqualTo(SHOULD_NOT_CACHE);
  }

  @Test
  void largerThanTheCache_isRefused_andEmptiesNothing() {
    Csac<String> csac = csac(CsacSettings.PAPER, 4);
    read(csac, "a", 4, false);
    assertThat(csac.query("b", 5, false)).isEqualTo(SHOULD_NOT_CACHE);
    assertThat(csac.update("b", 5, false, SHOULD_CACHE).cached()).isFalse();
    assertThat(csac.isCached("a")).isTrue();
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(csac.query("s", 5, true)).isEqualTo(SHOULD_NOT_CACHE);
    assertThat(csac(CsacSettings.SAC, 0).query("a", 1, false)).isEqualTo(SHOULD_NOT_CACHE);
  }

  @Test
  void evictedFiles_giveBackWhatWasRecorded_asManyAsItTakes() {
    Csac<String> csac = csac(CsacSettings.SAC, 10);
    read(csac, "a", 3, false);
    read(csac, "b", 4, false);
    read(csac, "c", 3, false);
    assertThat(read(csac, "d", 6, false)).containsExactly("a", "b");
    assertThat(csac.used()).isEqualTo(9);
    // c has grown since: what it takes is still what was recorded.
    read(csac, "c", 8, false);
    assertThat(csac.used()).isEqualTo(9);
    csac.removed("c");
    assertThat(csac.used()).isEqualTo(6);
  }

  @Test
  void resize_makesRoomLikeANewcomer_butNeverOutOfTheFileItself() {
    Csac<String> csac = csac(CsacSettings.SAC, 10);
    read(csac, "a", 3, false);
    read(csac, "b", 4, false);
    read(csac, "c", 3, false);
    assertThat(csac.resize("a", 5)).hasValue(List.of("b"));
    assertThat(csac.used()).isEqualTo(8);
    assertThat(csac.resize("a", 11)).as("more than there is").isEmpty();
    assertThat(csac.resize("a", 10)).hasValue(List.of("c"));
    assertThat(csac.resize("a", 1)).hasValue(List.of());
    assertThat(csac.used()).isEqualTo(1);
    read(csac, "d", 9, false);
    csac.reserve("e", 0);
    assertThat(csac.resize("a", 10)).hasValue(List.of("d"));
    csac.check();
    csac.lost("a");
    csac.reserve("w", 6);
    read(csac, "f", 4, false);
    assertThat(csac.resize("f", 5)).as("what is set aside is nobody's to give").isEmpty();
    assertThat(csac.used()).isEqualTo(10);
  }

  @Test
  void lfu_countsFilesThatAreNotAdmitted() {
    Csac<String> csac = csac(CsacSettings.PAPER, 2);
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    read(csac, "a", 1, false);
    read(csac, "a", 1, false);
    read(csac, "s", 1, true);
    read(csac, "t", 1, true);
    csac.stragglersChanged(false, f -> false, SLOW);
    // a was read three times then, s and t once; the older of these goes, and a outlives the other.
    assertThat(read(csac, "a", 1, false)).containsExactly("s");
    assertThat(read(csac, "b", 1, false)).containsExactly("t");
  }

  @Test
  void nonStragglerFirst_givesUpWhatNoStragglerTouches_inTheOrderOfThePolicy() {
    Csac<String> csac = csac(CsacSettings.SAC.withNonStragglerFirst(true), 4);
    for (String f : List.of("s", "a", "t", "b", "a")) {
      read(csac, f, 1, false);
    }
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(read(csac, "u", 1, true)).containsExactly("b");
    assertThat(read(csac, "v", 1, true)).containsExactly("a");
    assertThat(read(csac, "w", 1, true)).containsExactly("s");
    Csac<String> printed = csac(CsacSettings.SAC, 2);
    read(printed, "s", 1, false);
    read(printed, "a", 1, false);
    printed.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(read(printed, "t", 1, true)).containsExactly("s");
  }

  @Test
  void gate_keepsWhatIsWorthMore_butNotWhatNoStragglerTouches() {
    Csac<String> csac = csac(CsacSettings.DEFAULT, 2);
    for (String f : List.of("s", "s", "s", "a", "a", "a")) {
      read(csac, f, 1, SLOW.contains(f));
    }
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(read(csac, "t", 1, true)).containsExactly("a");
    assertThat(read(csac, "u", 1, true)).as("1 read against 1 of t: a tie").isEmpty();
    assertThat(read(csac, "u", 1, true)).as("2 against 1").containsExactly("t");
    assertThat(csac.query("v", 1, true)).as("1 against 2 of u").isEqualTo(SHOULD_NOT_CACHE);
  }

  @Test
  void victims_goWhenTheParityIsStored_notWhenItIsWished() {
    Csac<String> csac = csac(CsacSettings.DEFAULT, 2);
    List.of("a", "b", "c").forEach(f -> read(csac, f, 1, false));
    assertThat(csac.query("c", 1, false)).as("2 against 1").isEqualTo(SHOULD_CACHE);
    assertThat(csac.update("c", 1, false, SHOULD_CACHE))
        .isEqualTo(new Csac.Update<>(false, List.of()));
    assertThat(csac.used()).as("a and b").isEqualTo(2);
    assertThat(csac.isStillWanted("c", 1, false)).isTrue();
    assertThat(csac.stored("c", 1, false)).isEqualTo(new Csac.Update<>(true, List.of("a")));
    csac.check();
    // While d is being made, what it would displace is asked for as often.
    csac.update("d", 1, false, csac.query("d", 1, false));
    csac.update("d", 1, false, csac.query("d", 1, false));
    read(csac, "b", 1, false);
    assertThat(csac.isStillWanted("d", 1, false)).isFalse();
    assertThat(csac.stored("d", 1, false)).isEqualTo(new Csac.Update<>(false, List.of()));
    assertThat(csac.isCached("b")).isTrue();
  }

  @Test
  void written_isNotDisplacedByAnyFirstRead_howeverOldItIs() {
    Csac<String> csac = csac(CsacSettings.DEFAULT, 1);
    csac.reserve("a", 1);
    csac.written("a", 1, false);
    for (int other = 0; other < 10_000; other++) {
      assertThat(csac.query("o" + other, 1, false)).isEqualTo(SHOULD_NOT_CACHE);
      csac.update("o" + other, 1, false, SHOULD_NOT_CACHE);
    }
    assertThat(csac.query("o9999", 1, false)).as("the second read").isEqualTo(SHOULD_CACHE);
  }

  @Test
  void whatIsFree_isUsed_thoughThereAreStragglers_andOnlyTheUntouchedGoesForTheUntouched() {
    Csac<String> csac = csac(CsacSettings.DEFAULT, 2);
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    read(csac, "a", 1, false);
    assertThat(csac.isCached("a")).as("there is room").isTrue();
    read(csac, "s", 1, true);
    read(csac, "b", 1, false);
    assertThat(csac.isCached("b")).as("1 against 1").isFalse();
    assertThat(read(csac, "b", 1, false)).as("2 against 1").containsExactly("a");
    assertThat(read(csac, "t", 1, true)).as("none touches b").containsExactly("b");
    for (int i = 0; i < 9; i++) {
      read(csac, "c", 1, false);
    }
    assertThat(csac.isCached("c")).as("a straggler touches s and t").isFalse();
  }

  @Test
  void aChangeOfStragglers_looksAtWhatTheyTouch_notAtAll() {
    Csac<String> csac = csac(CsacSettings.DEFAULT, 10_000);
    for (int i = 0; i < 10_000; i++) {
      csac.update("f" + i, 1, false, SHOULD_CACHE);
      csac.stored("f" + i, 1, false);
    }
    Set<String> few = Set.of("f1", "f2", "f3");
    int[] asked = {0};
    Predicate<String> counting =
        f -> {
          asked[0]++;
          return few.contains(f);
        };
    csac.stragglersChanged(true, counting, List.of("f1", "f2", "f3", "f4"));
    assertThat(asked[0]).isEqualTo(4);
    assertThat(csac.victims("x")).endsWith("f1", "f2", "f3");
    csac.stragglersChanged(true, f -> ++asked[0] > 0 && f.equals("f4"), List.of("f4"));
    assertThat(asked[0]).as("three that were touched, one that may be").isEqualTo(8);
    assertThat(csac.victims("x")).endsWith("f4");
    csac.check();
  }

  @Test
  void prefetch_skipsWhatDoesNotFit_andGoesOn() {
    Csac<String> csac = csac(CsacSettings.SAC.withPrefetch("recency", 0.5), 10);
    csac.stragglersChanged(true, f -> false, SLOW);
    read(csac, "a", 1, false);
    read(csac, "v", 2, false);
    read(csac, "u", 4, false);
    read(csac, "t", 9, false);
    read(csac, "s", 3, false);
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    // Of 5: s takes 3, t with 9 and u with 4 are skipped, v with 2 fits, no straggler touches a.
    assertThat(csac.prefetch())
        .containsExactly(new Csac.Prefetch<>("s", 3), new Csac.Prefetch<>("v", 2));
    assertThat(csac.used()).as("nothing is cached by choosing").isZero();
  }

  @Test
  void prefetched_isNotEvictedInItsRound() {
    Csac<String> csac = csac(CsacSettings.PAPER.withPrefetch("recency", 1), 2);
    csac.stragglersChanged(true, f -> false, SLOW);
    for (String f : List.of("a", "a", "b", "b", "t", "s")) {
      read(csac, f, 1, false);
    }
    csac.stragglersChanged(false, f -> false, SLOW);
    read(csac, "a", 1, false);
    read(csac, "b", 1, false);
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(csac.prefetch()).extracting(Csac.Prefetch::key).containsExactly("s", "t");
    assertThat(csac.prefetched("s", 1)).isEqualTo(new Csac.Update<>(true, List.of("a")));
    csac.check();
    // s is the least frequent of what is cached: it would be the next victim.
    assertThat(csac.update("u", 2, true, SHOULD_CACHE))
        .isEqualTo(new Csac.Update<>(false, List.of()));
    assertThat(csac.prefetched("t", 1)).isEqualTo(new Csac.Update<>(true, List.of("b")));
    csac.check();
    assertThat(read(csac, "u", 1, true)).as("the round is over").hasSize(1);
    assertThat(csac.prefetched("v", 1).cached()).as("not of a round").isFalse();
  }

  @Test
  void prefetching_isNoAccess() {
    Csac<String> csac = csac(CsacSettings.SAC.withPrefetch("recency", 1), 2);
    csac.stragglersChanged(true, f -> false, SLOW);
    read(csac, "s", 1, false);
    read(csac, "t", 1, false);
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(csac.prefetch()).hasSize(2);
    csac.prefetched("t", 1);
    csac.notPrefetched("s");
    csac.removed("t");
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(csac.prefetch()).as("t is forgotten, s was read once").hasSize(1);
  }

  @Test
  void writes_reserveTheLargest_evictNothing_andGiveBackTheRest() {
    Csac<String> csac = csac(CsacSettings.SAC, 10);
    assertThat(csac.reserve("a", 8)).isTrue();
    assertThat(csac.reserve("a", 1)).as("twice").isFalse();
    assertThat(csac.reserve("b", 8)).isFalse();
    assertThat(csac.used()).isEqualTo(8);
    assertThat(csac.written("a", 5, false)).isTrue();
    assertThat(csac.used()).isEqualTo(5);
    assertThat(csac.written("b", 1, false)).as("nothing reserved").isFalse();
    assertThat(csac.reserve("c", 5)).isTrue();
    assertThat(read(csac, "d", 6, false)).as("reservations are not evicted").isEmpty();
    assertThat(csac.isCached("d")).isFalse();
    assertThat(csac.written("c", 6, false)).as("outgrew its room").isFalse();
    assertThat(csac.used()).isEqualTo(5);
    csac.check();
  }

  @Test
  void moreRoomThanTheSumSays_isGivenUpInOrder_butNeverForItself() {
    Csac<String> csac = csac(CsacSettings.SAC.withNonStragglerFirst(true), 10);
    List.of("a", "s", "b", "t").forEach(f -> read(csac, f, 1, false));
    assertThat(csac.victims("s")).containsExactly("a", "b", "t");
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(csac.victims("s")).as("untouched first").containsExactly("a", "b", "t");
    read(csac, "t", 1, true);
    read(csac, "s", 1, true);
    assertThat(csac.victims("a")).containsExactly("b", "t", "s");
    csac.evicted("b");
    csac.check();
    assertThat(csac.isCached("b")).isFalse();
    assertThat(csac.used()).isEqualTo(3);
  }

  @Test
  void lost_isNotAccountedFor_butItsAccessesAreKnown() {
    Csac<String> csac = csac(CsacSettings.DEFAULT, 2);
    read(csac, "a", 2, false);
    read(csac, "a", 2, false);
    csac.lost("a");
    csac.lost("b");
    csac.check();
    assertThat(csac.isCached("a")).isFalse();
    assertThat(csac.used()).isZero();
    assertThat(csac.frequency("a")).isEqualTo(2);
  }

  @Test
  void displacedFrequency_isWhatAdmissionWeighs() {
    Csac<String> csac = csac(CsacSettings.DEFAULT, 2);
    assertThat(csac.displacedFrequency("c", 1, false)).isZero();
    List.of("s", "s", "b").forEach(f -> read(csac, f, 1, false));
    assertThat(csac.displacedFrequency("c", 1, false)).as("b goes").isEqualTo(1);
    assertThat(csac.displacedFrequency("c", 2, false)).as("both go").isEqualTo(3);
    assertThat(csac.displacedFrequency("c", 3, false)).isInfinite();
    csac.stragglersChanged(true, SLOW::contains, SLOW);
    assertThat(csac.displacedFrequency("t", 2, true)).as("b is worth nothing").isEqualTo(2);
    csac.update("t", 1, true, SHOULD_NOT_CACHE);
    assertThat(csac.isWorth("t", 1, true, List.of("b"))).isTrue();
    assertThat(csac.isWorth("t", 1, true, List.of("s", "b"))).as("1 against 2").isFalse();
    csac.update("t", 1, true, SHOULD_NOT_CACHE);
    csac.update("t", 1, true, SHOULD_NOT_CACHE);
    assertThat(csac.isWorth("t", 1, true, List.of("s", "b"))).as("3 against 2").isTrue();
    assertThat(csac.isWorth("t", 1, false, List.of("s", "b"))).as("3 against 2 and 1").isFalse();
    csac.update("t", 1, true, SHOULD_NOT_CACHE);
    assertThat(csac.isWorth("t", 1, true, List.of("s", "b"))).as("4 against 2").isTrue();
    assertThat(csac.isWorth("t", 1, false, List.of("s", "b")))
        .as("never what is touched")
        .isFalse();
    assertThat(csac.isWorth("t", 1, false, List.of("b"))).as("4 against 1").isTrue();
  }

  @Test
  void settings_sayWhatIsWrongAndWhatIsKnown() {
    assertThat(CsacSettings.named("default")).isEqualTo(CsacSettings.DEFAULT);
    assertThatThrownBy(() -> CsacSettings.named("best"))
        .hasMessage("no cache policy 'best'; known: [default, paper, sac]");
    assertThatThrownBy(() -> CsacSettings.SAC.withPrefetch("recency", 1.5))
        .hasMessage("prefetchRatio must be 0 to 1, got 1.5");
    assertThatThrownBy(() -> CsacSettings.SAC.withEviction("mru"))
        .hasMessageContaining("no eviction policy 'mru'");
    assertThatThrownBy(() -> csac(CsacSettings.SAC, -1)).hasMessageContaining("got -1");
  }
}
