package io.evenkeel.policy.layout.examples;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.policy.scheme.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Plans a range of a file of cells: a row a group, in order, and whole cells. All rows have the
 * same sources, so there is one part.
 */
final class CellPlanner implements ReadPlanner {
  private final CellLayout layout;
  private final ByteRange range;
  private final Scheme scheme;
  private final Supplier<List<List<Source>>> sources;

  /**
   * @param sources where each index is, as far as that is known: it may become more
   */
  CellPlanner(
      CellLayout layout, ByteRange range, Scheme scheme, Supplier<List<List<Source>>> sources) {
    this.layout = layout;
    this.range = range;
    this.scheme = scheme;
    this.sources = sources;
  }

  @Override
  public Step plan(Cursor at, PlanContext context) {
    int row = layout.rowAt(range.start()) + at.step();
    int lastRow = layout.rowAt(range.end() - 1);
    if (row > lastRow) {
      return new Step.End();
    }
    CellWays ways = new CellWays(layout, row, lastRow, layout.touching(row, range), sources.get());
    int k = layout.code().dataCount();
    FragmentGroup group =
        new FragmentGroup(
            layout.code(),
            0,
            layout.cellLengthBytes(row, 0),
            IndexSet.range(0, k).minus(ways.present()),
            scheme.reads(ways, context),
            wanted(row, ways.wanted()));
    return new Step.Group(0, group, new Cursor(0, at.step() + 1));
  }

  private List<Wanted> wanted(int row, IndexSet indexes) {
    List<Wanted> wanted = new ArrayList<>();
    for (int index : indexes.toArray()) {
      ByteRange cell = layout.cell(row, index);
      ByteRange part = cell.intersect(range);
      int skip = (int) (part.start() - cell.start());
      wanted.add(new Wanted(index, (int) cell.lengthBytes(), skip, part));
    }
    return wanted;
  }
}
