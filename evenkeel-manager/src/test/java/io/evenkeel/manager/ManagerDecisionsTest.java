package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.B;
import static io.evenkeel.manager.Scenario.SECOND;
import static io.evenkeel.manager.Scenario.content;
import static io.evenkeel.manager.Scenario.dataNode;
import static io.evenkeel.manager.Scenario.delete;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.PolicyStatus;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is cached, and what goes for it; the numbers are those of {@link Scenario}. */
class ManagerDecisionsTest {
  @Test
  void read_isWanted_whileThereIsRoom_thenOnlyWhatIsAskedForMore() {
    Scenario s = new Scenario(220, A);
    assertThat(s.isWanted(0, 1)).isTrue();
    assertThat(s.isWanted(0, 1)).as("still nobody makes it").isTrue();
    assertThat(s.isWanted(0, 2)).isTrue();
    s.cache(0, 1, 1);
    s.cache(0, 2, 1);
    assertThat(s.isWanted(0, 3)).isFalse();
    assertThat(s.isWanted(0, 3)).as("a tie goes to what exists").isFalse();
    assertThat(s.explain(0, 3).decision())
        .contains(
            "what would go for it is asked for at least as often; by now 2 accesses against its 2");
    assertThat(s.isWanted(0, 3)).as("3 against 2").isTrue();
    assertThat(s.explain(0, 2).accesses()).isEqualTo(2);
    assertThat(s.explain(0, 7).decision()).contains("not known");
    s.manager.check();
  }

  @Test
  void wish_deletesNothing_andItsVictimGoesWithItsPublication() {
    Scenario s = new Scenario(2200, A);
    List<StripeId> ids = new ArrayList<>();
    for (int number = 1; number <= 20; number++) {
      ids.add(s.cache(0, number, 1));
    }
    s.read(0, 50);
    assertThat(s.read(0, 50).effects()).as("the wish").isEmpty();
    assertThat(s.isWanted(0, 50)).isTrue();
    assertThat(s.reserveFill(0, 60, 50).effects()).as("the lease").isEmpty();
    s.manager.check();
    assertThat(s.manager.tick(10 * SECOND))
        .as("its maker gives up")
        .contains(delete(Stripes.id(60), A));
    assertThat(s.manager.status(0).evictedStripes()).isZero();
    assertThat(s.isWanted(30 * SECOND, 50)).isTrue();
    s.reserveFill(30 * SECOND, 61, 50);
    var published = s.manager.publish(30 * SECOND, Stripes.id(61), content(50));
    assertThat(published.answer().accepted()).isTrue();
    assertThat(s.manager.status(0).evictedStripes()).as("for a word alone").isZero();
    assertThat(s.manager.renewed(30 * SECOND, Stripes.id(61), A, 1))
        .contains(delete(ids.get(0), A));
    assertThat(s.manager.status(0).evictedStripes()).isEqualTo(1);
    s.manager.check();
  }

  @Test
  void parity_thatIsNotWorthItAnyMore_isRefused_beforeItIsMadeOrWhenItIs() {
    Scenario s = new Scenario(220, A);
    s.cache(0, 1, 1);
    s.cache(0, 2, 1);
    s.read(0, 3);
    assertThat(s.isWanted(0, 3)).isTrue();
    s.read(0, 4);
    assertThat(s.isWanted(0, 4)).isTrue();
    s.read(0, 1);
    s.read(0, 2);
    assertThat(s.reserveFill(0, 20, 3).answer().reason()).contains("not worth what would be given");
    assertThat(s.fills(5 * SECOND)).as("2 against 2").isEmpty();
    assertThat(s.explain(0, 4).decision()).contains("asked for at least as often");
    s.manager.check();
    Scenario late = new Scenario(2200, A);
    for (int number = 1; number <= 20; number++) {
      late.cache(0, number, 1);
    }
    late.read(0, 50);
    late.read(0, 50);
    late.reserveFill(0, 60, 50);
    for (int number = 1; number <= 20; number++) {
      late.read(0, number);
    }
    var published = late.manager.publish(0, Stripes.id(60), content(50));
    assertThat(published.answer().reason()).contains("is worth more by now");
    assertThat(published.effects()).containsExactly(delete(Stripes.id(60), A));
    assertThat(late.isCached(0, 1)).isTrue();
    late.manager.check();
  }

