package io.evenkeel.policy.layout;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which a part of a block group is read: bands of rows, front to back. Whole rows are
 * one band, several of them where cells are small. A row that is wanted in part has a band for each
 * run of cells of which the same bytes are wanted, so that none is read that nobody wants.
 */
final class StripedWalk {
  /**
   * Bytes {@code [from, to)} of the cells of some rows; of several rows these are whole cells.
   *
   * @param wanted the indexes whose bytes the caller wants
   */
  record Band(int row, int rows, int from, int to, IndexSet wanted) {
    /** Which one it is of those with as many rows. */
    int number() {
      return row / rows;
    }
  }

  private final CellGeometry geometry;
  private final ByteRange part;
  private final BandSizes sizes;
  private final List<Band> bands = new ArrayList<>();

  private StripedWalk(CellGeometry geometry, ByteRange part, BandSizes sizes) {
    this.geometry = geometry;
    this.part = part;
    this.sizes = sizes;
  }

  /**
   * The bands of a part.
   *
   * @param part of the group, from its first byte on
   * @param wide whether there is memory for whole rows; where not, large cells are read one after
   *     another
   */
  static List<Band> bands(CellGeometry geometry, ByteRange part, boolean wide, BandSizes sizes) {
    StripedWalk walk = new StripedWalk(geometry, part, sizes);
    int last = (int) ((part.end() - 1) / geometry.rowBytes());
    for (int row = (int) (part.start() / geometry.rowBytes()); row <= last; row++) {
      if (!wide && !sizes.isRowByRow(geometry.cellBytes())) {
        walk.cellByCell(row);
      } else if (walk.isWhole(row)) {
        row += walk.whole(row, last, sizes.mostBytes(geometry.cellBytes(), wide)) - 1;
      } else {
        walk.cut(row);
      }
    }
    return walk.bands;
  }

  private ByteRange row(int row) {
    long start = row * geometry.rowBytes();
    return new ByteRange(start, Math.min(start + geometry.rowBytes(), geometry.lengthBytes()));
  }

  private boolean isWhole(int row) {
    return row(row).equals(row(row).intersect(part));
  }

  private boolean isFull(int row) {
    return row(row).lengthBytes() == geometry.rowBytes();
  }

  /** One band of whole rows; answers how many. */
  private int whole(int row, int last, int bandBytes) {
    int most = isFull(row) ? Math.max(1, bandBytes / geometry.cellBytes()) : 1;
    int rows = 1;
    while (rows < most && row + rows <= last && isWhole(row + rows) && isFull(row + rows)) {
      rows++;
    }
    bands.add(new Band(row, rows, 0, geometry.cellLengthBytes(0, row), present(row)));
    return rows;
  }

  private IndexSet present(int row) {
    IndexSet present = IndexSet.empty();
    for (int i = 0; i < geometry.code().dataCount(); i++) {
      present = geometry.cellLengthBytes(i, row) > 0 ? present.with(i) : present;
    }
    return present;
  }

  /** What is wanted of a cell, from its first byte on. */
  private ByteRange wanted(int index, int row) {
    long start = geometry.cellOffset(index, row);
    ByteRange cell = ByteRange.of(start, geometry.cellLengthBytes(index, row)).intersect(part);
    return cell.isEmpty()
        ? ByteRange.of(0, 0)
        : ByteRange.of(cell.start() - start, cell.lengthBytes());
  }

  /** A band of each run of cells that are wanted alike. */
  private void cut(int row) {
    ByteRange open = ByteRange.of(0, 0);
    IndexSet wanted = IndexSet.empty();
    for (int i = 0; i < geometry.code().dataCount(); i++) {
      ByteRange cell = wanted(i, row);
      if (!cell.equals(open)) {
        add(row, open, wanted);
        wanted = IndexSet.empty();
        open = cell;
      }
      wanted = wanted.with(i);
    }
    add(row, open, wanted);
  }

  private void add(int row, ByteRange cells, IndexSet wanted) {
    if (!cells.isEmpty()) {
      bands.add(new Band(row, 1, (int) cells.start(), (int) cells.end(), wanted));
    }
  }

  private void cellByCell(int row) {
    for (int i = 0; i < geometry.code().dataCount(); i++) {
      ByteRange cell = wanted(i, row);
      for (long from = cell.start(); from < cell.end(); from += sizes.wideBytes()) {
        int to = (int) Math.min(from + sizes.wideBytes(), cell.end());
        bands.add(new Band(row, 1, (int) from, to, IndexSet.of(i)));
      }
    }
  }
}
