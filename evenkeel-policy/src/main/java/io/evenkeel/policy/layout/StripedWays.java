package io.evenkeel.policy.layout;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.Slice;
import io.evenkeel.policy.scheme.Ways;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The ways to one band of a block group.
 *
 * @param sources of each index of the code, best first
 * @param reachEnds up to which offset of its fragment the read goes in each index
 * @param last parity of these indexes is asked for after other parity
 */
record StripedWays(
    BlockGroup group,
    StripedWalk.Band band,
    List<List<Source>> sources,
    long[] reachEnds,
    IndexSet last)
    implements Ways {

  private CellGeometry geometry() {
    return group.geometry();
  }

  private int dataCount() {
    return geometry().code().dataCount();
  }

  /** The length of a fragment within this band; 0 when it is absent. */
  int lengthBytes(int index) {
    return lengthBytes(geometry(), band, index);
  }

  private static int lengthBytes(CellGeometry geometry, StripedWalk.Band band, int index) {
    int inLastRow = geometry.cellLengthBytes(index, band.row() + band.rows() - 1);
    int before = (band.rows() - 1) * geometry.cellBytes();
    return Math.max(0, before + Math.min(band.to(), inLastRow) - band.from());
  }

  /** The data that there is in a band. */
  static IndexSet present(CellGeometry geometry, StripedWalk.Band band) {
    return IndexSet.range(0, geometry.code().dataCount())
        .filter(i -> lengthBytes(geometry, band, i) > 0);
  }

  /** The length of its longest fragment. */
  int lengthBytes() {
    return lengthBytes(dataCount());
  }

  @Override
  public IndexSet wanted() {
    return band.wanted();
  }

  @Override
  public IndexSet present() {
    return present(geometry(), band);
  }

  /** The data indexes that are zeros here. */
  IndexSet absent() {
    return IndexSet.range(0, dataCount()).minus(present());
  }

  /**
   * Of whole rows always the same, which are read as the streams that they are; of parts of rows
   * another one first in every row.
   */
  @Override
  public List<Integer> parity() {
    return parityFrom(isWhole() ? group.spreadSeed() : band.row());
  }

  private boolean isWhole() {
    return present().minus(wanted()).isEmpty();
  }

  /** Another one first in every band: what a node is late with is not all asked of one other. */
  @Override
  public List<Integer> parityWhenLate() {
    return parityFrom(band.number());
  }

  private List<Integer> parityFrom(int first) {
    int count = geometry().code().parityCount();
    List<Integer> parity = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      int index = dataCount() + (first + p) % count;
      if (!sources.get(index).isEmpty()) {
        parity.add(index);
      }
    }
    if (!isWhole()) {
      parity.sort(Comparator.comparing(index -> !geometry().code().isLocalTo(index, wanted())));
    }
    parity.sort(Comparator.comparing(last::contains));
    return parity;
  }

  @Override
  public ErasureCode code() {
    return ErasureCode.of(geometry().code());
  }

  @Override
  public List<Source> sources(int index) {
    return sources.get(index);
  }

  @Override
  public FragmentRead read(int index, Source source, Launch launch) {
    long offset = (long) band.row() * geometry().cellBytes() + band.from();
    Slice slice = new Slice(band.row(), offset, lengthBytes(index));
    // Parity that only a late node calls for is not the beginning of a stream.
    boolean goesOn = index < dataCount() || launch.equals(Launch.NOW);
    long end = goesOn ? Math.max(slice.end(), reachEnds[index]) : slice.end();
    return new FragmentRead(index, source, slice, launch, end);
  }

  /** What the caller wants, in the order of the file. */
  List<Wanted> wantedParts() {
    List<Wanted> parts = new ArrayList<>();
    for (int row = band.row(); row < band.row() + band.rows(); row++) {
      for (int index : band.wanted().toArray()) {
        int skip = (row - band.row()) * geometry().cellBytes();
        long start = group.fileOffset() + geometry().cellOffset(index, row) + band.from();
        int length = Math.min(geometry().cellLengthBytes(index, row), band.to()) - band.from();
        parts.add(new Wanted(index, lengthBytes(index), skip, ByteRange.of(start, length)));
      }
    }
    return parts;
  }
}