  @Test
  void whatWasWrittenAndNeverRead_isNotDisplacedByAFirstRead() {
    Scenario s = new Scenario(110, A);
    s.manager.reserve(0, Stripes.id(9), content(1).geometry());
    assertThat(s.publish(0, 9, 1).accepted()).isTrue();
    for (int other = 10; other < 60; other++) {
      assertThat(s.isWanted(0, other)).isFalse();
    }
    assertThat(s.isCached(0, 1)).isTrue();
  }

  @Test
  void withoutCacheNodes_nothingIsCached_andTheReasonIsSaid() {
    Scenario s = new Scenario(100);
    assertThat(s.isWanted(0, 1)).isFalse();
    assertThat(s.explain(0, 1).decision()).contains("no cache node (--redis)");
  }

  @Test
  void largerThanTheCache_isRefused() {
    Scenario s = new Scenario(100, A);
    assertThat(s.isWanted(0, 1)).isFalse();
    assertThat(s.explain(0, 1).decision()).contains("larger than the cache");
  }

  @Test
  void littleRoom_victimsGoWhenRoomIsReserved() {
    Scenario s = new Scenario(220, A);
    StripeId first = s.cache(0, 1, 1);
    s.cache(0, 2, 1);
    s.read(0, 3);
    assertThat(s.read(0, 3).effects()).isEmpty();
    var leased = s.reserveFill(0, 20, 3);
    assertThat(leased.answer().nodes()).containsExactly(A);
    assertThat(leased.effects()).containsExactly(delete(first, A));
    assertThat(s.manager.status(0).evictedStripes()).isEqualTo(1);
    assertThat(s.publish(0, 20, 3).accepted()).isTrue();
    assertThat(s.isCached(0, 2)).isTrue();
    assertThat(s.explain(0, 1).decision()).contains("given up for other parity");
    s.manager.check();
  }

  @Test
  void whatNoStragglerTouches_goesFirst_howeverOftenItIsAskedFor() {
    Scenario s = new Scenario(220, A);
    StripeId often = s.cache(0, 1, 9);
    s.cache(0, 2, 1);
    assertThat(s.hangs(SECOND, 2))
        .anyMatch(e -> e.toString().contains("datanode-2:9866 is a straggler: 2 clients: waited"));
    assertThat(s.isWanted(SECOND, 4)).isFalse();
    assertThat(s.explain(SECOND, 4).decision()).contains("none touches it");
    var newcomer = content(3, Scenario.GEOMETRY, 2);
    s.manager.tickets(SECOND, List.of(newcomer));
    assertThat(s.reserveFill(SECOND, 30, newcomer).effects()).containsExactly(delete(often, A));
    assertThat(s.explain(SECOND, 3).stragglers()).containsExactly(dataNode(2));
    s.manager.check();
  }

  @Test
  void whatNoStragglerTouches_isWantedWhileThereIsRoom_andOrderedAfterWhatOneTouches() {
    Scenario s = new Scenario(440, A);
    s.hangs(SECOND, 2);
    assertThat(s.isWanted(SECOND, 4)).isTrue();
    assertThat(s.isWanted(SECOND, 2)).isTrue();
    assertThat(s.fills(5 * SECOND))
        .extracting(FillOrder::path)
        .containsExactly("/file-2", "/file-4");
  }

