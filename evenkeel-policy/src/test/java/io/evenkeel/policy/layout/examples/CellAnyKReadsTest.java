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
    List<AnyKReader> readers = new ArrayList<>();
    Schemes.names().forEach(name -> readers.add(planned(name, CODE, Schemes.named(name))));
    readers.add(planned("partition", CodeSpec.parse("none-4-0"), Schemes.named("adaptive")));
    readers.add(forgetful("late binding of 1", new LateBinding(1, 1), 1));
    readers.add(forgetful("late binding of 2", new LateBinding(2, 1), 2));
    readers.add(forgetful("original or set", new OriginalOrSet(), 0));
    return readers;
  }

  private static AnyKReader planned(String name, CodeSpec code, Scheme scheme) {
    return AnyKReader.planned(
        "cells " + name,
        code.dataCount(),
        1,
        false,
        (rows, copies) -> file(code, scheme, rows, copies));
  }

  /** One that keeps off nobody. */
  private static AnyKReader forgetful(String name, Scheme scheme, int besides) {
    return new AnyKReader(
        "cells " + name,
        CODE.dataCount(),
        CODE.parityCount(),
        besides,
        false,
        1,
        false,
        (rows, copies) -> file(CODE, scheme, rows, copies));
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
