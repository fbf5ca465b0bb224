package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.ReadReport.LaneReport;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What is sent over the wire, and what is refused of it before anything has changed. */
class EventLimitsTest {
  private static final Epoch EPOCH = new Epoch("0123456789abcdef".repeat(2));
  private final Scenario scene = new Scenario(1_000, Scenario.A);
  private final Manager manager = scene.manager;

  private void refuses(ThrowingCallable event, String... says) {
    ManagerStatus before = manager.status(0);
    var refusal = assertThatThrownBy(event).isInstanceOf(RefusedRequestException.class);
    for (String each : says) {
      refusal.hasMessageContaining(each);
    }
    assertThat(manager.status(0)).isEqualTo(before);
    manager.check();
  }

  private static StripeGeometry xor2(int subblockBytes, long blockBytes) {
    return new StripeGeometry(CodeSpec.xor(2), subblockBytes, List.of(blockBytes));
  }

  private void refuses(StripeGeometry geometry, String... says) {
    PlacedStripe placed = Stripes.placed(1, geometry);
    refuses(() -> manager.reserve(0, Stripes.id(1), geometry), says);
    refuses(() -> manager.reserveFill(0, Stripes.id(1), placed.version(), geometry), says);
    refuses(() -> manager.publish(0, Stripes.id(1), placed), says);
    refuses(() -> manager.tickets(0, List.of(placed)), says);
  }

  @Test
  void geometry_thatIsTooLarge() {
    refuses(
        xor2(1, 200_000), "200000 fragments of parity", "200000 bytes in subblocks of 1", "131072");
    refuses(
        new StripeGeometry(CodeSpec.rs(2, 3), 8, List.of(8L << 16)), "196608 fragments of parity");
    refuses(xor2(1 << 27, (1L << 40) + 1), "1099511627777 bytes of a block");
    refuses(xor2(1 << 29, 1), "536870912 bytes of a subblock");
    refuses(
        new StripeGeometry(CodeSpec.none(300), 1, List.of(1L)),
        "300 indexes of a code",
        "0 to 255");
  }

  private PlacedStripe placed(String path, int number, long offset, int replicas) {
    StripeGeometry geometry = xor2(100, 100);
    return new PlacedStripe(
        path,
        new Stripe(
            number,
            offset,
            geometry,
            Stripes.version(1, geometry),
            List.of(Collections.nCopies(replicas, new NodeId("d:1")))));
  }

  private void refuses(PlacedStripe placed, String... says) {
    refuses(() -> manager.publish(0, Stripes.id(1), placed), says);
    refuses(() -> manager.tickets(0, List.of(Scenario.content(1), placed)), says);
  }

  @Test
  void place_thatNoFileHas() {
    manager.tickets(0, List.of(placed("p".repeat(8000), 0, 0, 512)));
    refuses(placed("p".repeat(8001), 0, 0, 1), "8001 characters of a path", "8000");
    manager.tickets(0, List.of(placed("/p".repeat(1000), 0, 0, 1)));
    refuses(placed("/p".repeat(1001), 0, 0, 1), "1001 slashes of a path", "1000");
    refuses(
        () -> manager.changed(0, List.of(PathChange.moved("/a", "/".repeat(1001)))),
        "1001 slashes of a path");
    refuses(placed("/f", -1, 0, 1), "-1 as a stripe's number");
    refuses(placed("/f", 0, -1, 1), "-1 as a stripe's offset");
    refuses(placed("/f", 0, Long.MAX_VALUE, 1), "as a stripe's offset");
    refuses(placed("/f", 0, 0, 513), "513 replicas of a block", "512");
  }

  @Test
  void samples_ofWhatCannotBe() {
    for (NodeSample sample :
        List.of(
            sample(Long.MAX_VALUE, 1, 1),
            sample(1, Long.MAX_VALUE, 1),
            sample(1, 1, Long.MAX_VALUE))) {
      refuses(
          () ->
              manager.observe(0, Witness.THIS_MACHINE, List.of(sample(1, 1, 1), sample), List.of()),
          Long.MAX_VALUE + " ",
          "of a sample");
    }
    assertThat(manager.status(0).load().nodes()).as("not even the first of the two").isEmpty();
  }

  @Test
  void ledgers_ofMoreThanIsAskedForInATime() {
    for (Ledger ledger : List.of(new Ledger(1L << 62, 1, 1), new Ledger(1, 1L << 62, 1L << 62))) {
      for (NodeLedgers entry :
          List.of(
              NodeLedgers.redirected(new NodeId("d:1"), ledger),
              NodeLedgers.duplicated(new NodeId("d:1"), ledger))) {
        refuses(
            () -> manager.observe(0, Witness.THIS_MACHINE, List.of(), List.of(entry)),
            (1L << 62) + " ",
            "of a ledger");
      }
    }
    assertThat(manager.status(0).load().nodes()).isEmpty();
  }

