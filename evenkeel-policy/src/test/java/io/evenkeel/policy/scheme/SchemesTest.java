package io.evenkeel.policy.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ClusterView;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.Step;
import io.evenkeel.policy.layout.ContiguousPlanner;
import io.evenkeel.policy.layout.Direction;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What each scheme asks and when, by hand. One stripe of rs-3-2 in blocks of one subblock; block
 * {@code b} on nodes {@code b} and {@code b + 1}. A read is written as fragment, node and launch:
 * {@code d0@0 NOW}; parities are {@code p3} and {@code p4}.
 */
class SchemesTest {
  private static final int SUBBLOCK = 1000;
  private static final boolean TICKET = true;
  private static final boolean NO_TICKET = false;
  private static final ByteRange WHOLE = new ByteRange(0, 3 * SUBBLOCK);
  private static final ByteRange FIRST_BLOCK = new ByteRange(0, SUBBLOCK);

  private static List<String> reads(
      String scheme,
      ByteRange range,
      boolean ticket,
      boolean mayDetour,
      int replication,
      int... avoided) {
    List<Stripe> stripes =
        SimulatedFile.stripes(CodeSpec.rs(3, 2), 3 * SUBBLOCK, SUBBLOCK, SUBBLOCK, 9, replication);
    Set<NodeId> lagging = new HashSet<>();
    for (int node : avoided) {
      lagging.add(SimulatedFile.dataNode(node));
    }
    FileTicket known =
        ticket
            ? FileTicket.none().with(List.of(SimulatedFile.ticket(stripes.get(0))))
            : FileTicket.none();
    ContiguousPlanner planner =
        new ContiguousPlanner(
            stripes, range, () -> known, Schemes.named(scheme), Direction.OFF, 1 << 20);
    PlanContext context = new PlanContext(ClusterView.unknown(), lagging, mayDetour);
    Step.Group first = (Step.Group) planner.plan(Cursor.START, context);
    return first.group().reads().stream().map(SchemesTest::text).toList();
  }

  private static String text(FragmentRead read) {
    String host = read.source().node().host();
    return (read.source() instanceof BlockReplica ? "d" : "p")
        + read.index()
        + "@"
        + host.charAt(host.length() - 1)
        + " "
        + read.launch().kind();
  }

  @Test
  void parallel_asksTheWantedBlocksAndOtherReplicasOnFailure() {
    assertThat(reads("parallel", WHOLE, TICKET, true, 2))
        .containsExactly(
            "d0@0 NOW",
            "d0@1 WHEN_FAILED",
            "d1@1 NOW",
            "d1@2 WHEN_FAILED",
            "d2@2 NOW",
            "d2@3 WHEN_FAILED");
  }

  @Test
  void pocache_asksDataAndParityAtOnce() {
    assertThat(reads("pocache", WHOLE, TICKET, true, 1))
        .containsExactly("d0@0 NOW", "d1@1 NOW", "d2@2 NOW", "p3@0 NOW", "p4@1 NOW");
  }

  @Test
  void pocache_onAPartOfASubstripe_keepsTheParityForLateness() {
    assertThat(reads("pocache", FIRST_BLOCK, TICKET, true, 2))
        .containsExactly(
            "d0@0 NOW",
            "d0@1 WHEN_LATE",
            "p3@0 WHEN_LATE",
            "d1@1 WHEN_LATE",
            "d2@2 WHEN_LATE",
            "p4@1 WHEN_LATE");
  }

  @Test
  void adaptive_asksOnlyTheDataWhileAllIsWell() {
    assertThat(reads("adaptive", WHOLE, TICKET, true, 2))
        .containsExactly(
            "d0@0 NOW",
            "d1@1 NOW",
            "d2@2 NOW",
            "p3@0 WHEN_LATE",
            "p4@1 WHEN_LATE",
            "d0@1 WHEN_LATE",
            "d1@2 WHEN_LATE",
            "d2@3 WHEN_LATE");
  }

  @Test
  void adaptive_withoutATicket_hasOnlyTheReplicas() {
    assertThat(reads("adaptive", WHOLE, NO_TICKET, true, 2))
        .containsExactly(
            "d0@0 NOW",
            "d1@1 NOW",
            "d2@2 NOW",
            "d0@1 WHEN_LATE",
            "d1@2 WHEN_LATE",
            "d2@3 WHEN_LATE");
  }

  @Test
  void adaptive_onASlowNode_takesAnotherReplicaFirst() {
    assertThat(reads("adaptive", FIRST_BLOCK, TICKET, true, 2, 0)).startsWith("d0@1 NOW");
  }

