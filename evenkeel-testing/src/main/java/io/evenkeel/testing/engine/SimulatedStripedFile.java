package io.evenkeel.testing.engine;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An erasure-coded file with made-up bytes, and what its nodes hold of it: block {@code i} of group
 * {@code g} is on {@code data((g + i) mod nodes)}.
 */
public final class SimulatedStripedFile implements SimulatedContent {
  private static final int IDS_PER_GROUP = 16;

  private final byte[] bytes;
  private final ErasureCode code;
  private final List<BlockGroup> groups;
  private final List<ByteBuffer[]> fragments = new ArrayList<>();

  /**
   * @param groupBytes the length of every block group but the last
   */
  public SimulatedStripedFile(
      long seed, CodeSpec code, int lengthBytes, int groupBytes, int cellBytes, int nodes) {
    this.code = ErasureCode.of(code);
    this.bytes = new byte[lengthBytes];
    new SplittableRandom(seed).nextBytes(bytes);
    this.groups = groups(code, lengthBytes, groupBytes, cellBytes, nodes);
    groups.forEach(group -> fragments.add(encode(group)));
  }

  /** The block groups of a file of any length. */
  public static List<BlockGroup> groups(
      CodeSpec code, long lengthBytes, long groupBytes, int cellBytes, int nodes) {
    List<BlockGroup> groups = new ArrayList<>();
    for (long at = 0; at < lengthBytes; at += groupBytes) {
      CellGeometry geometry =
          new CellGeometry(code, cellBytes, Math.min(groupBytes, lengthBytes - at));
      List<BlockVersion> blocks = new ArrayList<>();
      List<List<NodeId>> where = new ArrayList<>();
      for (int i = 0; i < code.totalCount(); i++) {
        long id = (long) groups.size() * IDS_PER_GROUP + i;
        blocks.add(new BlockVersion("pool", id, 1, geometry.fragmentLengthBytes(i)));
        where.add(List.of(SimulatedFile.dataNode((groups.size() + i) % nodes)));
      }
      groups.add(new BlockGroup(groups.size(), at, geometry, blocks, where));
    }
    return groups;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  public List<BlockGroup> groups() {
    return List.copyOf(groups);
  }

  private ByteBuffer[] encode(BlockGroup group) {
    CellGeometry geometry = group.geometry();
    int k = code.dataCount();
    ByteBuffer[] all = new ByteBuffer[code.totalCount()];
    for (int i = 0; i < all.length; i++) {
      all[i] = ByteBuffer.allocate((int) geometry.fragmentLengthBytes(i));
    }
    for (int row = 0; row < geometry.rowCount(); row++) {
      for (int i = 0; i < k; i++) {
        int from = (int) (group.fileOffset() + geometry.cellOffset(i, row));
        int length = geometry.cellLengthBytes(i, row);
        if (length > 0) {
          all[i].put(row * geometry.cellBytes(), bytes, from, length);
        }
      }
    }
    // The last row may be short, and its parity is as long as its first cell, as the fragments are.
    if (all.length > k) {
      code.encode(Arrays.copyOf(all, k), Arrays.copyOfRange(all, k, all.length));
    }
    return all;
  }

  @Override
  public void read(Source source, Slice slice, ByteBuffer into) {
    ByteBuffer fragment = fragment(source).duplicate();
    into.put(fragment.limit((int) slice.end()).position((int) slice.offset()));
  }

  private ByteBuffer fragment(Source source) {
    if (source instanceof CachedFragments cached) {
      return fragments.get(cached.stripe().stripe())[cached.index()];
    }
    int id = (int) ((BlockReplica) source).block().blockId();
    return fragments.get(id / IDS_PER_GROUP)[id % IDS_PER_GROUP];
  }

  /** Nothing that is stored says what it was made from; what is cached does. */
  @Override
  public SubblockChecksums proof(Source source, Slice slice) {
    if (!(source instanceof CachedFragments cached)) {
      return null;
    }
    BlockGroup group = groups.get(cached.stripe().stripe());
    CellGeometry geometry = group.geometry();
    int[][] crcs = new int[geometry.code().dataCount()][];
    for (int i = 0; i < crcs.length; i++) {
      int from = (int) (group.fileOffset() + geometry.cellOffset(i, slice.ordinal()));
      int length = geometry.cellLengthBytes(i, slice.ordinal());
      crcs[i] =
          SubblockChecksums.of(ByteBuffer.wrap(bytes, length == 0 ? 0 : from, length).slice());
    }
    return new SubblockChecksums(crcs);
  }
}
