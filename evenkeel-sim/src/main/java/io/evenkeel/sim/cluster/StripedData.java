package io.evenkeel.sim.cluster;

import io.evenkeel.client.file.BlockGroups;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An erasure-coded file; what its nodes hold of it is made, and encoded, when it is read. */
public final class StripedData extends StoredData implements BlockGroups {
  private final ErasureCode code;
  private final int cellBytes;
  private final long groupBytes;
  private final List<BlockGroup> groups = new ArrayList<>();

  /**
   * @param groupBytes the length of every block group but the last
   * @param placement where the blocks of each group are
   */
  public StripedData(
      int number,
      long seed,
      long lengthBytes,
      CodeSpec code,
      int cellBytes,
      long groupBytes,
      Placement placement) {
    super(number, seed, lengthBytes);
    this.code = ErasureCode.of(code);
    this.cellBytes = cellBytes;
    this.groupBytes = groupBytes;
    for (long at = 0; at < lengthBytes; at += groupBytes) {
      CellGeometry geometry =
          new CellGeometry(code, cellBytes, Math.min(groupBytes, lengthBytes - at));
      List<BlockVersion> blocks = new ArrayList<>();
      List<List<NodeId>> nodes = new ArrayList<>();
      int first = groups.size() * code.totalCount();
      for (NodeId node : placement.next(code.totalCount())) {
        int index = blocks.size();
        long length = geometry.fragmentLengthBytes(index);
        blocks.add(new BlockVersion(POOL, blockId(first + index), 1, length));
        nodes.add(List.of(node));
      }
      groups.add(new BlockGroup(number * 31 + groups.size(), at, geometry, blocks, nodes));
    }
  }

  @Override
  public CodeSpec code() {
    return code.spec();
  }

  @Override
  public int cellBytes() {
    return cellBytes;
  }

  @Override
  public Optional<BlockGroup> at(long position) {
    return Optional.of(groups.get((int) (position / groupBytes)));
  }

  @Override
  public OptionalInt number(long fileOffset) {
    return OptionalInt.of((int) (fileOffset / groupBytes));
  }

  @Override
  public void read(Source source, Slice slice, ByteBuffer into) {
    int block = blockOf(((BlockReplica) source).block().blockId());
    BlockGroup group = groups.get(block / code.totalCount());
    int index = block % code.totalCount();
    if (index < code.dataCount()) {
      data(group, index, slice.offset(), slice.lengthBytes(), into);
      return;
    }
    ByteBuffer[] all = new ByteBuffer[code.totalCount()];
    Arrays.setAll(all, i -> ByteBuffer.allocate(slice.lengthBytes()));
    for (int i = 0; i < code.dataCount(); i++) {
      data(group, i, slice.offset(), slice.lengthBytes(), all[i]);
      all[i].flip();
    }
    ByteBuffer[] parity = Arrays.copyOfRange(all, code.dataCount(), all.length);
    code.encode(Arrays.copyOf(all, code.dataCount()), parity);
    into.put(all[index]);
  }

  /** What there is of a part of a data fragment: where the file has ended that is less. */
  private void data(BlockGroup group, int index, long from, int length, ByteBuffer into) {
    CellGeometry geometry = group.geometry();
    long end = Math.min(from + length, geometry.fragmentLengthBytes(index));
    for (long at = from; at < end; ) {
      int row = (int) (at / cellBytes);
      int within = (int) (at % cellBytes);
      int bytes = (int) Math.min(cellBytes - within, end - at);
      put(group.fileOffset() + geometry.cellOffset(index, row) + within, bytes, into);
      at += bytes;
    }
  }
}
