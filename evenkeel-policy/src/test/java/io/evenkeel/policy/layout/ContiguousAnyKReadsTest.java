package io.evenkeel.policy.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.LaneBehaviour;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contiguous layout with cached parity, read wide. Where its memory does not allow that it is
 * read block by block, and what stuck nodes cost adds up ({@link BoundedReadTest}).
 */
class ContiguousAnyKReadsTest extends AnyKReadsContract {
  @Override
  protected List<AnyKReader> readers() {
    List<AnyKReader> readers = new ArrayList<>();
    for (String name : new String[] {"rs-4-2", "rs-6-3"}) {
      CodeSpec code = CodeSpec.parse(name);
      Schemes.names().forEach(scheme -> readers.add(reader(code, scheme)));
    }
    return readers;
  }

  private static AnyKReader reader(CodeSpec code, String scheme) {
    return AnyKReader.planned(
        "contiguous " + code + " " + scheme,
        code.dataCount(),
        1,
        true,
        (rows, copies) -> file(code, scheme, rows, copies));
  }

  /** One parity cannot stand for both, and the node is no faster for being asked twice. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void twoBlocksOnOneSlowNode_areNotRacedByEachOther(boolean isKnown) {
    NodeId shared = SimulatedFile.dataNode(0);
    AnyKReader reader =
        AnyKReader.planned(
            "two on one node",
            4,
            1,
            true,
            (rows, copies) -> file(CodeSpec.xor(4), "adaptive", rows, nodes(shared)));
    AnyKScene scene = new AnyKScene(reader, ROWS).with(0, LaneBehaviour.slow(5 * SLOW_TIMES));
    AnyKScene part = (isKnown ? scene.known() : scene).only(UNIT);
    assertThat(part.read().plain()).isEmpty();
    assertThat(part.askedBytes()).isEqualTo(UNIT);
    AnyKScene whole = new AnyKScene(reader, ROWS).with(0, LaneBehaviour.slow(5 * SLOW_TIMES));
    assertThat((isKnown ? whole.known() : whole).read().plain()).isEmpty();
    int besides = isKnown ? 0 : ROWS;
    assertThat(whole.rowsAskedOf(0)).hasSizeLessThanOrEqualTo(ROWS + besides);
  }

  private static List<List<NodeId>> nodes(NodeId shared) {
    return List.of(
        List.of(shared),
        List.of(shared),
        List.of(SimulatedFile.dataNode(2)),
        List.of(SimulatedFile.dataNode(3)));
  }

  private static AnyKFile file(CodeSpec code, String scheme, int rows, int copies) {
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int index = 0; index < code.dataCount(); index++) {
      nodes.add(dataNodes(index, copies));
    }
    return file(code, scheme, rows, nodes);
  }

  private static AnyKFile file(
      CodeSpec code, String scheme, int rows, List<List<NodeId>> blockNodes) {
    int k = code.dataCount();
    int block = rows * UNIT;
    SimulatedFile file = new SimulatedFile(1, code, k * block, block, UNIT, k, 1);
    List<List<NodeId>> nodes = new ArrayList<>(blockNodes);
    Stripe made = file.stripes().get(0);
    Stripe stripe =
        new Stripe(made.number(), made.fileOffset(), made.geometry(), made.version(), blockNodes);
    for (int p = 0; p < code.parityCount(); p++) {
      nodes.add(List.of(SimulatedFile.cacheNode(p)));
    }
    return new AnyKFile(
        file,
        nodes,
        (range, plannedBytes) ->
            new ContiguousPlanner(
                List.of(stripe),
                range,
                file::ticket,
                Schemes.named(scheme),
                Direction.OFF,
                plannedBytes));
  }
}
