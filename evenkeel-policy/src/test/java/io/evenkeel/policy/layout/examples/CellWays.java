package io.evenkeel.policy.layout.examples;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.port.Slice;
import io.evenkeel.policy.scheme.Ways;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ways to one row.
 *
 * @param lastRow the last one that the read wants
 * @param sources of each index, best first
 */
record CellWays(
    CellLayout layout, int row, int lastRow, IndexSet wanted, List<List<Source>> sources)
    implements Ways {
  @Override
  public IndexSet present() {
    return layout.touching(row, new ByteRange(0, layout.lengthBytes()));
  }

  @Override
  public List<Integer> parity() {
    return IntStream.range(layout.code().dataCount(), layout.code().totalCount())
        .filter(i -> !sources.get(i).isEmpty())
        .boxed()
        .toList();
  }

  @Override
  public ErasureCode code() {
    return layout.code();
  }

  @Override
  public List<Source> sources(int index) {
    return sources.get(index);
  }

  @Override
  public FragmentRead read(int index, Source source, Launch launch) {
    long offset = (long) row * layout.cellBytes();
    Slice slice = new Slice(row, offset, layout.cellLengthBytes(row, index));
    int lastBytes = layout.cellLengthBytes(lastRow, index);
    long end = Math.max(slice.end(), (long) lastRow * layout.cellBytes() + lastBytes);
    return new FragmentRead(index, source, slice, launch, end);
  }
}
