package io.evenkeel.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Slice;
import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.queue.ServerQueue.Discipline;
import io.evenkeel.sim.queue.VirtualScheduler;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StoredDataTest {
  private static StorageNodes nodes(int count) {
    NodeSettings settings =
        new NodeSettings(
            Discipline.FCFS,
            1e6,
            0,
            Distribution.constant(1),
            Distribution.constant(1),
            new LinkSettings(Discipline.PS, 0, 0, 0),
            0,
            0,
            1);
    return new StorageNodes(new VirtualScheduler(), settings, count, 0, new SplittableRandom(1));
  }

  private static Placement placement(int count) {
    return new Placement(nodes(count).all(), new SplittableRandom(2));
  }

  private static ByteBuffer read(StoredData file, BlockReplica block, long from, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    file.read(block, new Slice(0, from, length), bytes);
    return bytes.flip();
  }

  @Test
  void cellsAndParity_ofAFileThatEndsWithinARow_areThoseOfTheCode() {
    CodeSpec spec = CodeSpec.rs(3, 2);
    int cell = 10;
    // Two rows to a group; the second group has one whole cell and 7 bytes of the next one.
    StripedData file = new StripedData(0, 99, 77, spec, cell, 60, placement(7));
    BlockGroup last = file.at(76).orElseThrow();
    assertThat(last.fileOffset()).isEqualTo(60);
    ByteBuffer[] fragments = new ByteBuffer[5];
    for (int i = 0; i < 5; i++) {
      int length = (int) last.geometry().fragmentLengthBytes(i);
      BlockReplica block = new BlockReplica(last.blocks().get(i), last.nodes().get(i).get(0));
      fragments[i] = length == 0 ? ByteBuffer.allocate(0) : read(file, block, 0, length);
    }
    assertThat(file.holds(60, fragments[0])).isTrue();
    assertThat(file.holds(70, fragments[1])).isTrue();
    assertThat(file.holds(71, fragments[1])).isFalse();
    assertThat(fragments[2].remaining()).isZero();
    ErasureCode code = ErasureCode.of(spec);
    ByteBuffer[] parity = {ByteBuffer.allocate(10), ByteBuffer.allocate(10)};
    code.encode(new ByteBuffer[] {fragments[0], fragments[1], fragments[2]}, parity);
    assertThat(parity[1]).isEqualTo(fragments[4]);
    assertThat(code.canRecover(IndexSet.of(0).with(3).with(4), IndexSet.of(1))).isTrue();
    // A part of a fragment that goes over the end of a cell.
    BlockGroup first = file.at(0).orElseThrow();
    BlockReplica second = new BlockReplica(first.blocks().get(1), first.nodes().get(1).get(0));
    ByteBuffer part = read(file, second, 7, 6);
    assertThat(file.holds(17, part.duplicate().limit(3))).isTrue();
    assertThat(file.holds(40, part.duplicate().position(3))).isTrue();
  }

  @Test
  void blocksOfReplicatedFiles_holdTheFileOneAfterTheOther() {
    ReplicatedData file = new ReplicatedData(3, 5, 100, CodeSpec.xor(2), 10, 30, 3, placement(9));
    assertThat(file.of(1).orElseThrow().replicas()).allSatisfy(r -> assertThat(r).hasSize(3));
    BlockVersion block = BlockContents.blocks(file.of(1).orElseThrow().version()).get(1);
    ByteBuffer bytes =
        read(
            file, new BlockReplica(block, file.of(1).orElseThrow().replicas().get(1).get(0)), 3, 7);
    assertThat(file.holds(93, bytes)).isTrue();
  }

  @Test
  void placement_isOnDistinctNodes_andEven() {
    Placement placement = placement(90);
    Map<NodeId, Integer> counts = new HashMap<>();
    for (int group = 0; group < 334; group++) {
      List<NodeId> nodes = placement.next(9);
      assertThat(new HashSet<>(nodes)).hasSize(9);
      nodes.forEach(node -> counts.merge(node, 1, Integer::sum));
    }
    assertThat(counts.values()).hasSize(90).allSatisfy(c -> assertThat(c).isBetween(33, 34));
  }
}
