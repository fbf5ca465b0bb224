package io.evenkeel.policy.layout;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.SimulatedFile;
import java.util.ArrayList;
import java.util.List;

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

  private static AnyKFile file(CodeSpec code, String scheme, int rows, int copies) {
    int k = code.dataCount();
    int block = rows * UNIT;
    SimulatedFile file = new SimulatedFile(1, code, k * block, block, UNIT, k, 1);
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int index = 0; index < k; index++) {
      nodes.add(dataNodes(index, copies));
    }
    Stripe made = file.stripes().get(0);
    Stripe stripe =
        new Stripe(made.number(), made.fileOffset(), made.geometry(), made.version(), nodes);
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
