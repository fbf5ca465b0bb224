package io.evenkeel.policy.layout.examples;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.Slice;
import io.evenkeel.testing.engine.SimulatedContent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A simulated file of cells, each index on a node of its own and perhaps on a second one. */
final class CellFile implements SimulatedContent {
  private final CellLayout layout;
  private final byte[] bytes;
  private final Map<Integer, ByteBuffer[]> rows = new HashMap<>();

  CellFile(long seed, CellLayout layout) {
    this.layout = layout;
    this.bytes = new byte[(int) layout.lengthBytes()];
    new SplittableRandom(seed).nextBytes(bytes);
  }

  static NodeId node(int number) {
    return new NodeId("node" + number + ":1");
  }

  /**
   * Where each index is.
   *
   * @param withParity whether the parity is known
   */
  List<List<Source>> sources(int copies, boolean withParity) {
    int n = layout.code().totalCount();
    List<List<Source>> sources = new ArrayList<>();
    for (int index = 0; index < n; index++) {
      boolean isData = index < layout.code().dataCount();
      List<Source> of = new ArrayList<>();
      for (int copy = 0; copy < copies && (isData || withParity); copy++) {
        SourceKind kind = isData ? SourceKind.STORAGE : SourceKind.CACHE;
        of.add(new Cell(index, node(index + copy * n), kind));
      }
      sources.add(of);
    }
    return sources;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public void read(Source source, Slice slice, ByteBuffer into) {
    into.put(row(slice.ordinal())[((Cell) source).index()].duplicate());
  }

  @Override
  public SubblockChecksums proof(Source source, Slice slice) {
    int k = layout.code().dataCount();
    if (((Cell) source).index() < k) {
      return null;
    }
    int[][] crcs = new int[k][];
    for (int i = 0; i < k; i++) {
      crcs[i] = SubblockChecksums.of(row(slice.ordinal())[i]);
    }
    return new SubblockChecksums(crcs);
  }

  private ByteBuffer[] row(int row) {
    return rows.computeIfAbsent(row, this::encode);
  }

  private ByteBuffer[] encode(int row) {
    int k = layout.code().dataCount();
    ByteBuffer[] all = new ByteBuffer[layout.code().totalCount()];
    for (int i = 0; i < all.length; i++) {
      int length = layout.cellLengthBytes(row, i);
      all[i] =
          i < k
              ? ByteBuffer.wrap(bytes, (int) layout.cell(row, i).start(), length).slice()
              : ByteBuffer.allocate(length);
    }
    if (all.length > k) {
      layout.code().encode(Arrays.copyOf(all, k), Arrays.copyOfRange(all, k, all.length));
    }
    return all;
  }
}
