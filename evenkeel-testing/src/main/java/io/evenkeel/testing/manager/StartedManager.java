package io.evenkeel.testing.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.memory.MemoryNodeStore;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.ClockScheduler;
import io.evenkeel.testing.store.Fragments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A manager over cache nodes in memory, started for each test, and what tests say to it. */
abstract class StartedManager {
  protected static final NodeId A = new NodeId("cache-a:1");
  protected static final NodeId B = new NodeId("cache-b:1");
  protected static final CodeSpec CODE = CodeSpec.rs(2, 2);
  protected static final int SUBBLOCK_BYTES = 64 * 1024;

  /** Two fragments of 64 KiB per index: about 129 KiB on each node. */
  protected static final StripeGeometry GEOMETRY =
      Stripes.geometry(CODE, SUBBLOCK_BYTES, 2L * SUBBLOCK_BYTES);

  /** Room for three stripes on each node, and a little more. */
  protected static final long CAPACITY_BYTES = 450_000;

  protected static final Duration TIME_TO_LIVE = Duration.ofSeconds(2);

  protected ClockScheduler clock;
  protected MemoryNodeStore store;
  ManagerApi manager;

  /** A fresh manager over the store, with this capacity per node and this time to live. */
  protected abstract ManagerApi start(NodeStore over, ClockScheduler time) throws Exception;

  /** A client of another machine tells what it saw. */
  protected abstract void observeElsewhere(List<NodeSample> samples);

  /** Ends what {@link #start} started. */
  protected abstract void stop() throws Exception;

  @BeforeEach
  final void startAll() throws Exception {
    clock = new ClockScheduler();
    store =
        new MemoryNodeStore(
            clock,
            Map.of(A, 2 * CAPACITY_BYTES, B, 2 * CAPACITY_BYTES),
            Duration.ofNanos(1000),
            Duration.ofMillis(50));
    manager = start(store, clock);
    Answer.until(
        "both cache nodes are reached",
        () -> status().nodes().stream().allMatch(NodeStatus::reachable));
  }

  @AfterEach
  final void stopAll() throws Exception {
    manager.close();
    stop();
    store.close();
    clock.close();
  }

  protected final ManagerStatus status() {
    return Answer.<ManagerStatus>of(manager::status).value();
  }

  protected final Reservation reserve(StripeId id, StripeGeometry geometry) {
    return Answer.<Reservation>of(then -> manager.reserve(id, geometry, then)).value();
  }

  protected final ManagerApi.Answer publish(
      StripeId id, ContentVersion version, StripeGeometry geometry) {
    return Answer.<ManagerApi.Answer>of(
            then -> manager.publish(id, Stripes.placed(version, geometry), then))
        .value();
  }

  protected final ManagerApi.Answer withdraw(StripeId id) {
    return Answer.<ManagerApi.Answer>of(then -> manager.withdraw(id, "tested", then)).value();
  }

  protected final List<StripeTicket> tickets(ContentVersion... stripes) {
    return read(stripes).tickets();
  }

  protected final TicketAnswer read(ContentVersion... stripes) {
    List<PlacedStripe> asked = Stream.of(stripes).map(v -> Stripes.placed(v, GEOMETRY)).toList();
    return Answer.<TicketAnswer>of(then -> manager.tickets(asked, then)).value();
  }

  protected final Reservation reserveFill(StripeId id, ContentVersion version) {
    return Answer.<Reservation>of(then -> manager.reserveFill(id, version, GEOMETRY, then)).value();
  }

  protected final FillAnswer fills(int most) {
    return Answer.<FillAnswer>of(then -> manager.fills(most, then)).value();
  }

  protected final StripeExplanation explain(ContentVersion version) {
    return Answer.<List<StripeExplanation>>of(then -> manager.explain(List.of(version), then))
        .value()
        .get(0);
  }

  final void storeAll(StripeId id, StripeGeometry geometry, List<NodeId> nodes) {
    for (int parity = 0; parity < nodes.size(); parity++) {
      for (int substripe = 0; substripe < geometry.substripeCount(); substripe++) {
        NodeId node = nodes.get(parity);
        StoredFragment fragment =
            Fragments.full(
                new FragmentKey(id, substripe, 2 + parity),
                CODE,
                geometry.parityLengthBytes(substripe));
        Answer.<Void>of(then -> store.put(node, fragment, TIME_TO_LIVE, then)).value();
      }
    }
  }

  final ContentVersion published(int number) {
    StripeId id = Stripes.id(number);
    ContentVersion version = Stripes.version(number, GEOMETRY);
    Reservation room = reserve(id, GEOMETRY);
    assertThat(room.granted()).as(room.reason()).isTrue();
    storeAll(id, GEOMETRY, room.nodes());
    assertThat(publish(id, version, GEOMETRY)).isEqualTo(ManagerApi.Answer.YES);
    return version;
  }

  final long stored(NodeId node) {
    return Answer.<Long>of(then -> store.usedBytes(node, then)).value();
  }
}