  @Test
  void adaptive_whenAllReplicasOfABlockAreSlow_asksAParityInstead() {
    assertThat(reads("adaptive", WHOLE, TICKET, true, 1, 1))
        .containsExactly("d0@0 NOW", "d2@2 NOW", "p3@0 NOW", "p4@1 WHEN_LATE", "d1@1 WHEN_LATE");
  }

  @Test
  void adaptive_withMoreSlowBlocksThanParities_waitsForTheRest() {
    assertThat(reads("adaptive", WHOLE, TICKET, true, 1, 0, 1, 2))
        .containsExactly("d2@2 NOW", "p3@0 NOW", "p4@1 NOW", "d0@0 WHEN_LATE", "d1@1 WHEN_LATE");
  }

  @Test
  void adaptive_detourOfOneBlock_readsTheOthersInstead() {
    assertThat(reads("adaptive", FIRST_BLOCK, TICKET, true, 1, 0))
        .containsExactly("p3@0 NOW", "d1@1 NOW", "d2@2 NOW", "p4@1 WHEN_LATE", "d0@0 WHEN_LATE");
  }

  @Test
  void adaptive_detourOfOneBlock_isNotMadeBeyondTheBudget() {
    assertThat(reads("adaptive", FIRST_BLOCK, TICKET, false, 1, 0))
        .containsExactly(
            "d0@0 NOW", "p3@0 WHEN_LATE", "d1@1 WHEN_LATE", "d2@2 WHEN_LATE", "p4@1 WHEN_LATE");
  }

  @Test
  void adaptive_detourOfOneBlock_isNotMadeOverAsManySlowNodesAsParities() {
    assertThat(reads("adaptive", FIRST_BLOCK, TICKET, true, 1, 0, 1, 2)).startsWith("d0@0 NOW");
  }

  @Test
  void localReplicas_areReadWhereTheyAreUnlessAllBlocksAreReadAtOnce() {
    assertThat(firstNodesOfLocalBlocks(1)).containsExactly("data0", "data0", "data0");
    assertThat(firstNodesOfLocalBlocks(1 << 20)).containsExactly("data0", "data2", "data3");
  }

  /** The first node asked for each block of a stripe whose replicas are all nearest on node 0. */
  private static List<String> firstNodesOfLocalBlocks(long reservedBytes) {
    Stripe plain =
        SimulatedFile.stripes(CodeSpec.rs(3, 2), 3 * SUBBLOCK, SUBBLOCK, SUBBLOCK, 9, 1).get(0);
    NodeId local = SimulatedFile.dataNode(0);
    List<List<NodeId>> replicas =
        List.of(
            List.of(local, SimulatedFile.dataNode(1)),
            List.of(local, SimulatedFile.dataNode(2)),
            List.of(local, SimulatedFile.dataNode(3)));
    Stripe stripe =
        new Stripe(plain.number(), plain.fileOffset(), plain.geometry(), plain.version(), replicas);
    ContiguousPlanner planner =
        new ContiguousPlanner(
            List.of(stripe),
            WHOLE,
            FileTicket::none,
            Schemes.named("adaptive"),
            Direction.OFF,
            reservedBytes);
    PlanContext context = new PlanContext(ClusterView.unknown(), Set.of(), true);
    List<String> nodes = new ArrayList<>();
    Cursor at = Cursor.START;
    while (planner.plan(at, context) instanceof Step.Group step) {
      step.group().reads().stream()
          .filter(read -> read.launch().equals(Launch.NOW))
          .forEach(read -> nodes.add(read.source().node().host()));
      at = step.next();
    }
    return nodes;
  }

  @Test
  void unknownScheme_isNamedWithTheKnownOnes() {
    assertThatThrownBy(() -> Schemes.named("x"))
        .hasMessage("no scheme 'x'; known: " + Schemes.names());
    assertThat(Schemes.names()).contains("adaptive", "pocache", "parallel");
  }

  /** Of any of them: every wanted block is read somewhere, and what is asked at once is enough. */
  @Test
  void everyScheme_asksForEnoughAtOnce() {
    for (String scheme : Schemes.names()) {
      assertThat(Schemes.named(scheme).name()).isEqualTo(scheme);
      for (boolean ticket : new boolean[] {TICKET, NO_TICKET}) {
        List<String> reads = reads(scheme, WHOLE, ticket, true, 2);
        assertThat(reads.stream().filter(read -> read.endsWith(" NOW")).count())
            .as("%s: %s", scheme, reads)
            .isGreaterThanOrEqualTo(3);
        assertThat(reads.stream().map(read -> read.substring(0, 2)))
            .as(scheme)
            .contains("d0", "d1", "d2");
      }
    }
  }
}
