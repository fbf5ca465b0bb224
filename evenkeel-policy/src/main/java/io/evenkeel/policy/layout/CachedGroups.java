package io.evenkeel.policy.layout;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.SubblockChecksums;
import java.util.Optional;

/**
 * Block groups as stripes whose parity may be cached: POCache's second layout (JPDC 2022, section
 * 4). What is cached is the parity that is stored, so that one index of the code can be had from a
 * cache node as well as from a storage node, and never counts twice.
 */
public final class CachedGroups {
  /** A subblock is stored and fetched whole. */
  private static final int CELL_BYTES_MAX = 8 << 20;

  private CachedGroups() {}

  /**
   * Whether the parity of such groups may be cached: of codes with one, as the paper has it, for
   * where there are several another stored one does as well; and of cells that are read one row at
   * a time, as each is a subblock.
   */
  public static boolean mayCache(CodeSpec code, int cellBytes) {
    return code.parityCount() == 1
        && cellBytes >= BandSizes.USUAL.wideBytes()
        && cellBytes <= CELL_BYTES_MAX;
  }

  /** What is published of a group's parity, and cut as the group is. */
  public static Optional<FragmentTicket> ticket(Stripe group, FileTicket tickets) {
    return tickets
        .stripe(group.version())
        .filter(ticket -> ticket.geometry().equals(group.geometry()));
  }

  /**
   * Whether what cached parity brings of {@code [from, to)} of a row's cells is whole chunks, of
   * which it has the checksums.
   */
  public static boolean canCheck(CellGeometry cells, int row, long from, long to) {
    int chunk = SubblockChecksums.CHUNK_BYTES;
    return from % chunk == 0 && (to % chunk == 0 || to >= cells.cellLengthBytes(0, row));
  }

  /**
   * The group's data as a stripe; empty where its parity is not to be cached.
   *
   * @param number which one of its file's groups it is, from 0
   */
  public static Optional<Stripe> stripe(BlockGroup group, int number) {
    CellGeometry cells = group.geometry();
    if (!mayCache(cells.code(), cells.cellBytes())) {
      return Optional.empty();
    }
    StripeGeometry geometry = StripeGeometry.of(cells);
    int count = geometry.blockCount();
    return Optional.of(
        new Stripe(
            number,
            group.fileOffset(),
            geometry,
            BlockContents.of(group.blocks().subList(0, count)),
            group.nodes().subList(0, count)));
  }
}