  @Test
  void readersAreToldTheStragglers_andHitsOfTheirStripesCount() {
    Scenario s = new Scenario(220, A);
    s.cache(0, 1, 1);
    s.hangs(SECOND, 1);
    List<NodeView> told = s.read(SECOND, 1).answer().stragglers();
    assertThat(told).hasSize(1);
    assertThat(told.get(0).node()).isEqualTo(dataNode(1));
    assertThat(told.get(0).reason()).isEqualTo("2 clients: waited 2 s and got nothing");
    s.read(SECOND, 2);
    PolicyStatus policy = s.manager.status(SECOND).policy();
    assertThat(policy.stragglerRequests()).isEqualTo(1);
    assertThat(policy.stragglerHits()).isEqualTo(1);
    assertThat(policy.knownStripes()).isEqualTo(2);
    assertThat(policy.doneFills()).isEqualTo(1);
    assertThat(policy.name()).contains("eviction lfu");
  }

  @Test
  void status_showsEveryStorageNode_andTheDetectorsCaveat() {
    Scenario s =
        new Scenario(
            Scenario.settings(220)
                .withDetector("three-sigma", Duration.ofSeconds(60), Duration.ofSeconds(1)),
            A);
    s.recovers(SECOND);
    var load = s.manager.status(4 * SECOND).load();
    assertThat(load.detector()).isEqualTo("three-sigma");
    assertThat(load.caveat()).contains("three-sigma");
    assertThat(load.nodes()).extracting(NodeLoad::node).contains(dataNode(1), dataNode(9));
    assertThat(load.nodes()).allMatch(n -> n.bytesPerSecond() > 80e6 && !n.straggler());
  }

  @Test
  void queues_areToldWithTheRatesOfTheStatus_shownInIt_andForgotten() {
    Scenario s = new Scenario(220, A);
    s.recovers(SECOND);
    List<Queued> own = List.of(new Queued(dataNode(1), 5, 0), new Queued(dataNode(77), 7, 0));
    QueueReport report = new QueueReport(Stripes.id(1).epoch(), own);
    var answer = s.manager.queues(4 * SECOND, Witness.THIS_MACHINE, report).answer();
    assertThat(answer.nodes())
        .extracting(Queued::node, Queued::queuedBytes)
        .containsExactly(tuple(dataNode(77), 7L), tuple(dataNode(1), 5L));
    List<NodeLoad> loads = s.manager.status(4 * SECOND).load().nodes();
    for (Queued queued : answer.nodes()) {
      assertThat(loads)
          .filteredOn(load -> load.node().equals(queued.node()))
          .singleElement()
          .satisfies(
              load -> {
                assertThat(load.queuedBytes()).hasValue(queued.queuedBytes());
                assertThat(load.bytesPerSecond()).isEqualTo(queued.bytesPerSecond());
              });
    }
    assertThat(answer.nodes().get(1).bytesPerSecond()).isGreaterThan(80e6);
    s.manager.tick(7 * SECOND);
    assertThat(s.manager.status(7 * SECOND).load().nodes())
        .allMatch(load -> load.queuedBytes().equals(Optional.of(0L)))
        .noneMatch(load -> load.node().equals(dataNode(77)));
  }

  @Test
  void noSingleNodeHasRoom_moreIsGivenUp_inThePolicysOrder() {
    Scenario s = new Scenario(330, A, B);
    StripeId least = s.cache(0, 1, 1);
    for (int number = 2; number <= 4; number++) {
      s.cache(0, number, 2);
    }
    StripeGeometry two = Stripes.geometry(CodeSpec.xor(2), 100, 200);
    s.manager.tickets(0, List.of(content(5, two)));
    s.manager.tickets(0, List.of(content(5, two)));
    var outcome = s.reserveFill(0, 50, content(5, two));
    assertThat(outcome.answer().nodes()).containsExactly(A);
    assertThat(outcome.effects()).containsExactly(delete(least, A));
    s.manager.check();
  }

