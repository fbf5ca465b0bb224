package io.evenkeel.policy.layout;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.CellGeometry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Buffer memory for reads of the striped layout, as {@link ReadMemory} is for the contiguous. */
public final class StripedMemory {
  private static final int BANDS_IN_FLIGHT_MIN = 2;

  private StripedMemory() {}

  /**
   * The sizes with which a part of one block group can be read, best first: all at once, a few rows
   * at a time, and cell by cell. At least one; the last one is the least.
   *
   * @param part of the group, from its first byte on
   * @param groups how many groups a read has under way at most
   * @param limitBytes what one read may hold
   * @param capacityBytes what a buffer of a length counts
   */
  public static List<ReadMemory> sizes(
      CellGeometry geometry,
      ByteRange part,
      int groups,
      long limitBytes,
      IntUnaryOperator capacityBytes) {
    CodeSpec code = geometry.code();
    int cellBytes = geometry.cellBytes();
    boolean inOneCell = part.start() / cellBytes == (part.end() - 1) / cellBytes;
    int fragment = inOneCell ? (int) part.lengthBytes() : bandBytes(cellBytes);
    long unit = capacityBytes.applyAsInt(fragment);
    long spare = code.totalCount() * unit;
    List<ReadMemory> sizes = new ArrayList<>();
    if (!inOneCell) {
      double counted = (double) unit / fragment;
      long wide = (long) Math.ceil(wideBytes(geometry, part) * counted);
      long all = (long) Math.ceil(part.lengthBytes() * counted) + 2 * unit;
      long wideSpare = 2L * code.parityCount() * unit;
      if (wide + wideSpare <= limitBytes) {
        sizes.add(ReadMemory.size(Math.max(wide, all), wideSpare, limitBytes));
        sizes.add(ReadMemory.size(wide, wideSpare, limitBytes));
      }
      sizes.add(ReadMemory.size(groups * unit, spare, limitBytes));
    }
    sizes.add(ReadMemory.size(unit, spare, limitBytes));
    return sizes;
  }

  /** What a band of whole rows takes of each fragment. */
  private static int bandBytes(int cellBytes) {
    return Math.max(cellBytes, StripedWalk.BAND_BYTES / cellBytes * cellBytes);
  }

  /** What reading the rows of a part wide holds: two bands under way, or all that there is. */
  static long wideBytes(CellGeometry geometry, ByteRange part) {
    long rowBytes = geometry.rowBytes();
    long rows = (part.end() - 1) / rowBytes - part.start() / rowBytes + 1;
    long band = geometry.code().dataCount() * (long) bandBytes(geometry.cellBytes());
    return Math.min(BANDS_IN_FLIGHT_MIN * band, rows * rowBytes);
  }
}
