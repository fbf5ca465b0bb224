package io.evenkeel.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One block group of an erasure-coded file: the fragments of an extent of it, data and parity, each
 * a block of its own.
 *
 * @param spreadSeed by which load is spread and rows are sampled: different groups' mostly differ
 * @param fileOffset where its first byte is in the file
 * @param blocks by index of the code, k + m; as long as their fragments
 * @param nodes the nodes that have each block, best first; none for one that is missing
 */
public record BlockGroup(
    int spreadSeed,
    long fileOffset,
    CellGeometry geometry,
    List<BlockVersion> blocks,
    List<List<NodeId>> nodes) {
  public BlockGroup {
    Objects.requireNonNull(geometry, "geometry is null");
    blocks = List.copyOf(blocks);
    List<List<NodeId>> copies = new ArrayList<>();
    for (List<NodeId> each : nodes) {
      copies.add(List.copyOf(each));
    }
    nodes = List.copyOf(copies);
    int total = geometry.code().totalCount();
    if (blocks.size() != total || nodes.size() != total) {
      throw new IllegalArgumentException(
          "a block group of %s has %d blocks, got %s on %s"
              .formatted(geometry.code(), total, blocks, nodes));
    }
  }

  /** The file's bytes in this group. */
  public ByteRange range() {
    return ByteRange.of(fileOffset, geometry.lengthBytes());
  }
}