  @Test
  void unreachableNodes_leaveNoRoom_nothingIsGivenUp_andItIsNotTriedAgainAtOnce() {
    Scenario s = new Scenario(220, A);
    s.cache(0, 1, 1);
    s.manager.unreachable(A, "tested");
    s.read(0, 2);
    var refused = s.reserveFill(0, 20, 2);
    assertThat(refused.answer().reason())
        .contains("no room for stripe ", "no cache node is reached");
    assertThat(refused.effects()).isEmpty();
    assertThat(s.isWanted(0, 2)).as("still").isTrue();
    assertThat(s.isCached(0, 1)).isTrue();
    s.manager.check();
  }

  @Test
  void noRoom_isNoFailure() {
    Scenario s = new Scenario(220, A);
    s.manager.unreachable(A, "tested");
    s.read(0, 2);
    assertThat(s.reserveFill(0, 20, 2).answer().granted()).isFalse();
    assertThat(s.explain(0, 2).decision()).contains("nobody makes it yet");
    s.manager.toldUsedBytes(A, 0);
    assertThat(s.isWanted(SECOND, 2)).isTrue();
    assertThat(s.reserveFill(SECOND, 20, 2).answer().granted()).isTrue();
    assertThat(s.manager.status(0).policy().failedFills()).isZero();
    s.manager.check();
  }

  @Test
  void write_getsWhatIsFree_thoughItIsWished_butNotWhatIsSpare() {
    Scenario s = new Scenario(1760, A);
    for (int number = 1; number <= 16; number++) {
      s.isWanted(0, number);
      assertThat(s.manager.reserve(0, Stripes.id(number), content(1).geometry()).answer().granted())
          .isTrue();
    }
    // A node holds 1,878 bytes; 118 are spare.
    assertThat(s.manager.reserve(0, Stripes.id(30), content(9).geometry()).answer().reason())
        .contains("1.7 KiB are held for what is being written or made");
    s.manager.check();
  }

  @Test
  void writtenContent_thatWasWanted_needNotBeMade() {
    Scenario s = new Scenario(440, A);
    s.read(0, 1);
    s.manager.reserve(0, Stripes.id(9), content(1).geometry());
    assertThat(s.publish(0, 9, 1).accepted()).isTrue();
    s.manager.check();
    assertThat(s.fills(5 * SECOND)).isEmpty();
    assertThat(s.read(5 * SECOND, 1).answer().tickets()).hasSize(1);
    assertThat(s.reserveFill(5 * SECOND, 10, 1).answer().reason()).contains("is protected by");
    s.read(5 * SECOND, 2);
    s.reserveFill(5 * SECOND, 20, 2);
    s.manager.reserve(5 * SECOND, Stripes.id(21), content(2).geometry());
    assertThat(s.publish(5 * SECOND, 21, 2).accepted()).as("the writer was faster").isTrue();
    assertThat(s.publish(5 * SECOND, 20, 2).accepted()).isFalse();
    s.manager.check();
  }

  @Test
  void knownStripes_areBounded_theLeastRecentlyAskedForIsForgotten() {
    Scenario s = new Scenario(Scenario.settings(50).withLimits(2, Duration.ofSeconds(1)), A);
    s.read(0, 1);
    s.read(0, 2);
    s.read(0, 1);
    s.read(0, 3);
    assertThat(s.manager.status(0).policy().knownStripes()).isEqualTo(2);
    assertThat(s.explain(0, 2).accesses()).isZero();
    assertThat(s.explain(0, 1).accesses()).isEqualTo(2);
  }

  @Test
  void countersOfDataNodes_accuseNobodyAlone_butWithOneClient() {
    Scenario s = new Scenario(220, A);
    for (int second = 1; second <= 6; second++) {
      for (int node = 1; node <= 4; node++) {
        long read = 100_000_000L * second;
        long millis = (node == 2 ? 5_000L : 1_000L) * second;
        s.manager.observeCounters(
            second * SECOND, new DataNodeCounters(dataNode(node), read, millis, 10L * second));
      }
      s.manager.tick(second * SECOND);
    }
    assertThat(s.read(6 * SECOND, 2).answer().stragglers()).isEmpty();
    s.hangsForOne(7 * SECOND, 2);
    assertThat(s.read(7 * SECOND, 2).answer().stragglers())
        .extracting(NodeView::node, NodeView::reason)
        .containsExactly(tuple(dataNode(2), "1 client and /jmx: waited 2 s and got nothing"));
  }

