package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * By hand: a fragment of n bytes takes n + 10; a stripe of two 100-byte substripes and two parities
 * takes 220 on each of two nodes; a node has 500 bytes; keys live 3 ms.
 */
class ManagerTest {
  private static final NodeId A = new NodeId("a:1");
  private static final NodeId B = new NodeId("b:1");
  private static final NodeId C = new NodeId("c:1");
  private static final Duration TTL = Duration.ofMillis(3);
  private static final long MS = 1_000_000;
  private static final StripeGeometry GEOMETRY = Stripes.geometry(CodeSpec.rs(2, 2), 100, 200);
  private final Manager manager = manager(A, B);

  private static ManagerSettings settings(long capacityBytes) {
    return ManagerSettings.of(capacityBytes, TTL).withLimits(10, Duration.ofMillis(1));
  }

  private static Manager manager(NodeId... nodes) {
    return new Manager(settings(500), List.of(nodes), (bytes, k) -> bytes + 10, () -> 42);
  }

  private void reachBoth() {
    manager.toldUsedBytes(A, 0);
    manager.toldUsedBytes(B, 0);
  }

  private Outcome<Reservation> reserve(long now, int number) {
    return manager.reserve(now, Stripes.id(number), GEOMETRY);
  }

  private Outcome<Answer> publish(long now, int number) {
    return manager.publish(now, Stripes.id(number), Stripes.placed(number, GEOMETRY));
  }

  private static Effect.Delete delete(int number, NodeId node, int index) {
    return new Effect.Delete(Stripes.id(number), node, keys(number, index), 220);
  }

  private static Effect.Renew renew(int number, NodeId node, int index) {
    return new Effect.Renew(Stripes.id(number), node, keys(number, index), TTL);
  }

  private static List<FragmentKey> keys(int number, int index) {
    StripeId id = Stripes.id(number);
    return List.of(new FragmentKey(id, 0, index), new FragmentKey(id, 1, index));
  }

  @Test
  void start_samplesEveryNode_andUsesNoneBeforeItAnswers() {
    assertThat(manager.tick(0))
        .containsExactly(new Effect.AskUsedBytes(A), new Effect.AskUsedBytes(B));
    assertThat(manager.tick(MS - 1)).isEmpty();
    assertThat(reserve(0, 1).answer().granted()).isFalse();
    manager.toldUsedBytes(B, 0);
    assertThat(reserve(0, 1).answer().nodes()).containsExactly(B, B);
    assertThat(manager.tick(MS)).contains(new Effect.AskUsedBytes(A));
  }

  @Test
  void publish_renewsAtOnce_thenEveryThird() {
    reachBoth();
    manager.tick(0);
    assertThat(reserve(0, 1).answer().nodes()).containsExactly(A, B);
    assertThat(publish(10, 1).effects()).containsExactly(renew(1, A, 2), renew(1, B, 3));
    assertThat(manager.tick(MS - 1)).isEmpty();
    assertThat(manager.tick(MS + 10)).contains(renew(1, A, 2), renew(1, B, 3));
    assertThat(manager.tick(MS + 11)).isEmpty();
  }

  @Test
  void reserve_beforeAnyCacheNodeIsReached_saysThat() {
    assertThat(reserve(0, 1).answer().reason()).endsWith("no cache node is reached");
  }

  @Test
  void reserve_displacesNothing() {
    reachBoth();
    for (int i = 1; i <= 2; i++) {
      reserve(0, i);
      publish(0, i);
    }
    Outcome<Reservation> third = reserve(1, 3);
    assertThat(third.answer().reason()).contains("no room for 2 times 220 bytes");
    assertThat(third.effects()).isEmpty();
    assertThat(manager.status(0).publishedStripes()).isEqualTo(2);
    assertThat(manager.status(0).refusedReservations()).isEqualTo(1);
  }

  @Test
  void reserve_again_isTheSameReservation_withMoreTime() {
    reachBoth();
    Reservation first = reserve(0, 1).answer();
    assertThat(reserve(2 * MS, 1).answer()).isEqualTo(first);
    manager.tick(4 * MS);
    assertThat(manager.status(0).reservedStripes()).isEqualTo(1);
    StripeGeometry other = Stripes.geometry(CodeSpec.rs(2, 2), 50, 100);
    assertThat(manager.reserve(0, Stripes.id(1), other).answer().reason()).contains("reserved as");
  }

  @Test
  void expiredReservation_isFreed_andItsKeysRemoved() {
    reachBoth();
    reserve(0, 1);
    assertThat(manager.tick(3 * MS - 1)).doesNotContain(delete(1, A, 2));
    assertThat(manager.tick(3 * MS)).contains(delete(1, A, 2), delete(1, B, 3));
    assertThat(manager.status(0).reservedBytes()).isZero();
  }

  @Test
  void silentWriter_losesItsRoomAfterALease_andOneThatAsksAgainKeepsIt() {
    Manager leasing = leasing();
    Reservation killed = leasing.reserve(0, Stripes.id(1), GEOMETRY).answer();
    assertThat(killed.lease()).contains(Duration.ofMillis(1));
    assertThat(killed.timeToLive()).as("of what it stores").isEqualTo(TTL);
    leasing.reserve(0, Stripes.id(2), GEOMETRY);
    leasing.reserve(MS / 2, Stripes.id(2), GEOMETRY);
    assertThat(leasing.tick(MS)).contains(delete(1, A, 2), delete(1, B, 3));
    assertThat(leasing.status(0).reservedStripes()).isEqualTo(1);
    assertThat(leasing.status(0).lapsedReservations()).contains(1L);
    assertThat(leasing.status(0).lostStripes()).contains(0L);
    assertThat(leasing.publish(MS, Stripes.id(2), Stripes.placed(2, GEOMETRY)).effects())
        .containsExactly(renew(2, A, 2), renew(2, B, 3));
  }

