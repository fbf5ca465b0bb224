package io.evenkeel.policy.layout.examples;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.policy.layout.AnyKFile;
import io.evenkeel.policy.layout.AnyKReader;
import io.evenkeel.policy.layout.AnyKReadsContract;
import io.evenkeel.policy.scheme.Scheme;
import io.evenkeel.policy.scheme.Schemes;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of cells by the schemes that there are and by those of other papers: late binding, which
 * asks some at once besides, the original or a set, and partitions, which are rows without parity.
 * The layout takes copies as they come.
 */
class CellAnyKReadsTest extends AnyKReadsContract {
  private static final CodeSpec CODE = CodeSpec.parse("rs-4-2");

  @Override
  protected List<AnyKReader> readers() {
    return List.of(
        reader("adaptive", CODE, Schemes.named("adaptive"), 2, 0, true),
        reader("pocache", CODE, Schemes.named("pocache"), 2, 2, true),
        reader("parallel", CODE, Schemes.named("parallel"), 0, 0, true),
        reader("partition", CodeSpec.parse("none-4-0"), Schemes.named("adaptive"), 0, 0, true),
        reader("late binding of 1", CODE, new LateBinding(1, 1), 2, 1, false),
        reader("late binding of 2", CODE, new LateBinding(2, 1), 2, 2, false),
        reader("original or set", CODE, new OriginalOrSet(), 2, 0, false));
  }

  private static AnyKReader reader(
      String name, CodeSpec code, Scheme scheme, int spare, int besides, boolean keepsOff) {
    return new AnyKReader(
        "cells " + name,
        code.dataCount(),
        spare,
        besides,
        keepsOff,
        1,
        false,
        (rows, copies) -> file(code, scheme, rows, copies));
  }

  private static AnyKFile file(CodeSpec code, Scheme scheme, int rows, int copies) {
    ErasureCode erasure = ErasureCode.of(code);
    CellLayout layout = new CellLayout(erasure, UNIT, (long) rows * code.dataCount() * UNIT);
    CellFile file = new CellFile(1, layout);
    List<List<Source>> sources = file.sources(copies, true);
    List<List<NodeId>> nodes = new ArrayList<>();
    for (List<Source> of : sources) {
      nodes.add(of.stream().map(Source::node).toList());
    }
    return new AnyKFile(
        file,
        nodes,
        (range, plannedBytes) -> {
          ReadPlanner cells = new CellPlanner(layout, range, scheme, () -> sources);
          boolean changes = scheme instanceof LateBinding || scheme instanceof OriginalOrSet;
          return changes ? new ChosenOnce(cells) : cells;
        });
  }
}