  @Test
  void nodeThatDoesNotSayWhatItCounted_isAccusedByOneClient() {
    Scenario s = new Scenario(220, A);
    for (int node : new int[] {1, 3, 4, 5}) {
      s.manager.observeCounters(SECOND, new DataNodeCounters(dataNode(node), 1, 1, 1));
    }
    s.manager.countersUnanswered(SECOND, dataNode(2));
    s.manager.storageNodes(Set.of(dataNode(1), dataNode(2), dataNode(3), dataNode(4), dataNode(5)));
    s.hangsForOne(SECOND, 1);
    assertThat(s.read(SECOND, 2).answer().stragglers()).as("it says it").isEmpty();
    s.hangsForOne(2 * SECOND, 2);
    assertThat(s.read(2 * SECOND, 2).answer().stragglers())
        .extracting(NodeView::node)
        .containsExactly(dataNode(2));
  }

  @Test
  void nodesThatAreNotListed_areNotJudged() {
    Scenario s = new Scenario(220, A);
    s.manager.storageNodes(Set.of(dataNode(1), dataNode(3), dataNode(4), dataNode(5)));
    s.hangs(SECOND, 2);
    assertThat(s.read(SECOND, 2).answer().stragglers()).isEmpty();
    s.hangs(2 * SECOND, 1);
    assertThat(s.read(2 * SECOND, 2).answer().stragglers())
        .extracting(NodeView::node)
        .containsExactly(dataNode(1));
  }

  @Test
  void anotherInstance_trustsNothing() {
    Scenario before = new Scenario(220, A);
    StripeId id = before.cache(0, 1, 1);
    Scenario after = new Scenario(220, A);
    assertThat(after.isCached(0, 1)).isFalse();
    assertThat(after.manager.publish(0, id, content(1)).answer().reason())
        .contains("not reserved here");
    assertThat(after.manager.renewed(0, id, A, 1)).isEmpty();
    after.manager.toldUsedBytes(A, 220);
    assertThat(after.manager.reserve(0, id, content(1).geometry()).answer().reason())
        .as("what the one before stored takes its room until it expires")
        .contains("no room");
  }

  @Test
  void requestsThatAreTooLarge_areRefused() {
    Scenario s = new Scenario(220, A);
    assertThatThrownBy(() -> s.manager.fills(0, ManagerApi.FILLS_PER_REQUEST_MAX + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("asked for 17 fills; at most 16 at once");
    assertThatThrownBy(() -> s.manager.fills(0, -1)).isInstanceOf(IllegalArgumentException.class);
    var versions = Collections.nCopies(65, content(1).version());
    assertThatThrownBy(() -> s.manager.explain(0, versions)).hasMessageContaining("65 stripes");
  }

  @Test
  void oneRequest_forgetsNothingThatItAsksFor() {
    Scenario s = new Scenario(Scenario.settings(4400).withLimits(2, Duration.ofHours(1)), A);
    PlacedStripe old = content(1);
    ContentVersion version = Stripes.version(77, Scenario.GEOMETRY);
    Stripe now = new Stripe(0, 0, Scenario.GEOMETRY, version, old.stripe().replicas());
    s.manager.tickets(0, List.of(old, new PlacedStripe(old.path(), now)));
    s.manager.check();
    assertThat(s.manager.status(0).policy().wantedFills())
        .as("two contents of a place")
        .isEqualTo(2);
    Scenario full = new Scenario(Scenario.settings(4400).withLimits(2, Duration.ofHours(1)), A);
    List<PlacedStripe> three = List.of(content(1), content(2), content(3));
    assertThat(full.manager.tickets(0, three).answer().wanted())
        .as("two are known, and the third is not known for them")
        .containsExactly(content(1).version(), content(2).version());
  }
}
