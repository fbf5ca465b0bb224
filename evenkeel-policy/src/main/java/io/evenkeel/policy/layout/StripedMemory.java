package io.evenkeel.policy.layout;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Buffer memory for reads of the striped layout, as {@link ContiguousMemory} is for the contiguous.
 */
public final class StripedMemory {
  private static final int BANDS_IN_FLIGHT = 2;

  private StripedMemory() {}

  /**
   * The sizes with which a part of a file can be read, best first: all at once, two bands of rows
   * at a time, one, and narrow. At least one; the last one is the least.
   *
   * @param part counted from the group's first byte on; may go on in the next group
   * @param fragmentGroups how many groups of the engine a read has under way at most
   * @param limitBytes what one read may hold
   * @param capacityBytes what a buffer of a length counts
   */
  public static List<ReadMemory> sizes(
      CellGeometry geometry,
      ByteRange part,
      int fragmentGroups,
      long limitBytes,
      IntUnaryOperator capacityBytes) {
    return sizes(geometry, part, fragmentGroups, limitBytes, capacityBytes, 1);
  }

  /**
   * The same where a byte stands for several, as in simulation.
   *
   * @param byteScale for how many
   */
  public static List<ReadMemory> sizes(
      CellGeometry geometry,
      ByteRange part,
      int fragmentGroups,
      long limitBytes,
      IntUnaryOperator capacityBytes,
      long byteScale) {
    BandSizes bandSizes = BandSizes.usual(byteScale);
    CodeSpec code = geometry.code();
    int cellBytes = geometry.cellBytes();
    boolean inOneCell = part.start() / cellBytes == (part.end() - 1) / cellBytes;
    int most = (int) Math.min(part.lengthBytes(), bandSizes.mostBytes(cellBytes, true));
    List<ReadMemory> sizes = new ArrayList<>();
    if (!inOneCell) {
      double counted = (double) capacityBytes.applyAsInt(most) / most;
      long spare = 2L * code.parityCount() * capacityBytes.applyAsInt(most);
      long all = (long) Math.ceil(part.lengthBytes() * counted);
      for (int bands = BANDS_IN_FLIGHT; bands >= 1; bands--) {
        long wide = (long) Math.ceil(wideBytes(geometry, part, bands, bandSizes) * counted);
        if (wide + spare <= limitBytes) {
          if (sizes.isEmpty() && wide < all) {
            sizes.add(ReadMemory.size(all, spare, limitBytes));
          }
          sizes.add(ReadMemory.size(wide, spare, limitBytes));
        }
      }
    }
    sizes.addAll(
        narrow(geometry, part, inOneCell, fragmentGroups, limitBytes, capacityBytes, bandSizes));
    return sizes;
  }

  /** Where memory is short: a narrow band at a time, which is rows, or parts of large cells. */
  private static List<ReadMemory> narrow(
      CellGeometry geometry,
      ByteRange part,
      boolean inOneCell,
      int fragmentGroups,
      long limitBytes,
      IntUnaryOperator capacityBytes,
      BandSizes bandSizes) {
    CodeSpec code = geometry.code();
    int cellBytes = geometry.cellBytes();
    int most = (int) Math.min(part.lengthBytes(), bandSizes.mostBytes(cellBytes, false));
    long unit = capacityBytes.applyAsInt(most);
    boolean ofRows = !inOneCell && bandSizes.isRowByRow(cellBytes);
    long band = ofRows ? code.dataCount() * unit : unit;
    long spare = (ofRows ? code.parityCount() : code.totalCount()) * unit;
    List<ReadMemory> sizes = new ArrayList<>();
    if (!inOneCell && most != Math.min(part.lengthBytes(), cellBytes)) {
      sizes.add(ReadMemory.size(fragmentGroups * band, spare, limitBytes));
    }
    sizes.add(ReadMemory.size(band, spare, limitBytes));
    return sizes;
  }

  /** What reading the rows of a part wide holds at the least: one band, or all that there is. */
  static long wideBytes(CellGeometry geometry, ByteRange part, BandSizes sizes) {
    return wideBytes(geometry, part, 1, sizes);
  }

  private static long wideBytes(CellGeometry geometry, ByteRange part, int bands, BandSizes sizes) {
    long rowBytes = geometry.rowBytes();
    long rows = (part.end() - 1) / rowBytes - part.start() / rowBytes + 1;
    long band = geometry.code().dataCount() * (long) sizes.mostBytes(geometry.cellBytes(), true);
    return Math.min(bands * band, Math.min(rows * rowBytes, part.lengthBytes()));
  }
}