  private static NodeSample sample(long requested, long received, long busyNanos) {
    return new NodeSample(
        new NodeId("d:1"), requested, received, busyNanos, LaneReport.Outcome.ABORTED);
  }

  @Test
  void queues_ofTooManyNodes_andOfOnesThatNoHostHas() {
    manager.queues(0, Witness.THIS_MACHINE, queues(256, "d"));
    refuses(
        () -> manager.queues(0, Witness.THIS_MACHINE, queues(257, "d")),
        "asked for 257 queues; at most 256");
    refuses(
        () -> manager.queues(0, Witness.THIS_MACHINE, queues(1, "d".repeat(262))),
        "264 characters of a node's name",
        "0 to 261");
    assertThat(manager.status(0).load().nodes()).as("those of before").hasSize(256);
  }

  private static QueueReport queues(int count, String host) {
    return new QueueReport(
        EPOCH,
        IntStream.range(0, count)
            .mapToObj(i -> new Queued(new NodeId(host + ":" + i), Long.MAX_VALUE, 0))
            .toList());
  }

  @Test
  void machineOfTooManyProcesses_isRefusedMore() {
    for (int i = 0; i < OutstandingBytes.PROCESSES_PER_WITNESS_MAX; i++) {
      QueueReport own = new QueueReport(new Epoch("%032x".formatted(i)), List.of());
      assertThat(manager.queues(0, Witness.THIS_MACHINE, own).answer().nodes()).isEmpty();
    }
    refuses(
        () -> manager.queues(0, Witness.THIS_MACHINE, queues(1, "d")),
        "128 of them from this machine");
  }

  @Test
  void counts_belowZero() {
    refuses(() -> manager.fills(0, -1), "asked for -1 fills");
  }

  @Test
  void fill_ofAnotherLengthThanIsWanted_takesNoRoom() {
    assertThat(scene.isWanted(0, 1)).isTrue();
    PlacedStripe asked = Scenario.content(1);
    StripeGeometry shorter = Stripes.geometry(CodeSpec.xor(2), 100, 1);
    var refusal = manager.reserveFill(0, Stripes.id(1), asked.version(), shorter).answer();
    assertThat(refusal.granted()).isFalse();
    assertThat(refusal.reason()).contains("is wanted as").contains("not as");
    assertThat(scene.reserveFill(0, 1, 1).answer().granted()).isTrue();
    manager.check();
  }

  @Test
  void oneRequest_isOneAccess_howeverOftenItNamesAStripe() {
    manager.tickets(0, Collections.nCopies(64, Scenario.content(1)));
    assertThat(scene.explain(0, 1).accesses()).isEqualTo(1);
    assertThat(manager.status(0).ticketRequests()).isEqualTo(1);
  }

  @Test
  void writes_areBoundedInNumber_whateverRoomThereIs() {
    ManagerSettings large = Scenario.settings(1L << 40).withLimits(1 << 20, Duration.ofHours(1));
    Scenario roomy = new Scenario(large, Scenario.A);
    StripeGeometry geometry = xor2(100, 100);
    for (int i = 0; i < Reservations.WRITES_MAX; i++) {
      StripeId id = new StripeId(EPOCH, i);
      assertThat(roomy.manager.reserve(0, id, geometry).answer().granted()).isTrue();
    }
    StripeId oneMore = new StripeId(EPOCH, Reservations.WRITES_MAX);
    assertThat(roomy.manager.reserve(0, oneMore, geometry).answer().reason())
        .contains("holds room for 65536 writes");
  }

  @Test
  void pathsAndReplicas_areBoundedTogether_theOldestGoes() {
    int most = 20;
    Scenario small =
        new Scenario(Scenario.settings(0).withLimits(most, Duration.ofHours(1)), Scenario.A);
    for (int i = 0; i < most; i++) {
      ContentVersion version = Stripes.version(i, xor2(100, 100));
      String path = "/" + i + "p".repeat(7_000);
      Stripe stripe = new Stripe(0, 0, xor2(100, 100), version, List.of(List.of()));
      small.manager.tickets(0, List.of(new PlacedStripe(path, stripe)));
      small.manager.check();
    }
    assertThat(small.manager.status(0).policy().knownStripes())
        .as("of 7,000 bytes each, where 512 are thought of")
        .isEqualTo(2);
  }
}
