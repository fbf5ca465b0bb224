package io.evenkeel.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.policy.scheme.Adaptive;
import io.evenkeel.policy.scheme.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** An RS-3-2 group in cells of 1 MiB on nodes 0 to 4. */
class ExplainedDirectionTest {
  private static final long MIB = 1 << 20;
  private static final OptionalLong ROWS = OptionalLong.empty();
  private static final Optional<FragmentTicket> NOT_CACHED = Optional.empty();

  private static NodeId node(int number) {
    return new NodeId("dn" + number + ":9866");
  }

  private static NodeLoad load(int number, long queuedBytes, boolean straggler) {
    return new NodeLoad(
        node(number),
        100 * MIB,
        MIB,
        straggler,
        straggler ? "late" : "",
        Ledger.NONE,
        Ledger.NONE,
        Optional.of(queuedBytes));
  }

  private static BlockGroup group() {
    return group(withoutNode(-1));
  }

  private static BlockGroup group(List<List<NodeId>> nodes) {
    CellGeometry geometry = new CellGeometry(CodeSpec.parse("rs-3-2"), (int) MIB, 9 * MIB);
    List<BlockVersion> blocks = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      blocks.add(new BlockVersion("pool", i, 1, 3 * MIB));
    }
    return new BlockGroup(0, 0, geometry, blocks, nodes);
  }

  private static List<List<NodeId>> withoutNode(int lost) {
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      nodes.add(i == lost ? List.of() : List.of(node(i)));
    }
    return nodes;
  }

  private static ExplainedDirection direction(NodeLoad... nodes) {
    return new ExplainedDirection(
        List.of(nodes), new Adaptive(), ReadLimits.defaults(), /* isDirected= */ true);
  }

  @Test
  void whereNothingWaits_theDataIsRead() {
    ExplainedDirection calm = direction();
    assertThat(calm.of(group(), ROWS, NOT_CACHED)).isEqualTo("whole rows: from data 0 to 2");
    assertThat(calm.of(group(), OptionalLong.of(5 * MIB), NOT_CACHED))
        .isEqualTo("64 KiB there: from data 2");
    assertThat(calm.of(group(), OptionalLong.of(9 * MIB - 1), NOT_CACHED))
        .isEqualTo("1 bytes there: from data 2");
    assertThat(calm.of(List.of(node(0), node(1)))).isEqualTo("from dn0:9866");
    assertThat(calm.of(List.of())).isEmpty();
  }

  @Test
  void aBusyNode_isLeftForOthers() {
    ExplainedDirection busy = direction(load(1, 100 * MIB, false), load(0, 0, false));
    assertThat(busy.of(group(), ROWS, NOT_CACHED))
        .isEqualTo(
            "whole rows: from data 0, data 2, parity 0;"
                + " decoded, not from data 1 (dn1:9866, 100 MiB queued)");
    assertThat(busy.of(group(), OptionalLong.of(MIB), NOT_CACHED))
        .isEqualTo(
            "64 KiB there: from data 0, data 2, parity 0;"
                + " decoded, not from data 1 (dn1:9866, 100 MiB queued)");
    assertThat(busy.of(group(), OptionalLong.of(0), NOT_CACHED))
        .isEqualTo("64 KiB there: from data 0");
    assertThat(busy.of(List.of(node(1), node(0))))
        .isEqualTo("from dn0:9866, not from dn1:9866 (100 MiB queued)");
  }

  @Test
  void aStraggler_isNamed() {
    ExplainedDirection straggling = direction(load(2, 0, true));
    assertThat(straggling.of(group(), ROWS, NOT_CACHED))
        .isEqualTo(
            "whole rows: from data 0 to 1, parity 0;"
                + " decoded, not from data 2 (dn2:9866, a straggler)");
  }

  @Test
  void moreStragglersThanParity_someAreReadAllTheSame() {
    ExplainedDirection straggling = direction(load(0, 0, true), load(1, 0, true), load(2, 0, true));
    assertThat(straggling.of(group(), ROWS, NOT_CACHED))
        .isEqualTo(
            "whole rows: from data 2, parity 0 to 1; decoded, not from data 0 (dn0:9866, a"
                + " straggler), data 1 (dn1:9866, a straggler)");
  }

  @Test
  void withDirectionOff_onlyStragglersAreLeft() {
    ExplainedDirection off =
        new ExplainedDirection(
            List.of(load(1, 100 * MIB, false), load(2, 0, true)),
            new Adaptive(),
            ReadLimits.defaults(),
            /* isDirected= */ false);
    assertThat(off.of(group(), ROWS, NOT_CACHED))
        .isEqualTo(
            "whole rows: from data 0 to 1, parity 0;"
                + " decoded, not from data 2 (dn2:9866, a straggler)");
    assertThat(off.of(List.of(node(1), node(0)))).isEqualTo("from dn1:9866");
    assertThat(off.of(List.of(node(2), node(0))))
        .isEqualTo("from dn0:9866, not from dn2:9866 (a straggler)");
  }

  @Test
  void aBusyNode_isSeenAmongThousands_whateverItsName() {
    List<NodeLoad> nodes = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      nodes.add(load(100 + i, 0, false));
    }
    nodes.add(load(1, 100 * MIB, false));
    assertThat(direction(nodes.toArray(NodeLoad[]::new)).of(group(), ROWS, NOT_CACHED))
        .contains("not from data 1 (dn1:9866, 100 MiB queued)");
  }

  @Test
  void whatCannotBeDecoded_isLeftToTheStockClient() {
    BlockGroup lost =
        group(List.of(List.of(), List.of(), List.of(), List.of(node(3)), List.of(node(4))));
    assertThat(direction().of(lost, ROWS, NOT_CACHED))
        .isEqualTo(
            "whole rows: from parity 0 to 1; left to the stock client, who decodes if he can:"
                + " data 0 (no node), data 1 (no node), data 2 (no node)");
    ExplainedDirection parallel =
        new ExplainedDirection(
            List.of(), new Parallel(), ReadLimits.defaults(), /* isDirected= */ true);
    assertThat(parallel.of(group(withoutNode(0)), ROWS, NOT_CACHED))
        .startsWith("whole rows: from data 1 to 2; left to the stock client");
    assertThat(direction().of(group(withoutNode(0)), ROWS, NOT_CACHED))
        .isEqualTo("whole rows: from data 1 to 2, parity 0; decoded, not from data 0 (no node)");
  }

  @Test
  void cachedParity_isAsGoodAsStored() {
    CodeSpec code = CodeSpec.parse("xor-2-1");
    CellGeometry geometry = new CellGeometry(code, (int) MIB, 6 * MIB);
    List<BlockVersion> blocks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      blocks.add(new BlockVersion("pool", i, 1, 3 * MIB));
    }
    List<List<NodeId>> nodes = List.of(List.of(node(0)), List.of(node(1)), List.of(node(2)));
    BlockGroup group = new BlockGroup(0, 0, geometry, blocks, nodes);
    FragmentTicket ticket =
        FragmentTicket.ofParity(
            new StripeId(new Epoch("0".repeat(32)), 0),
            new StripeGeometry(code, (int) MIB, List.of(3 * MIB, 3 * MIB)),
            List.of(new NodeId("cache:6379")));
    ExplainedDirection both = direction(load(0, 0, true), load(2, 0, true));
    assertThat(both.of(group, ROWS, NOT_CACHED)).isEqualTo("whole rows: from data 0 to 1");
    assertThat(both.of(group, ROWS, Optional.of(ticket)))
        .startsWith("whole rows: from data 1, parity 0; decoded, not from data 0");
  }

  /** Nobody leaves a replica for less than a MiB, however fast the other is. */
  @Test
  void littleIsNoQueueOfAReplica() {
    NodeLoad little =
        new NodeLoad(node(1), 0, MIB, false, "", Ledger.NONE, Ledger.NONE, Optional.of(900L << 10));
    assertThat(direction(little, load(0, 0, false)).of(List.of(node(1), node(0))))
        .isEqualTo("from dn1:9866");
  }

  /** Nobody avoids it from the start, and what it is late with is asked of others. */
  @Test
  void nodeThatWasReadAround_isSaidToBe() {
    Ledger around = new Ledger(3, 5 * MIB, MIB);
    NodeLoad slow =
        new NodeLoad(node(1), 7 * MIB, MIB, false, "", around, Ledger.NONE, Optional.empty());
    assertThat(direction(slow, load(0, 0, false)).of(List.of(node(1))))
        .isEqualTo(
            "from dn1:9866 (7.0 MiB/s; asked first; where it was late, others were asked for 5.0 MiB so far)");
    NodeLoad unknown =
        new NodeLoad(node(1), 0, 0, false, "", Ledger.NONE, around, Optional.empty());
    assertThat(direction(unknown, load(0, 0, false)).of(List.of(node(1))))
        .isEqualTo(
            "from dn1:9866 (asked first; where it was late, others were asked for 5.0 MiB so far)");
  }

  @Test
  void whereMostNodesAreFull_nobodyIsLeft() {
    ExplainedDirection full =
        direction(
            load(0, 200 * MIB, false),
            load(1, 300 * MIB, false),
            load(2, 200 * MIB, false),
            load(3, 0, false),
            load(4, 0, false));
    assertThat(full.of(group(), ROWS, NOT_CACHED)).isEqualTo("whole rows: from data 0 to 2");
  }
}
