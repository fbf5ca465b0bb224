package io.evenkeel.testing.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.FragmentPlace;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.NodeView;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.testing.store.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link ManagerApi} does. Two cache nodes in memory, with room for a few stripes. */
public abstract class ManagerApiContract extends StartedManager {
  @Test
  void published_hasATicket_forExactlyThisContent() {
    ContentVersion version = published(1);
    List<StripeTicket> found = tickets(Stripes.version(2, GEOMETRY), version);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).version()).isEqualTo(version);
    FragmentTicket fragments = found.get(0).fragments();
    assertThat(fragments.id()).isEqualTo(Stripes.id(1));
    assertThat(fragments.geometry()).isEqualTo(GEOMETRY);
    assertThat(fragments.places()).extracting(FragmentPlace::index).containsExactly(2, 3);
    assertThat(fragments.places()).extracting(FragmentPlace::node).containsExactlyInAnyOrder(A, B);
    assertThat(status().ticketRequests()).isEqualTo(2);
    assertThat(status().ticketHits()).isEqualTo(1);
  }

  @Test
  void reserved_hasNoTicket() {
    Reservation room = reserve(Stripes.id(1), GEOMETRY);
    assertThat(room.nodes()).containsExactlyInAnyOrder(A, B);
    assertThat(room.timeToLive()).isEqualTo(TIME_TO_LIVE);
    assertThat(tickets(Stripes.version(1, GEOMETRY))).isEmpty();
    assertThat(status().reservedStripes()).isEqualTo(1);
  }

  @Test
  void publish_isIdempotent_andBindsOnce() {
    ContentVersion version = published(1);
    assertThat(publish(Stripes.id(1), version, GEOMETRY).accepted()).isTrue();
    assertThat(publish(Stripes.id(1), Stripes.version(2, GEOMETRY), GEOMETRY).reason())
        .contains("bound to another content");
  }

  @Test
  void publish_unknown_isRefused() {
    assertThat(publish(Stripes.id(7), Stripes.version(7, GEOMETRY), GEOMETRY).reason())
        .contains("not reserved");
  }

  @Test
  void publish_smaller_shrinksTheAccount_andLarger_isRefused() {
    StripeGeometry shorter =
        new StripeGeometry(CODE, SUBBLOCK_BYTES, List.of((long) SUBBLOCK_BYTES, 10L));
    StripeGeometry larger = Stripes.geometry(CODE, SUBBLOCK_BYTES, 3L * SUBBLOCK_BYTES);
    StripeId id = Stripes.id(1);
    Reservation room = reserve(id, GEOMETRY);
    long reserved = status().reservedBytes();
    assertThat(publish(id, Stripes.version(1, larger), larger).accepted()).isFalse();
    storeAll(id, shorter, room.nodes());
    assertThat(publish(id, Stripes.version(1, shorter), shorter).accepted()).isTrue();
    assertThat(status().reservedBytes()).isZero();
    assertThat(status().publishedBytes()).isBetween(reserved / 3, reserved * 2 / 3);
  }

  @Test
  void publish_ofProtectedContent_isRefused_andItsKeysGo() {
    ContentVersion version = published(1);
    long before = stored(A) + stored(B);
    Reservation room = reserve(Stripes.id(2), GEOMETRY);
    storeAll(Stripes.id(2), GEOMETRY, room.nodes());
    assertThat(publish(Stripes.id(2), version, GEOMETRY).reason()).contains("already");
    Answer.until("the second encoding is removed", () -> stored(A) + stored(B) == before);
    assertThat(tickets(version).get(0).fragments().id()).isEqualTo(Stripes.id(1));
  }

  @Test
  void withdraw_removesTicketAndKeys_andIsIdempotent() {
    ContentVersion version = published(1);
    assertThat(withdraw(Stripes.id(1)).accepted()).isTrue();
    assertThat(withdraw(Stripes.id(1)).accepted()).isTrue();
    assertThat(tickets(version)).isEmpty();
    Answer.until("the keys are removed", () -> stored(A) == 0 && stored(B) == 0);
    assertThat(status().publishedBytes()).isZero();
  }

  @Test
  void missing_isNoWithdrawal() {
    ContentVersion version = published(1);
    Answer<ManagerApi.Answer> said = Answer.of(then -> manager.missing(Stripes.id(1), then));
    assertThat(said.value().accepted()).isTrue();
    assertThat(tickets(version)).hasSize(1);
  }

  @Test
  void changed_whatHasMovedAndIsGoneFromThere_isGivenUp() {
    published(1);
    published(2);
    String path = Stripes.placed(1, GEOMETRY).path();
    List<PathChange> changes =
        List.of(PathChange.moved(path, "/elsewhere/file"), PathChange.gone("/elsewhere"));
    Answer<ManagerApi.Answer> told = Answer.of(then -> manager.changed(changes, then));
    assertThat(told.value().accepted()).isTrue();
    Answer.until("one of them is given up", () -> status().publishedStripes() == 1);
    assertThat(tickets(Stripes.version(2, GEOMETRY))).hasSize(1);
  }

  @Test
  void reserve_whenFull_displacesNothing() {
    ContentVersion first = published(1);
    ContentVersion second = published(2);
    ContentVersion third = published(3);
    assertThat(reserve(Stripes.id(4), GEOMETRY).reason()).contains("no room");
    assertThat(tickets(first, second, third)).hasSize(3);
    assertThat(status().evictedStripes()).isZero();
  }

  @Test
  void reserve_neverEvictsAReservation_norMoreThanFits() {
    for (int i = 1; i <= 3; i++) {
      assertThat(reserve(Stripes.id(i), GEOMETRY).granted()).isTrue();
    }
    Reservation refused = reserve(Stripes.id(4), GEOMETRY);
    assertThat(refused.granted()).isFalse();
    assertThat(refused.reason()).contains("no room");
    withdraw(Stripes.id(1));
    StripeGeometry huge = Stripes.geometry(CODE, SUBBLOCK_BYTES, 100L * SUBBLOCK_BYTES);
    assertThat(reserve(Stripes.id(5), huge).granted()).isFalse();
    assertThat(status().refusedReservations()).isEqualTo(2);
  }

  @Test
  void reserve_again_keepsTheNodes_andGrowsWhereThereIsRoom() {
    StripeGeometry one = Stripes.geometry(CODE, SUBBLOCK_BYTES, SUBBLOCK_BYTES);
    StripeGeometry two = Stripes.geometry(CODE, SUBBLOCK_BYTES, 2L * SUBBLOCK_BYTES);
    Reservation room = reserve(Stripes.id(1), one);
    long oneBytes = status().reservedBytes();
    assertThat(reserve(Stripes.id(1), two).nodes()).isEqualTo(room.nodes());
    long twoBytes = status().reservedBytes();
    assertThat(twoBytes).isGreaterThan(oneBytes);
    assertThat(reserve(Stripes.id(1), one).nodes()).isEqualTo(room.nodes());
    assertThat(status().reservedBytes()).isEqualTo(twoBytes);
    StripeGeometry huge = Stripes.geometry(CODE, SUBBLOCK_BYTES, 100L * SUBBLOCK_BYTES);
    assertThat(reserve(Stripes.id(1), huge).reason()).contains("no room");
    assertThat(status().reservedBytes()).isEqualTo(twoBytes);
    assertThat(status().reservedStripes()).isEqualTo(1);
    storeAll(Stripes.id(1), two, room.nodes());
    assertThat(publish(Stripes.id(1), Stripes.version(1, two), two).accepted()).isTrue();
    assertThat(status().reservedBytes()).isZero();
  }

  @Test
  void reservation_notPublishedInTime_isFreed() {
    assertThat(reserve(Stripes.id(1), GEOMETRY).granted()).isTrue();
    Answer.until("the reservation expires", () -> status().reservedStripes() == 0);
    assertThat(publish(Stripes.id(1), Stripes.version(1, GEOMETRY), GEOMETRY).accepted()).isFalse();
  }

  @Test
  void published_outlivesTheTimeToLive_byRenewal() {
    ContentVersion version = published(1);
    long start = System.nanoTime();
    Answer.until(
        "more than a time to live is over",
        () -> System.nanoTime() - start > TIME_TO_LIVE.toNanos() * 3 / 2);
    assertThat(tickets(version)).hasSize(1);
    assertThat(stored(A)).isPositive();
  }

  @Test
  void published_whoseKeysAreLost_isDropped_andTheOthersRemoved() {
    ContentVersion version = published(1);
    for (int parity = 2; parity < 4; parity++) {
      var key = new FragmentKey(Stripes.id(1), 1, parity);
      store.drop(A, key, false);
    }
    Answer.until("the stripe is dropped", () -> tickets(version).isEmpty());
    Answer.until("nothing is left on the other node", () -> stored(B) == 0);
  }

  @Test
  void tickets_tooMany_fail() {
    PlacedStripe stripe = Stripes.placed(1, GEOMETRY);
    List<PlacedStripe> many =
        new ArrayList<>(Collections.nCopies(ManagerApi.STRIPES_PER_REQUEST_MAX, stripe));
    assertThat(Answer.<TicketAnswer>of(then -> manager.tickets(many, then)).value().tickets())
        .isEmpty();
    many.add(stripe);
    assertThat(Answer.<TicketAnswer>of(then -> manager.tickets(many, then)).cause())
        .hasMessageContaining("at most 64");
  }

  @Test
  void unreachableNode_getsNothing() {
    store.setDown(A, true);
    Answer.until(
        "one node is not reached",
        () -> status().nodes().stream().filter(NodeStatus::reachable).count() == 1);
    assertThat(reserve(Stripes.id(1), GEOMETRY).nodes()).containsExactly(B, B);
  }

  @Test
  void read_saysWhatIsWanted_andWhoReservesMakesIt() {
    ContentVersion version = Stripes.version(1, GEOMETRY);
    assertThat(reserveFill(Stripes.id(1), version).reason()).contains("not wanted");
    assertThat(read(version).wanted()).containsExactly(version);
    Reservation room = reserveFill(Stripes.id(1), version);
    assertThat(room.nodes()).containsExactlyInAnyOrder(A, B);
    assertThat(reserveFill(Stripes.id(1), version).nodes()).isEqualTo(room.nodes());
    assertThat(reserveFill(Stripes.id(2), version).reason()).contains("by another");
    assertThat(read(version).wanted()).isEmpty();
    storeAll(Stripes.id(1), GEOMETRY, room.nodes());
    assertThat(publish(Stripes.id(1), version, GEOMETRY)).isEqualTo(ManagerApi.Answer.YES);
    assertThat(tickets(version)).hasSize(1);
    assertThat(status().policy().doneFills()).isEqualTo(1);
  }

  @Test
  void fill_thatIsWithdrawn_isNotWantedAtOnceAgain_andItsKeysGo() {
    ContentVersion version = Stripes.version(1, GEOMETRY);
    read(version);
    storeAll(Stripes.id(1), GEOMETRY, reserveFill(Stripes.id(1), version).nodes());
    assertThat(withdraw(Stripes.id(1)).accepted()).isTrue();
    Answer.until("the keys are removed", () -> stored(A) == 0 && stored(B) == 0);
    assertThat(read(version).wanted()).isEmpty();
    assertThat(status().policy().failedFills()).isEqualTo(1);
  }

  @Test
  void fill_ofBlocksOfOtherLengths_isNotWhatWasReserved() {
    ContentVersion version = Stripes.version(1, GEOMETRY);
    StripeGeometry shorter =
        new StripeGeometry(CODE, SUBBLOCK_BYTES, List.of((long) SUBBLOCK_BYTES, 10L));
    read(version);
    storeAll(Stripes.id(1), GEOMETRY, reserveFill(Stripes.id(1), version).nodes());
    assertThat(publish(Stripes.id(1), version, shorter).reason()).contains("was reserved as");
    assertThat(tickets(version)).isEmpty();
    assertThat(publish(Stripes.id(1), version, GEOMETRY)).isEqualTo(ManagerApi.Answer.YES);
  }

  @Test
  void fills_orderWhatNoReaderMakes() {
    ContentVersion version = Stripes.version(1, GEOMETRY);
    read(version);
    List<FillOrder> orders = new ArrayList<>();
    Answer.until(
        "an order is given",
        () -> {
          orders.addAll(fills(4).orders());
          return !orders.isEmpty();
        });
    PlacedStripe placed = Stripes.placed(version, GEOMETRY);
    assertThat(orders)
        .containsExactly(
            new FillOrder(placed.path(), 0, 0, version, GEOMETRY, "asked for 1 times lately"));
    assertThat(fills(4).orders()).isEmpty();
    assertThat(fills(4).bytesPerSecond()).isPositive();
    assertThat(reserveFill(Stripes.id(1), version).granted()).isTrue();
  }

  @Test
  void stragglerThatTwoMachinesObserve_isToldToReaders_andMakers() {
    ContentVersion version = published(1);
    NodeId slow = new NodeId("datanode-0:9866");
    List<NodeSample> samples = new ArrayList<>();
    samples.add(new NodeSample(slow, 1000, 0, 5_000_000_000L, LaneReport.Outcome.ABORTED));
    for (int node = 1; node < 4; node++) {
      NodeId fine = new NodeId("datanode-" + node + ":9866");
      samples.add(new NodeSample(fine, 8 << 20, 8 << 20, 80_000_000, LaneReport.Outcome.FINISHED));
    }
    assertThat(
            Answer.<ManagerApi.Answer>of(then -> manager.observe(samples, List.of(), then)).value())
        .isEqualTo(ManagerApi.Answer.YES);
    List<NodeSample> fine = new ArrayList<>(samples.subList(1, 4));
    fine.add(new NodeSample(slow, 8 << 20, 8 << 20, 80_000_000, LaneReport.Outcome.FINISHED));
    observeElsewhere(fine);
    Answer.until("it is suspected", () -> !reasons().isEmpty());
    assertThat(reasons()).allMatch(r -> r.startsWith("1 client alone, not enough"));
    assertThat(read(version).stragglers()).isEmpty();
    observeElsewhere(samples);
    Answer.until("a straggler is found", () -> !read(version).stragglers().isEmpty());
    assertThat(read(version).stragglers()).extracting(NodeView::node).containsExactly(slow);
    assertThat(fills(1).stragglers()).containsExactly(slow);
    assertThat(explain(version).stragglers()).containsExactly(slow);
    assertThat(status().load().nodes())
        .filteredOn(n -> n.straggler())
        .singleElement()
        .satisfies(n -> assertThat(n.reason()).startsWith("2 clients").contains("got nothing"));
    assertThat(status().policy().stragglerRequests()).isPositive();
  }

  private List<String> reasons() {
    return status().load().nodes().stream()
        .map(NodeLoad::reason)
        .filter(reason -> !reason.isEmpty())
        .toList();
  }

  private void enter(NodeLedgers... entries) {
    ManagerApi.Answer answer =
        Answer.<ManagerApi.Answer>of(then -> manager.observe(List.of(), List.of(entries), then))
            .value();
    assertThat(answer).isEqualTo(ManagerApi.Answer.YES);
  }

  @Test
  void whatWasReadAroundANode_isAddedUp() {
    NodeId slow = new NodeId("datanode-0:9866");
    enter(
        new NodeLedgers(slow, new Ledger(2, 200, 100), new Ledger(1, 50, 0)),
        NodeLedgers.duplicated(new NodeId("datanode-1:9866"), new Ledger(1, 7, 7)));
    enter(NodeLedgers.redirected(slow, new Ledger(1, 1L << 50, 1)));
    assertThat(status().load().nodes())
        .filteredOn(load -> load.node().equals(slow))
        .singleElement()
        .satisfies(
            load -> {
              assertThat(load.redirected()).isEqualTo(new Ledger(3, (1L << 50) + 200, 101));
              assertThat(load.duplicated()).isEqualTo(new Ledger(1, 50, 0));
            });
  }

  private Answer<QueueAnswer> queues(int process, List<Queued> own) {
    QueueReport report = new QueueReport(Stripes.id(process).epoch(), own);
    return Answer.of(then -> manager.queues(report, then));
  }

  private static Queued queued(int node, long bytes) {
    return new Queued(new NodeId("datanode-" + node + ":9866"), bytes, 0);
  }

  @Test
  void whatProcessesHaveOutstanding_isAddedUp_theLongestQueueFirst() {
    assertThat(queues(1, List.of(queued(1, 5), queued(2, 7))).value())
        .isEqualTo(new QueueAnswer(List.of(queued(2, 7), queued(1, 5))));
    // A machine that stands still makes them forget each other.
    Answer.until(
        "both are told of",
        () -> {
          queues(1, List.of(queued(1, 5), queued(2, 7))).value();
          QueueAnswer both = new QueueAnswer(List.of(queued(1, 8), queued(2, 7)));
          return queues(2, List.of(queued(1, 3))).value().equals(both);
        });
    Answer.until(
        "a last word stands instead of the one before",
        () -> {
          queues(2, List.of()).value();
          QueueAnswer both = new QueueAnswer(List.of(queued(3, 1)));
          return queues(1, List.of(queued(3, 1))).value().equals(both);
        });
    Answer.until(
        "the status says so",
        () -> {
          queues(1, List.of(queued(3, 1))).value();
          return status().load().nodes().stream()
              .anyMatch(
                  load ->
                      load.node().equals(queued(3, 1).node())
                          && load.queuedBytes().equals(Optional.of(1L)));
        });
  }

  @Test
  void processThatSaysNothingMore_isForgotten() {
    queues(1, List.of(queued(1, 5))).value();
    Answer.until(
        "only the other counts",
        () ->
            queues(2, List.of(queued(2, 7)))
                .value()
                .equals(new QueueAnswer(List.of(queued(2, 7)))));
  }

  @Test
  void queues_ofTooManyNodes_fail_andChangeNothing() {
    List<Queued> many = new ArrayList<>();
    for (int node = 0; node < ManagerApi.QUEUES_PER_REQUEST_MAX; node++) {
      many.add(queued(node, 1));
    }
    assertThat(queues(1, many).value().nodes()).containsExactlyInAnyOrderElementsOf(many);
    many.add(queued(many.size(), 1));
    assertThat(queues(2, many).cause()).hasMessageContaining("at most 256");
    assertThat(queues(1, many.subList(0, 1)).value().nodes()).containsExactly(many.get(0));
  }

  @Test
  void explain_saysWhatIsKnown() {
    ContentVersion version = published(1);
    read(version);
    StripeExplanation known = explain(version);
    assertThat(known.version()).isEqualTo(version);
    assertThat(known.nodes()).containsExactlyInAnyOrder(A, B);
    assertThat(known.cachedBytes()).isEqualTo(status().publishedBytes());
    assertThat(known.accesses()).isEqualTo(1);
    assertThat(known.decision()).contains("cached when the file was written");
  }
}