  /** Room is leased for a third of the time for which keys live. */
  private static Manager leasing() {
    ManagerSettings brief = settings(500).withFills(Duration.ZERO, 1, Duration.ofMillis(1));
    Manager leasing = new Manager(brief, List.of(A, B), (bytes, k) -> bytes + 10, () -> 42);
    leasing.toldUsedBytes(A, 0);
    leasing.toldUsedBytes(B, 0);
    return leasing;
  }

  @Test
  void whoCouldNotBeHeard_losesNothing() {
    Manager leasing = leasing();
    leasing.reserve(0, Stripes.id(1), GEOMETRY);
    leasing.stoodStill(5 * MS);
    assertThat(leasing.tick(6 * MS - 1)).doesNotContain(delete(1, A, 2));
    assertThat(leasing.publish(6 * MS - 1, Stripes.id(1), Stripes.placed(1, GEOMETRY)).answer())
        .isEqualTo(Answer.YES);
    leasing.reserve(6 * MS, Stripes.id(2), GEOMETRY);
    assertThat(leasing.tick(7 * MS)).contains(delete(2, A, 2));
  }

  @Test
  void expiredReservation_cannotBePublished_evenBeforeTheTick() {
    reachBoth();
    reserve(0, 1);
    assertThat(publish(3 * MS, 1).answer().accepted()).isFalse();
  }

  @Test
  void lostKeys_dropTheStripe_andTheKeysThatAreLeft() {
    reachBoth();
    reserve(0, 1);
    publish(0, 1);
    assertThat(manager.renewed(0, Stripes.id(1), A, 2)).noneMatch(Effect.Delete.class::isInstance);
    assertThat(manager.renewed(0, Stripes.id(1), B, 1)).contains(delete(1, A, 2), delete(1, B, 3));
    assertThat(manager.tickets(0, List.of(Stripes.placed(1, GEOMETRY))).answer().tickets())
        .isEmpty();
    assertThat(manager.renewed(0, Stripes.id(1), A, 0)).isEmpty();
  }

  @Test
  void nodeThatIsNotRenewed_dropsTheStripe_whenItsKeysHaveExpired() {
    reachBoth();
    for (int i = 1; i <= 2; i++) {
      reserve(0, i);
      publish(0, i);
      manager.renewed(2 * MS, Stripes.id(i), A, 2);
    }
    assertThat(tickets(3 * MS - 1, 1).answer().tickets()).hasSize(1);
    Outcome<TicketAnswer> late = tickets(3 * MS, 1);
    assertThat(late.answer().tickets()).isEmpty();
    assertThat(late.effects()).containsExactly(delete(1, A, 2), delete(1, B, 3));
    assertThat(manager.tick(3 * MS)).contains(delete(2, A, 2), delete(2, B, 3));
  }

  private Outcome<TicketAnswer> tickets(long now, int number) {
    return manager.tickets(now, List.of(Stripes.placed(number, GEOMETRY)));
  }

  @Test
  void foreignBytes_areLeftAlone_untilTheyFall() {
    manager.toldUsedBytes(A, 400);
    manager.toldUsedBytes(B, 100);
    assertThat(reserve(0, 1).answer().granted()).isFalse();
    manager.toldUsedBytes(A, 280);
    assertThat(reserve(0, 1).answer().nodes()).containsExactly(B, A);
    manager.toldUsedBytes(A, 390);
    assertThat(used(A)).as("280 foreign and 220 reserved, half of it stored").isEqualTo(500);
    manager.toldUsedBytes(A, 220);
    assertThat(used(A)).as("all reserved is stored, at most 220 are foreign").isEqualTo(440);
    publish(0, 1);
    manager.toldUsedBytes(A, 220);
    assertThat(used(A)).as("nothing is foreign").isEqualTo(220);
  }

  private long used(NodeId node) {
    return manager.status(0).nodes().stream()
        .filter(n -> n.node().equals(node))
        .mapToLong(NodeStatus::usedBytes)
        .sum();
  }

  @Test
  void deleteThatFailed_keepsItsRoom_untilASampleSaysOtherwise() {
    reachBoth();
    reserve(0, 1);
    manager.withdraw(0, Witness.THIS_MACHINE, Stripes.id(1), "tested");
    assertThat(used(A)).isZero();
    manager.deleteFailed(delete(1, A, 2));
    assertThat(used(A)).isEqualTo(220);
    manager.toldUsedBytes(A, 0);
    assertThat(used(A)).isZero();
  }

  @Test
  void tooManyStripes_areRefused() {
    ManagerSettings one = settings(5000).withLimits(1, Duration.ofMillis(1));
    Manager small = new Manager(one, List.of(A), (bytes, k) -> bytes, () -> 1);
    small.toldUsedBytes(A, 0);
    assertThat(small.reserve(0, Stripes.id(1), GEOMETRY).answer().granted()).isTrue();
    assertThat(small.reserve(0, Stripes.id(2), GEOMETRY).answer().reason()).contains("1 stripes");
  }

  @Test
  void placement_prefersDistinctNodes_thenRoom_thenNames() {
    assertThat(Placement.place(2, 10, Map.of(A, 100L, B, 100L, C, 300L))).containsExactly(C, A);
    assertThat(Placement.place(3, 10, Map.of(A, 10L, C, 300L))).containsExactly(C, A, C);
    assertThat(Placement.place(2, 10, Map.of(A, 19L))).isEmpty();
  }
}
